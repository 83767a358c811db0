import { type RawBuilder, sql } from 'kysely';
import { daysBefore, todayUtc } from '../../contract/dates.ts';
import { ivColumn, STATS } from '../../contract/ivs.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Scope } from '../scope.ts';
import type { SaleRow } from './sale.presenter.ts';
import { SALE_COLUMNS } from './sale.queries.ts';

/**
 * How far a sale is from another one of the same name: 0 for the same traits on the same day. It orders sales by
 * likeness and is no price; the weights say what buyers look at first.
 *
 * - shininess: 6, more than all other traits together
 * - 2 for each perfect IV that one has more than the other
 * - 1.5 for another nature, 1 for another form, 0.5 for another ability
 * - the IVs themselves: up to 1, when all six are as far apart as they can be
 * - 0.5 for each year between the sales
 */
const WEIGHT = { shiny: 6, perfectIv: 2, nature: 1.5, form: 1, ability: 0.5, ivs: 1, year: 0.5 };

/** How many of the most alike sales say what is usual, and how many of the newest are looked at for them. */
const NEAREST = 15;
const REACH = 2_000;

/** Floating-point: exact decimals cost ten times as much here and say no more. */
const float = (value: number) => sql`${sql.lit(value)}::float8`;

const ivsApart = sql.join(
  STATS.map((stat) => sql`abs(${sql.ref(`c.${ivColumn(stat)}`)} - ${sql.ref(`t.${ivColumn(stat)}`)})`),
  sql` + `,
);

const differs = (column: string, weight: number) =>
  sql`case when ${sql.ref(`c.${column}`)} = ${sql.ref(`t.${column}`)} then ${float(0)} else ${float(weight)} end`;

const traitsApart = sql`${differs('is_shiny', WEIGHT.shiny)}
  + ${float(WEIGHT.perfectIv)} * abs(c.perfect_ivs - t.perfect_ivs)
  + ${differs('nature', WEIGHT.nature)} + ${differs('form', WEIGHT.form)} + ${differs('ability', WEIGHT.ability)}
  + ${float(WEIGHT.ivs / (STATS.length * LIMITS.iv.max))} * (${ivsApart})`;

/** The distance of a sale `c` from the sale `t`; items have no traits, so time alone is between them. */
const distance = sql`case when t.kind = 'pokemon' then ${traitsApart} else 0 end
  + ${float(WEIGHT.year / 365)} * abs(c.date_sold - t.date_sold)`;

/** Other sales `c` of what `t` names, as everybody can see them. */
const sameName = sql`c.kind = t.kind and lower(c.name) = lower(t.name) and c.sale_id <> t.sale_id
  and c.status = 'approved' and c.deleted_at is null`;

/** Sales whose prices can be held against each other: as shiny, and at most one perfect IV apart. */
const comparable = sql`(t.kind = 'item' or (c.is_shiny = t.is_shiny and abs(c.perfect_ivs - t.perfect_ivs) <= 1))`;

const DAYS_A_YEAR = 365.25;

/** The first day whose prices still say what is usual. */
export const comparableSince = (now: Date): string =>
  daysBefore(todayUtc(now), Math.round(LIMITS.review.comparables.years * DAYS_A_YEAR));

/**
 * What sales like `t` usually cost, as a lateral subquery of one row: `median`, the median price of the nearest
 * comparable sales since a day, an actual price (of an even number the lower of the two in the middle), and
 * `comparable`, how many they are. Fewer than `LIMITS.review.comparables.min` say nothing.
 *
 * @param since `YYYY-MM-DD`
 */
export const usualPrice = (since: string): RawBuilder<unknown> => sql`lateral (
  select percentile_disc(0.5) within group (order by nearest.price) as median, count(*)::int as comparable
  from (
    select c.price from (
      select * from sale c where ${sameName} and ${comparable} and c.date_sold >= ${since}::date
      order by c.date_sold desc, c.sale_id desc limit ${sql.lit(REACH)}) c
    order by ${distance}, c.sale_id limit ${sql.lit(NEAREST)}) nearest)`;

/** The public sales of the same name that are most like a stored one, the most alike first. */
export async function similarSales(
  { em }: Pick<Scope, 'em'>,
  saleId: number,
  limit: number,
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    with t as materialized (select * from sale where sale_id = ${saleId}),
    nearest as materialized (
      select c.sale_id as id, ${distance} as distance from t join sale c on ${sameName}
      order by distance, c.sale_id limit ${limit})
    select ${SALE_COLUMNS} from nearest join sale s on s.sale_id = nearest.id
    order by nearest.distance, s.sale_id`.execute(em.getKysely());
  return rows;
}
