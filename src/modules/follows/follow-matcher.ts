import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { parseSnapshot } from '../changes/snapshot.ts';
import type { MarketReads } from '../market/market-reads.ts';
import { presentAnySale } from '../market/sale.presenter.ts';
import { type MiddleHalf, middleHalfAround } from '../market/similar/middle-half.queries.ts';
import { type ApprovedSale, nextApproved, nextChanges, publicSales } from './changed-sales.queries.ts';
import type { FollowIndex, MatchingFollow } from './follow-index.ts';
import { type NewMatch, writeMatches } from './follow-matches.ts';
import {
  type Advancing,
  advanceTo,
  arrived,
  isWorthStoring,
  readPosition,
  scanStart,
  storePosition,
  type TakenSnapshot,
} from './follow-position.ts';
import { FollowRules } from './follow-rules.ts';

/** Changes are matched when they are older than this: by then a decision can no longer be undone. */
const FINAL_MS = LIMITS.review.undoSeconds * 1_000 + 500;
/** Snapshots are taken at most this often, so that few of them wait until they are old enough. */
const SNAPSHOT_MS = 250;
/** Sales that are matched in one transaction: few, because approvals are slower during a step. */
const STEP = 5;

/** `busy` when another process is running a step, `idle` when nothing is due yet. */
export type MatchStep = 'worked' | 'idle' | 'busy';

interface MatcherOptions {
  market: Pick<MarketReads, 'reads' | 'clock'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Matches sales that became public, or were edited, with the follows of all accounts: each sale and follow exactly once
 * (docs/follows.md). A process keeps one matcher, which remembers the compiled follows and the recent snapshots.
 */
export class FollowMatcher {
  readonly #options: MatcherOptions;
  readonly #rules: FollowRules;
  /** Taken within the last `FINAL_MS`, and one that is older; oldest first. */
  #snapshots: TakenSnapshot[] = [];

  constructor(options: MatcherOptions) {
    this.#options = options;
    this.#rules = new FollowRules(options);
  }

  /** Matches the next sales in a transaction, which also moves the position. */
  async step(em: EntityManager): Promise<MatchStep> {
    await this.#takeSnapshot(em);
    const [final] = this.#snapshots;
    const newest = this.#snapshots.at(-1);
    if (!final || !newest || !this.#isFinal(final)) return 'idle';
    return em.transactional(async () => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('follow_match')) as taken`.execute(em.getKysely());
      if (!rows[0]?.taken) return 'busy';
      const position = await readPosition(em);
      const { target, target_at } = position;
      const advancing =
        target !== null && target_at !== null
          ? { ...position, target, target_at }
          : advanceTo(position, final, newest);
      return advancing ? this.#advance(em, advancing, target !== null) : 'idle';
    });
  }

  #isFinal({ at }: TakenSnapshot): boolean {
    return this.#options.clock.now().getTime() - at.getTime() >= FINAL_MS;
  }

  /** Remembers the current snapshot, and forgets those before the newest that is final. */
  async #takeSnapshot(em: EntityManager): Promise<void> {
    const last = this.#snapshots.at(-1);
    const { clock } = this.#options;
    if (!last || clock.now().getTime() - last.at.getTime() >= SNAPSHOT_MS) {
      const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(
        em.getKysely(),
      );
      const text = rows[0]?.now ?? '';
      const snapshot = parseSnapshot(text);
      if (!snapshot) throw new Error(`PostgreSQL returned an invalid snapshot: ${text.slice(0, 100)}`);
      // The time after the query: everything that the snapshot has seen was committed before.
      this.#snapshots.push({ text, snapshot, at: clock.now() });
    }
    const final = this.#snapshots.findLastIndex((taken) => this.#isFinal(taken));
    if (final > 0) this.#snapshots = this.#snapshots.slice(final);
  }

  /** First the changes up to the target, then, if they do not name all sales, a scan of approved sales. */
  async #advance(em: EntityManager, position: Advancing, hasBegun: boolean): Promise<MatchStep> {
    const changes = await nextChanges(em, position, STEP);
    if (changes.some(({ change }) => change === 'many')) position.scan_from ??= scanStart(position);
    await this.match(
      em,
      await publicSales(
        em,
        changes.flatMap(({ sale_id }) => sale_id ?? []),
      ),
    );
    if (changes.length === STEP) {
      await storePosition(em, { ...position, after_change: changes.at(-1)?.change_id ?? '0' });
      return 'worked';
    }
    if (position.scan_from !== null) {
      const sales = await nextApproved(em, position, STEP);
      await this.match(em, sales);
      const last = sales.at(-1);
      if (last && sales.length === STEP) {
        const after = changes.at(-1)?.change_id ?? position.after_change;
        const scanned = { scan_from: new Date(last.decided_at), scan_sale: last.sale_id };
        await storePosition(em, { ...position, ...scanned, after_change: after });
        return 'worked';
      }
    }
    const isNews = changes.length > 0 || position.scan_from !== null || hasBegun;
    if (isNews || isWorthStoring(position)) await storePosition(em, arrived(position));
    return isNews ? 'worked' : 'idle';
  }

  /** Matches these sales with all follows, in the caller's transaction. */
  async match(em: EntityManager, sales: readonly ApprovedSale[]): Promise<void> {
    if (sales.length === 0) return;
    const index = await this.#rules.current(em);
    const matches: NewMatch[] = [];
    for (const sale of sales) {
      for (const follow of await this.#matching(index, sale)) matches.push({ follow, sale });
      // Other work of the process must not wait for all of them.
      await setImmediate();
    }
    await writeMatches(em, matches, this.#options.clock.now());
  }

  async #matching(index: FollowIndex, row: ApprovedSale): Promise<MatchingFollow[]> {
    const { clock, market } = this.#options;
    const sale = presentAnySale(row, null);
    const found = index.matching(sale, todayUtc(clock.now()), new Date(row.decided_at).getTime());
    const isCompared = ({ rule }: MatchingFollow) => rule.condition.type === 'outside_middle_half';
    if (!found.some(isCompared)) return found;
    const isOutside = (half: MiddleHalf | null) =>
      half !== null && (sale.price < half.from || sale.price > half.to);
    if (isOutside(await middleHalfAround(market, row))) return found;
    return found.filter((follow) => !isCompared(follow));
  }
}
