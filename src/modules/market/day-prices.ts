import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { zPricePoint } from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { nameKey } from '../../contract/shared/text.ts';
import { type Condition, where } from '../../db/query.ts';
import type { ReadPool } from '../../db/read-servers/read-pool.ts';
import { JsonText } from '../../lib/json-text.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { addedSales } from './added-sales.ts';
import { publicConditions } from './sale.filter.ts';

/** The sales of a day; `price` is the price of the median sale. */
type DayPrice = Omit<z.infer<typeof zPricePoint>, 'sale_id'>;

/** The days of the sales that match conditions on a table named `s`, oldest first. */
export const daysOf = (conditions: readonly Condition[]): RawBuilder<DayPrice> => sql<DayPrice>`
  select s.date_sold as date, percentile_disc(0.5) within group (order by s.price) as price, count(*) as volume,
    min(s.price) as low, max(s.price) as high
  from sale s ${where(conditions)} group by s.date_sold order by s.date_sold`;

/** The days of a window, and the number of their sales. */
interface LastDays {
  data: JsonText<DayPrice[]>;
  total_records: number;
}

const salesOf = (days: readonly DayPrice[]): number => days.reduce((sum, { volume }) => sum + volume, 0);

/** The JSON of the days in UTF-8, each followed by a comma, and the offset of each. */
function joined(days: readonly DayPrice[]): { bytes: Buffer; starts: readonly number[] } {
  let text = '';
  const starts = days.map((day) => {
    const start = text.length;
    text += `${JSON.stringify(day)},`;
    return start;
  });
  // Days have only ASCII characters, so that these are also the offsets of their bytes.
  return { bytes: Buffer.from(text), starts };
}

/** All days of a name. Their JSON is made once, and cut at the first day of a window. */
class History {
  readonly days: readonly DayPrice[];
  /** The number of the last change that it includes. */
  sequence = 0;
  #joined: ReturnType<typeof joined> | undefined;

  constructor(days: readonly DayPrice[]) {
    this.days = days;
  }

  /** The days from a date on; null when there are so few sales that each is shown. */
  since(date: string): LastDays | null {
    const first = this.days.findLastIndex((day) => day.date < date) + 1;
    const total_records = salesOf(this.days.slice(first));
    if (total_records <= LIMITS.priceHistory.points) return null;
    this.#joined ??= joined(this.days);
    const { bytes, starts } = this.#joined;
    return { data: new JsonText('[', bytes.subarray(starts[first], -1), ']'), total_records };
  }
}

const NAMES = 100;

/**
 * Caches the days of the most sold names and updates them incrementally: when sales were only added, it reads their days
 * again; after any other change, all days. A result is as current as the time of the call.
 */
export class DayPrices {
  readonly #reads: ReadPool;
  readonly #changeFeed: Pick<ChangeFeed, 'fresh' | 'since'>;
  readonly #histories = new LRUCache<string, History>({ max: NAMES });

  constructor(reads: ReadPool, changeFeed: Pick<ChangeFeed, 'fresh' | 'since'>) {
    this.#reads = reads;
    this.#changeFeed = changeFeed;
  }

  /**
   * The days with public sales of a name, however it is written, from a date on, oldest first; null for sales that are so
   * few that each is shown.
   */
  async since(date: string, kind: SaleKind, name: string): Promise<LastDays | null> {
    const key = `${kind} ${nameKey(name)}`;
    const conditions = publicConditions({ kind, name, exact: true });
    const sequence = await this.#changeFeed.fresh();
    const known = this.#histories.get(key);
    const added = known ? addedSales(this.#changeFeed.since(known.sequence), ['catalogue']) : null;
    const days =
      known && added
        ? await this.#withAdded(known.days, added, conditions)
        : await this.#reads.rows(daysOf(conditions));
    const history = known?.days === days ? known : this.#keep(key, new History(days));
    history.sequence = sequence;
    return history.since(date);
  }

  /** Reads again only the days on which this name has new sales. */
  async #withAdded(
    days: readonly DayPrice[],
    saleIds: readonly number[],
    conditions: readonly Condition[],
  ): Promise<readonly DayPrice[]> {
    if (saleIds.length === 0) return days;
    const dates = await this.#reads.rows(sql<{ date: string }>`select distinct s.date_sold as date from sale s
      ${where([sql`s.sale_id = any(${saleIds}::int[])`, ...conditions])}`);
    if (dates.length === 0) return days;
    const onThem = sql`s.date_sold = any(${dates.map(({ date }) => date)}::date[])`;
    const updated = await this.#reads.rows(daysOf([...conditions, onThem]));
    const byDate = new Map(days.map((day) => [day.date, day]));
    for (const day of updated) byDate.set(day.date, day);
    return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  /** Caches a history, unless it is so small that reading it is as fast. */
  #keep(key: string, history: History): History {
    if (salesOf(history.days) > LIMITS.priceHistory.points) this.#histories.set(key, history);
    else this.#histories.delete(key);
    return history;
  }
}
