import type { PricePoint } from '../../contract/sale/sale.ts';
import { saleChart } from './chart.queries.ts';
import type { MarketReads } from './market-reads.ts';
import type { SaleFilter } from './sale.filter.ts';

/**
 * The chart of one name, in the shape of docs/api.md "Sales".
 *
 * @param filter must contain a name, which is matched exactly
 */
export async function priceHistory(
  market: MarketReads,
  filter: SaleFilter,
  days?: number,
): Promise<{ data: PricePoint[]; total_records: number }> {
  const { data, total_records } = await saleChart(market, { ...filter, exact: true }, days);
  return {
    data: data.map(({ date, price, volume, low, high, sale_id }) => ({
      date,
      price,
      volume,
      low,
      high,
      ...(sale_id !== undefined && { sale_id }),
    })),
    total_records,
  };
}
