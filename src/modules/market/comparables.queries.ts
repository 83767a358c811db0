import { type RawBuilder, sql } from 'kysely';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import { daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { RequestScope } from '../scope.ts';
import type { SaleRow } from './sale.presenter.ts';
import { SALE_COLUMNS } from './sale.queries.ts';
import { comparable, distance, sameName, WHOLE } from './similarity.ts';

/** How many of the most alike sales say what is usual, and how many of the newest comparable ones are looked at for them. */
const NEAREST = 15;
const USUAL_REACH = 500;
/** How many of the newest sales of a name are looked at when somebody asks for similar ones. */
const REACH = 2_000;

const IVS = STATS.map((stat) => sql.ref(`c.${ivColumn(stat)}`));

/** What sales are compared by, all of it in the index of the names of each kind; items have no traits. */
const COMPARED: Record<SaleKind, RawBuilder<unknown>> = {
  pokemon: sql`c.nature::text, c.ability::text, c.form::text, c.is_shiny, c.perfect_ivs, ${sql.join(IVS)}`,
  item: sql`null::text, null::text, null::text, null::boolean, null::smallint,
    ${sql.join(STATS.map(() => sql`null::smallint`))}`,
};

/**
 * The newest public sales of what `t` names, so many at most, as a subquery of what they are compared by. Kind
 * by kind, since each has its own index, which the planner takes only where the kind is written out.
 *
 * @param since `YYYY-MM-DD`: only sales since that day whose price can be held against that of `t`
 */
export const newestSales = (since?: string): RawBuilder<unknown> => {
  const narrowed: Record<SaleKind, RawBuilder<unknown>> = {
    pokemon: sql`c.date_sold >= ${since}::date and ${comparable(WHOLE)}`,
    item: sql`c.date_sold >= ${since}::date`,
  };
  const ofKind = SALE_KINDS.toReversed().map(
    (kind) => sql`(
      select c.sale_id, c.price, c.date_sold, ${COMPARED[kind]} from sale c
      where c.kind = ${sql.lit(kind)} and t.kind = ${sql.lit(kind)} and ${sameName}
        and ${since === undefined ? sql`true` : narrowed[kind]}
      order by c.date_sold desc, c.sale_id desc limit ${sql.lit(since === undefined ? REACH : USUAL_REACH)})`,
  );
  return sql`(${sql.join(ofKind, sql` union all `)})`;
};

const DAYS_A_YEAR = 365.25;

/** The first day whose prices still say what is usual. */
export const comparableSince = (now: Date): string =>
  daysBefore(todayUtc(now), Math.round(LIMITS.review.comparables.years * DAYS_A_YEAR));

/**
 * What sales like `t` usually cost, as a lateral subquery of one row: `median`, the median price of the nearest
 * comparable sales since a day, an actual price (of an even number the lower of the two in the middle), their `low` and
 * `high`, and `comparable`, how many they are. Fewer than `LIMITS.review.comparables.min` say nothing.
 *
 * @param since `YYYY-MM-DD`
 */
export const usualPrice = (since: string): RawBuilder<unknown> => sql`lateral (
  select percentile_disc(0.5) within group (order by nearest.price) as median, min(nearest.price) as low,
    max(nearest.price) as high, count(*)::int as comparable
  from (
    select c.price from ${newestSales(since)} c
    order by ${distance(WHOLE)}, c.sale_id limit ${sql.lit(NEAREST)}) nearest)`;

/** The public sales of the same name that are most like a stored one, the most alike first; see `newestSales`. */
export async function similarSales(
  { em }: Pick<RequestScope, 'em'>,
  saleId: number,
  limit: number,
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    with t as materialized (select * from sale where sale_id = ${saleId}),
    nearest as materialized (
      select c.sale_id as id, ${distance(WHOLE)} as distance from t, lateral ${newestSales()} c
      order by distance, c.sale_id limit ${limit})
    select ${SALE_COLUMNS} from nearest join sale s on s.sale_id = nearest.id
    order by nearest.distance, s.sale_id`.execute(em.getKysely());
  return rows;
}
