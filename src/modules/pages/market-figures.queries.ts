import { sql } from 'kysely';
import {
  type MarketFilters,
  marketFilter,
  type SaleSelection,
} from '../../contract/market/market-search-params.ts';
import { zMarketFilter } from '../../contract/market/sale-filter.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { where } from '../../db/query.ts';
import type { MarketReads } from '../market/market-reads.ts';
import { filterOf, publicConditions, withNames } from '../market/sale.filter.ts';

/** The number of sales of a page, their lowest and highest price, and the day of the newest. */
export interface MarketFigures {
  sales: number;
  low: number;
  high: number;
  /** `YYYY-MM-DD`; null when there are none. */
  last_sold: string | null;
}

/** The same without an advanced query that cannot be parsed: it filters nothing. */
export function withoutInvalidQuery<Sales extends SaleSelection>(sales: Sales): Sales {
  if (zMarketFilter.safeParse(marketFilter(sales)).success) return sales;
  return { ...sales, filters: { ...sales.filters, query: undefined } };
}

/** The filters without an invalid query, and a valid one in its canonical form. */
export function canonicalFilters(kind: SaleKind, asked: MarketFilters): MarketFilters {
  const { filters } = withoutInvalidQuery({ kind, filters: asked });
  const { query } = zMarketFilter.parse(marketFilter({ kind, filters }));
  return { ...filters, query: query?.text };
}

const NOTHING: MarketFigures = { sales: 0, low: 0, high: 0, last_sold: null };

/** Up to this many sales are scanned for their extremes; for more, each extreme is near the end of an index. */
const FEW = 5_000;

/**
 * The figures of public sales.
 *
 * @param sales must have a valid query, see `withoutInvalidQuery`
 */
export async function marketFigures(market: MarketReads, sales: SaleSelection): Promise<MarketFigures> {
  const filter = await withNames(market, await filterOf(market, sales));
  const total = await market.counts.matching(filter);
  if (total === 0) return NOTHING;
  const found = sql`from sale s ${where(publicConditions(filter))}`;
  const [ends] = await market.reads.rows(
    total > FEW
      ? sql<MarketFigures>`select (select min(s.price) ${found}) as low, (select max(s.price) ${found}) as high,
          (select max(s.date_sold) ${found}) as last_sold`
      : sql<MarketFigures>`select min(price) as low, max(price) as high, max(date_sold) as last_sold
          from (select s.price, s.date_sold ${found} offset 0) as found`,
  );
  // The last sale may have been removed since the count.
  return ends?.last_sold ? { ...ends, sales: total } : NOTHING;
}
