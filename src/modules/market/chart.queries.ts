import { type RawBuilder, sql } from 'kysely';
import type { Chart, ChartPoint } from '../../contract/market/market.ts';
import { daysBefore, todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { type Condition, where } from '../../db/query.ts';
import { JsonText, type WithText } from '../../lib/json-text.ts';
import { daysOf } from './day-prices.ts';
import type { MarketReads } from './market-reads.ts';
import { isSet, publicConditions, type SaleFilter, withNames } from './sale.filter.ts';

interface SingleRow {
  date: string;
  price: number;
  sale_id: number;
  name: string;
  nature: string | null;
  perfect_ivs: number | null;
  is_shiny: boolean | null;
}

/** A sale as a point, with the traits by which its dot can be coloured; items have none. */
function single({ date, price, sale_id, name, nature, perfect_ivs, is_shiny }: SingleRow): ChartPoint {
  const point = { date, price, volume: 1, low: price, high: price, sale_id, name };
  if (nature === null || perfect_ivs === null || is_shiny === null) return point;
  return { ...point, nature, perfect_ivs, is_shiny };
}

/** `offset 0` keeps the plan of the count; the few sales are sorted afterwards. See `filteredRows`. */
const singles = (conditions: readonly Condition[]) => sql<SingleRow>`
  select * from (
    select s.date_sold as date, s.price, s.sale_id, s.name, s.nature, s.perfect_ivs, s.is_shiny
    from sale s ${where(conditions)} offset 0) as found
  order by date, sale_id`;

export interface RowSource {
  rows: <Row>(query: RawBuilder<Row>) => Promise<Row[]>;
}

async function namesOf(source: RowSource, conditions: readonly Condition[]): Promise<number> {
  const [row] = await source.rows(sql<{ names: number }>`
    select count(*) as names from (select distinct s.name_key from sale s ${where(conditions)}) as sold`);
  return row?.names ?? 0;
}

/**
 * Points of the sales that match conditions, oldest first: up to 1,000 single sales; above that, one point per day with the
 * median sale of the day.
 *
 * @param total the number of these sales
 * @param oneName they all have the same name
 */
export async function chartOf(
  source: RowSource,
  conditions: readonly Condition[],
  total: number,
  oneName = false,
): Promise<Chart> {
  if (total > LIMITS.priceHistory.points) {
    const [data, names] = await Promise.all([
      source.rows(daysOf(conditions)),
      oneName ? 1 : namesOf(source, conditions),
    ]);
    return { data, total_records: total, names };
  }
  const data = (await source.rows(singles(conditions))).map(single);
  return { data, total_records: data.length, names: new Set(data.map(({ name }) => name)).size };
}

/** The days of one name from memory, if it is the only filter and its sales are too many to be shown one by one. */
async function daysOfName(
  market: MarketReads,
  filter: SaleFilter,
  from: string,
): Promise<WithText<Chart> | null> {
  const { kind, name, exact, ...others } = filter;
  if (!kind || !name || !exact || Object.values(others).some(isSet)) return null;
  const found = await market.dayPrices.since(from, kind, name);
  return found && { ...found, names: 1 };
}

/**
 * Points of the public sales that match a filter, oldest first: up to 1,000 single sales; above that, one point per day
 * with the median sale of the day, an actual price and not an average (docs/api.md "Sales", docs/product.md "Purpose and
 * roles").
 *
 * @param days the length of the window that ends today, in UTC
 */
export async function saleChart(market: MarketReads, asked: SaleFilter, days?: number): Promise<Chart> {
  const chart = await visitorChart(market, asked, days);
  return { ...chart, data: chart.data instanceof JsonText ? chart.data.toJSON() : chart.data };
}

/** As `saleChart`, for a response to a visitor. */
export async function visitorChart(
  market: MarketReads,
  asked: SaleFilter,
  days: number = LIMITS.priceHistory.defaultDays,
): Promise<WithText<Chart>> {
  const from = daysBefore(todayUtc(market.clock.now()), days);
  const known = await daysOfName(market, asked, from);
  if (known) return known;
  const named = await withNames(market, asked);
  const filter = { ...named, date_from: asked.date_from && asked.date_from > from ? asked.date_from : from };
  const total = await market.counts.matching(filter);
  return chartOf(market.reads, publicConditions(filter), total, Boolean(filter.name && filter.exact));
}
