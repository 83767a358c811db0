import { sql } from 'kysely';
import { todayUtc } from '../../contract/dates.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { PricePoint } from '../../contract/sale.ts';
import type { Scope } from '../scope.ts';
import { filterConditions, inLastDays, type SaleFilter, visibleTo, where } from './sale.filter.ts';

interface PointRow {
  date: string;
  price: string;
  volume: string;
  low: string;
  high: string;
  sale_id: number | null;
  total: string;
}

/**
 * Points of a price chart, oldest first: single sales up to 1,000 of them, above that one point a day with the
 * median sale of the day, an actual price and no average (API.md "Sales", SPEC section 1).
 *
 * @param filter must name one name, exactly
 */
export async function priceHistory(
  scope: Scope,
  filter: SaleFilter,
  days: number = LIMITS.priceHistory.defaultDays,
): Promise<{ data: PricePoint[]; total_records: number }> {
  const conditions = where([
    ...visibleTo(null),
    ...filterConditions({ ...filter, exact: true }),
    inLastDays(days, todayUtc(scope.clock.now())),
  ]);
  const { rows } = await sql<PointRow>`
    with matched as materialized (select s.date_sold, s.price, s.sale_id from sale s ${conditions}),
    size as (select count(*) as total from matched),
    points as (
      select date_sold as date, price, 1 as volume, price as low, price as high, sale_id
        from matched where (select total from size) <= ${LIMITS.priceHistory.points}
      union all
      select date_sold, percentile_disc(0.5) within group (order by price), count(*), min(price), max(price), null
        from matched where (select total from size) > ${LIMITS.priceHistory.points} group by date_sold)
    select points.*, size.total from points, size order by points.date, points.sale_id`.execute(
    scope.em.getKysely(),
  );
  const data = rows.map(({ date, price, volume, low, high, sale_id }) => ({
    date,
    price: Number(price),
    volume: Number(volume),
    low: Number(low),
    high: Number(high),
    ...(sale_id === null ? {} : { sale_id }),
  }));
  return { data, total_records: Number(rows[0]?.total ?? 0) };
}
