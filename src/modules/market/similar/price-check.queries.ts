import { sql } from 'kysely';
import type { PriceCheckInput, PriceWarnings } from '../../../contract/market/market.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import type { MarketReads } from '../market-reads.ts';
import { comparableSince, unusualPrice, usualPrice } from './comparables.queries.ts';
import { traitColumns } from './sale-traits.filter.ts';
import { sameName } from './similarity.ts';
import { describedSubject, subjectRow } from './subject.ts';

const daysApart = sql`abs(s.date_sold - t.date_sold)`;

const sameSale = sql`(select s.sale_id from sale s
  where ${sameName} and s.price = t.price and ${daysApart} <= ${sql.lit(LIMITS.review.nearDays)}
    and row(${traitColumns('s')}) is not distinct from row(${traitColumns('t')})
  order by ${daysApart}, s.sale_id limit 1)`;

interface CheckRow extends Pick<PriceWarnings, 'unusual' | 'comparable' | 'same'> {
  low: string | null;
  high: string | null;
}

const numberOf = (price: string | null) => (price === null ? null : Number(price));

/**
 * The warnings for the submitter of a sale, based only on public sales (docs/product.md "Screens"). The median is not sent to
 * the client.
 */
export async function checkPrice(
  market: Pick<MarketReads, 'reads' | 'clock' | 'catalogueSource' | 'names'>,
  { date_sold, ...sale }: PriceCheckInput,
): Promise<PriceWarnings> {
  const subject = await describedSubject(market, sale);
  const dated = { ...subject, date_sold: date_sold ?? subject.date_sold };
  const since = comparableSince(market.clock.now());
  const [row] = await market.reads.rows(sql<CheckRow>`
    with t as (${subjectRow(dated)})
    select ${unusualPrice} as unusual, usual.comparable, usual.low, usual.high,
      ${date_sold ? sameSale : sql`null::int`} as same
    from t, ${usualPrice(since)} usual`);
  const { unusual: found = null, comparable = 0, low = null, high = null, same = null } = row ?? {};
  return { unusual: found, comparable, low: numberOf(low), high: numberOf(high), same };
}
