import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { PriceCheckInput, PriceWarnings } from '../../../contract/market/market.ts';
import { ivColumn, STATS } from '../../../contract/sale/ivs.ts';
import { SALE_KINDS, type SaleKind } from '../../../contract/sale/kinds.ts';
import { daysBefore, todayUtc } from '../../../contract/shared/dates.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { query } from '../../../db/query.ts';
import type { MarketReads } from '../market-reads.ts';
import { traitColumns } from '../sale.filter.ts';
import type { SaleRow } from '../sale.presenter.ts';
import { SALE_COLUMNS } from '../sale.queries.ts';
import { comparable, distance, FULL_SIMILARITY, sameName } from './similarity.ts';
import { describedSubject, subjectRow } from './subject.ts';

const { minComparables, priceFactor } = LIMITS.review;
/** The usual price is the median of this many most similar sales, out of this many newest comparable ones. */
const NEAREST = 15;
const USUAL_REACH = 500;
/** Similar sales are searched among this many newest sales of a name. */
const REACH = 2_000;

const IVS = STATS.map((stat) => sql.ref(`s.${ivColumn(stat)}`));

/** The columns that sales are compared by, all in the name index of each kind; items have no traits. */
const COMPARED: Record<SaleKind, RawBuilder<unknown>> = {
  pokemon: sql`s.nature::text, s.ability::text, s.form::text, s.is_shiny, s.perfect_ivs, ${sql.join(IVS)}`,
  item: sql`null::text, null::text, null::text, null::boolean, null::smallint,
    ${sql.join(STATS.map(() => sql`null::smallint`))}`,
};

/**
 * A subquery of the newest public sales with the kind and name of `t`, with the columns they are compared by. A union of
 * both kinds, since each has its own partial index, which the planner uses only when the kind is a literal.
 *
 * @param since `YYYY-MM-DD`: only sales since that day whose price is comparable to that of `t`
 */
const newestSales = (since?: string): RawBuilder<unknown> => {
  const narrowed: Record<SaleKind, RawBuilder<unknown>> = {
    pokemon: sql`s.date_sold >= ${since}::date and ${comparable(FULL_SIMILARITY)}`,
    item: sql`s.date_sold >= ${since}::date`,
  };
  const ofKind = SALE_KINDS.toReversed().map(
    (kind) => sql`(
      select s.sale_id, s.price, s.date_sold, ${COMPARED[kind]} from sale s
      where s.kind = ${sql.lit(kind)} and t.kind = ${sql.lit(kind)} and ${sameName}
        and ${since === undefined ? sql`true` : narrowed[kind]}
      order by s.date_sold desc, s.sale_id desc limit ${sql.lit(since === undefined ? REACH : USUAL_REACH)})`,
  );
  return sql`(${sql.join(ofKind, sql` union all `)})`;
};

const DAYS_A_YEAR = 365.25;

/** The first day of similar sales, and of the sales that count towards the usual price, `YYYY-MM-DD`. */
export const comparableSince = (now: Date): string =>
  daysBefore(todayUtc(now), Math.round(LIMITS.similar.years * DAYS_A_YEAR));

/**
 * The usual price of sales like `t`, as a lateral subquery of one row: `median`, the median price of the most similar
 * comparable sales since a day, an actual price (of an even number, the lower of the middle two), their `low` and `high`,
 * and their number `comparable`. Fewer than `LIMITS.review.minComparables` are not meaningful.
 *
 * @param since `YYYY-MM-DD`
 */
export const usualPrice = (since: string): RawBuilder<unknown> => sql`lateral (
  select percentile_disc(0.5) within group (order by nearest.price) as median, min(nearest.price) as low,
    max(nearest.price) as high, count(*)::int as comparable
  from (
    select s.price from ${newestSales(since)} s
    order by ${distance(FULL_SIMILARITY)}, s.sale_id limit ${sql.lit(NEAREST)}) nearest)`;

/** Whether the price of `t` is unusual by `usual`, the usual price: `high`, `low` or null. */
export const unusualPrice = sql`case
  when usual.comparable < ${sql.lit(minComparables)} then null
  when t.price > usual.median * ${sql.lit(priceFactor)} then 'high'
  when t.price * ${sql.lit(priceFactor)} < usual.median then 'low' end`;

/** The public sales of the same name that are most similar to a stored one, most similar first; see `newestSales`. */
export async function similarSales(em: EntityManager, saleId: number, limit: number): Promise<SaleRow[]> {
  return query(em)<SaleRow>`
    with t as materialized (select * from sale where sale_id = ${saleId}),
    nearest as materialized (
      select s.sale_id as id, ${distance(FULL_SIMILARITY)} as distance from t, lateral ${newestSales()} s
      order by distance, s.sale_id limit ${limit})
    select ${SALE_COLUMNS} from nearest join sale s on s.sale_id = nearest.id
    order by nearest.distance, s.sale_id`;
}

const daysApart = sql`abs(s.date_sold - t.date_sold)`;

/** Whether a sale `s` with the kind and name of `t` is probably the same one: its price and traits, on nearly its day. */
export const isSameSale = sql`s.price = t.price and ${daysApart} <= ${sql.lit(LIMITS.review.nearDays)}
  and row(${traitColumns('s')}) is not distinct from row(${traitColumns('t')})`;

const sameSale = sql`(select s.sale_id from sale s
  where ${sameName} and ${isSameSale} order by ${daysApart}, s.sale_id limit 1)`;

type Described = Pick<MarketReads, 'clock' | 'catalogueSource' | 'names'>;

/** A described sale as a query of one row, which the caller names `t`; sold today unless it says when. */
export async function describedRow(market: Described, { date_sold, ...sale }: PriceCheckInput) {
  const subject = await describedSubject(market, sale);
  return subjectRow({ ...subject, date_sold: date_sold ?? subject.date_sold });
}

/**
 * The warnings for the submitter of a sale, based only on public sales (docs/screens.md). The median is not sent to
 * the client.
 */
export async function checkPrice(
  market: Described & Pick<MarketReads, 'reads'>,
  input: PriceCheckInput,
): Promise<PriceWarnings> {
  const described = await describedRow(market, input);
  const since = comparableSince(market.clock.now());
  const [row] = await market.reads.rows(sql<PriceWarnings>`
    with t as (${described})
    select ${unusualPrice} as unusual, usual.comparable, usual.low, usual.high,
      ${input.date_sold ? sameSale : sql`null::int`} as same
    from t, ${usualPrice(since)} usual`);
  return row ?? { unusual: null, comparable: 0, low: null, high: null, same: null };
}
