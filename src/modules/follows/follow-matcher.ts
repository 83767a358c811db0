import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FINAL_MS } from '../../contract/review/review-values.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { exclusiveStep, type StepResult } from '../../db/exclusive-step.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { readMarketSequence } from '../changes/market-sequence.ts';
import type { MarketReads } from '../market/market-reads.ts';
import { presentAnySale } from '../market/sale.presenter.ts';
import { type MiddleHalf, middleHalfAround } from '../market/similar/compared.queries.ts';
import {
  type ApprovedSale,
  BEGINNING,
  isKept,
  NO_SCAN,
  nextApproved,
  nextChanges,
  type Position,
  publicSales,
  readPosition,
  scanTo,
  storePosition,
} from './changed-sales.queries.ts';
import type { FollowIndex, MatchingFollow } from './follow-index.ts';
import { type NewMatch, writeMatches } from './follow-matches.ts';
import { FollowRules } from './follow-rules.ts';

/** The latest number is read at most this often, so that few of them wait until they are old enough. */
const READ_MS = 250;
/** A position is stored this often while nothing changes. */
const STORED_EVERY_MS = 60_000;
/** Sales that are matched in one transaction: few, because approvals are slower during a step. */
const STEP = 5;

/** A number, and a time at which everything up to it had been committed. */
interface Reading {
  sequence: number;
  at: Date;
}

interface MatcherOptions extends Pick<MarketReads, 'reads' | 'clock'> {
  logger: Logger;
}

/**
 * Matches sales that became public, or were edited, with the follows of all accounts: each sale and follow exactly once
 * (docs/follows.md). A process keeps one matcher, which remembers the compiled follows and the recent numbers.
 */
export class FollowMatcher {
  readonly #options: MatcherOptions;
  readonly #rules: FollowRules;
  /** The positions of the last `FINAL_MS`, and one that is older; oldest first. */
  #readings: Reading[] = [];

  constructor(options: MatcherOptions) {
    this.#options = options;
    this.#rules = new FollowRules(options);
  }

  /** Matches the next sales in a transaction, which also moves the position. */
  async step(em: EntityManager): Promise<StepResult> {
    await this.#readNumber(em);
    const [oldest] = this.#readings;
    if (!oldest || !this.#isOldEnough(oldest)) return 'idle';
    return exclusiveStep(em, ADVISORY_LOCKS.followMatches, async () => {
      const position = await readPosition(em);
      return position.scan_from === null ? this.#advance(em, position, oldest) : this.#scan(em, position);
    });
  }

  /** Whether all approvals up to this number are final. */
  #isOldEnough({ at }: Reading): boolean {
    return this.#options.clock.now().getTime() - at.getTime() >= FINAL_MS;
  }

  /** Remembers the latest number, and forgets those before the newest that is old enough. */
  async #readNumber(em: EntityManager): Promise<void> {
    const { clock } = this.#options;
    // The clock was set back.
    if (this.#readings.some(({ at }) => at > clock.now())) this.#readings = [];
    const last = this.#readings.at(-1);
    if (!last || clock.now().getTime() - last.at.getTime() >= READ_MS) {
      const sequence = await readMarketSequence(em);
      this.#readings.push({ sequence, at: clock.now() });
    }
    const newest = this.#readings.findLastIndex((reading) => this.#isOldEnough(reading));
    if (newest > 0) this.#readings = this.#readings.slice(newest);
  }

  /** Matches the next changes up to a number. If they do not name all sales, a scan of approved sales follows. */
  async #advance(em: EntityManager, position: Position, upTo: Reading): Promise<StepResult> {
    const next = await nextChanges(em, position, upTo.sequence, STEP);
    // Asked afterwards, so that nothing was deleted before the changes were read.
    const isComplete = await isKept(em, position);
    const changes = isComplete ? next : await nextChanges(em, BEGINNING, upTo.sequence, STEP);
    const ids = changes.flatMap(({ sale_id }) => sale_id ?? []);
    await this.match(em, await publicSales(em, ids));
    const last = changes.at(-1);
    const isDue = isComplete && upTo.at.getTime() - Date.parse(position.taken_at) >= STORED_EVERY_MS;
    if (last || isDue) {
      const isScanned = last && (!isComplete || changes.some(({ change }) => change === 'many'));
      await storePosition(em, {
        ...position,
        ...(last && { sequence: last.sequence, change_id: last.change_id }),
        ...(changes.length < STEP && { taken_at: upTo.at.toISOString() }),
        ...(isScanned && scanTo(position, upTo.at.toISOString())),
      });
    }
    return last ? 'worked' : 'idle';
  }

  /** Matches the next sales of a scan. Without follows it ends, because a later follow matches later approvals only. */
  async #scan(em: EntityManager, position: Position): Promise<StepResult> {
    const follows = await this.#rules.current(em);
    const sales = follows.size > 0 ? await nextApproved(em, position, STEP) : [];
    await this.match(em, sales);
    const last = sales.length === STEP ? sales.at(-1) : undefined;
    const rest = last ? { scan_from: last.decided_at, scan_sale: last.sale_id } : NO_SCAN;
    await storePosition(em, { ...position, ...rest });
    return 'worked';
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
    const sale = presentAnySale(row, null);
    const found = index.matching(sale, todayUtc(this.#options.clock.now()), new Date(row.news_at).getTime());
    const isCompared = ({ rule }: MatchingFollow) => rule.condition.type === 'outside_middle_half';
    if (!found.some(isCompared)) return found;
    const isOutside = (half: MiddleHalf | null) =>
      half !== null && (sale.price < half.from || sale.price > half.to);
    if (isOutside(await middleHalfAround(this.#options, row))) return found;
    return found.filter((follow) => !isCompared(follow));
  }
}
