import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { FollowConditionType } from '../../contract/follows/follows.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { HOUR_MS } from '../../contract/shared/dates.ts';
import { query, values } from '../../db/query.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { currentName, type MergedName } from '../name-search/current-names.filter.ts';
import { MERGED_NAMES } from '../name-search/names.queries.ts';
import { batches } from '../paging.ts';
import { FollowIndex } from './follow-index.ts';
import { conditionOf } from './follows.queries.ts';

const PAGE = 250;
/** How often deleted follows are removed from memory. */
const SWEEP_MS = HOUR_MS;

interface RuleRow {
  follow_id: number;
  kind: SaleKind;
  search: string;
  condition: FollowConditionType;
  price: number | null;
  since: string;
  paused_at: string | null;
}

const COLUMNS = sql`follow_id, kind, search, condition, price, since, paused_at`;

/** Keeps an index of the active follows up to date with the database. */
export class FollowRules {
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #invalid = new Set<number>();
  #index = new FollowIndex();
  /** The index includes every follow that this snapshot has seen. */
  #upTo: string | undefined;
  #merged: readonly MergedName[] = [];
  #sweptAt = 0;

  constructor({ logger, clock }: { logger: Logger; clock: Clock }) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /** The index, with every follow and every merge of items that was committed before the call. */
  async current(em: EntityManager): Promise<FollowIndex> {
    // Before the follows, so that those which are committed meanwhile are read again next time.
    const [now] = await values(em)<string>`select pg_current_snapshot()::text`;
    await this.#readMerged(em);
    if (this.#upTo === undefined) await this.#load(em);
    else await this.#readChanged(em, this.#upTo);
    this.#upTo = now;
    if (this.#clock.now().getTime() - this.#sweptAt >= SWEEP_MS) await this.#sweep(em);
    return this.#index;
  }

  /** After a merge all follows are read again, because names in their filters may refer to others. */
  async #readMerged(em: EntityManager): Promise<void> {
    const rows = await query(em)<MergedName>`${MERGED_NAMES}`;
    if (isDeepStrictEqual(rows, this.#merged)) return;
    this.#merged = rows;
    this.#upTo = undefined;
  }

  async #load(em: EntityManager): Promise<void> {
    this.#index = new FollowIndex(currentName(this.#merged));
    for (let after = 0; ; ) {
      const rows = await this.#rows(
        em,
        sql`where paused_at is null and follow_id > ${after} order by follow_id limit ${sql.lit(PAGE)}`,
      );
      this.#put(rows);
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last.follow_id;
      await setImmediate();
    }
    this.#sweptAt = this.#clock.now().getTime();
  }

  /** Reads the follows that a snapshot has not seen. Ids of transactions of another database can be in the future. */
  async #readChanged(em: EntityManager, upTo: string): Promise<void> {
    const rows = await this.#rows(
      em,
      sql`where xid >= pg_snapshot_xmin(${upTo}::text::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${upTo}::text::pg_snapshot)
        and xid < pg_snapshot_xmax(pg_current_snapshot())`,
    );
    for (const page of batches(rows, PAGE)) {
      this.#put(page);
      await setImmediate();
    }
  }

  async #rows(em: EntityManager, condition: RawBuilder<unknown>): Promise<RuleRow[]> {
    return query(em)<RuleRow>`select ${COLUMNS} from follow ${condition}`;
  }

  #put(rows: readonly RuleRow[]): void {
    for (const { follow_id: followId, kind, search, condition, price, since, paused_at } of rows)
      if (paused_at !== null) this.#index.drop(followId);
      else
        try {
          this.#index.put({
            followId,
            kind,
            search,
            condition: conditionOf(condition, price),
            since: new Date(since).getTime(),
          });
        } catch (error) {
          this.#warnOnce(followId, error);
        }
  }

  /** One follow that cannot be read must not stop the others. */
  #warnOnce(followId: number, error: unknown): void {
    this.#index.drop(followId);
    if (this.#invalid.has(followId)) return;
    this.#invalid.add(followId);
    this.#logger.warn({ follow: followId, err: error }, 'a follow with an invalid filter matches nothing');
  }

  /** Removes deleted follows. Until then they cost time only, since no match is stored for them. */
  async #sweep(em: EntityManager): Promise<void> {
    this.#sweptAt = this.#clock.now().getTime();
    const existing = new Set(await values(em)<number>`select follow_id from follow`);
    for (const id of [...this.#index.ids()]) if (!existing.has(id)) this.#index.drop(id);
  }
}
