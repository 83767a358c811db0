import { sql } from 'kysely';
import { type MarketSearchParams, marketFilter } from '../../contract/market/market-search-params.ts';
import { zMarketFilter } from '../../contract/market/sale-filter.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import type { MarketReads } from '../market/market-reads.ts';
import { where, withNames } from '../market/sale.filter.ts';
import { publicConditions } from '../market/sale.queries.ts';
import { dated } from '../market/sale-query.filter.ts';

/** How many sales a page shows, their ends in price, and the day of the newest. */
export interface MarketFigures {
  sales: number;
  low: number;
  high: number;
  /** `YYYY-MM-DD`; null when there are none. */
  last_sold: string | null;
}

/** The address without a query that cannot be read: it narrows nothing. */
export function withoutFaults(address: MarketSearchParams): MarketSearchParams {
  if (zMarketFilter.safeParse(marketFilter(address)).success) return address;
  return { ...address, filters: { ...address.filters, query: undefined } };
}

const NOTHING: MarketFigures = { sales: 0, low: 0, high: 0, last_sold: null };

interface Ends {
  low: string | null;
  high: string | null;
  last_sold: string | null;
}

/** So many sales are read through for their ends; of more, each end is near the end of an index. */
const FEW = 5_000;

/**
 * The figures of the public sales that an address shows.
 *
 * @param address see `withoutFaults`
 */
export async function marketFigures(
  market: MarketReads,
  address: MarketSearchParams,
): Promise<MarketFigures> {
  const filter = dated(zMarketFilter.parse(marketFilter(address)), todayUtc(market.clock.now()));
  const conditions = publicConditions(await withNames(market, filter));
  const sales = await market.counts.total(conditions);
  if (sales === 0) return NOTHING;
  const found = sql`from sale s ${where(conditions)}`;
  const [ends] = await market.reads.rows(
    sales > FEW
      ? sql<Ends>`select (select min(s.price) ${found}) as low, (select max(s.price) ${found}) as high,
          (select max(s.date_sold) ${found}) as last_sold`
      : sql<Ends>`select min(price) as low, max(price) as high, max(date_sold) as last_sold
          from (select s.price, s.date_sold ${found} offset 0) as found`,
  );
  // The last one may have gone since it was counted.
  if (!ends?.low) return NOTHING;
  return { sales, low: Number(ends.low), high: Number(ends.high), last_sold: ends.last_sold };
}
