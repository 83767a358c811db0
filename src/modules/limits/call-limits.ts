import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { networkOf } from '../../lib/client-address.ts';
import { DomainError } from '../../lib/errors.ts';
import { FairQueue, type Pace, type QueueRefusal } from '../../lib/fair-queue.ts';
import { scaleLimit, tooMany } from '../../lib/limit.ts';
import { BurstLimit } from './burst-limit.ts';

/** The account of a session, as of its latest lookup. */
interface KnownAccount {
  userId: number;
  isStaff: boolean;
}

const { reads, calls, turns } = LIMITS;

/** Sessions that a process remembers. A forgotten one is looked up like a new one. */
const KNOWN_SESSIONS = 20_000;
/** Reached limits that a process remembers. */
const MOST_REACHED = 10_000;
/** Connections of the main pool that calls of accounts without a staff role leave to sign-ins and staff. */
const RESERVED_CONNECTIONS = 3;

const busy = (why: QueueRefusal) =>
  new DomainError(
    why === 'full' ? 'rate_limited' : 'unavailable',
    'BUSY',
    'Too many requests at the moment. Please try again.',
    { retryAfter: 1 },
  );

const refused = (msBeforeNext: number, isRepeated: boolean) =>
  tooMany('Too many requests.', { msBeforeNext }, isRepeated);

type LimitKind = 'account' | 'discord' | 'render' | 'token' | 'unsigned' | 'visitor';

/**
 * The limits of every call (docs/security.md "Limits"), counted in the memory of the process: visitors by
 * address, accounts by id, and tokens without a session by address. An account has few calls at once, and those of ordinary
 * accounts have a pace and leave some database connections to sign-ins and staff. Sign-ins leave some to the others.
 */
export class CallLimits {
  readonly #reads: BurstLimit;
  readonly #calls: { user: BurstLimit; staff: BurstLimit };
  readonly #tokens: RateLimiterMemory;
  readonly #unsigned: RateLimiterMemory;
  readonly #renders: RateLimiterMemory;
  readonly #known = new LRUCache<string, KnownAccount>({ max: KNOWN_SESSIONS });
  /** When each limit that was reached allows the next use, by the clock of `performance.now`. */
  readonly #reached = new Map<string, number>();
  readonly #signIns: FairQueue;
  readonly #ordinary: FairQueue;
  readonly #others: FairQueue;
  readonly #visitors: FairQueue;

  constructor(config: Pick<Config, 'rateLimitFactor' | 'databasePool'>) {
    const { rateLimitFactor, databasePool } = config;
    const times = (limit: number) => scaleLimit(config, limit);
    /** Uses per minute, spread evenly, and one additional burst per minute. */
    const bursty = (uses: { perMinute: number; burst: number }) =>
      new BurstLimit((uses.perMinute / 60) * rateLimitFactor, times(uses.burst));
    const perMinute = (keyPrefix: string, uses: number) =>
      new RateLimiterMemory({ keyPrefix, points: times(uses), duration: 60 });
    this.#reads = bursty(reads);
    this.#calls = { user: bursty(calls.user), staff: bursty(calls.staff) };
    this.#tokens = perMinute('token', LIMITS.unknownTokens);
    this.#unsigned = perMinute('unsigned', LIMITS.unknownTokens);
    this.#renders = perMinute('render', LIMITS.rendersPerMinute);
    const waits = { waiting: times(turns.waiting), waitMs: turns.waitMs };
    const width = Math.max(1, databasePool - RESERVED_CONNECTIONS);
    const signIns = Math.max(1, Math.min(Math.floor(databasePool / 2), availableParallelism()));
    const paced = (pace: Pace): Pace => ({
      burst: pace.burst * rateLimitFactor,
      perSecond: pace.perSecond * rateLimitFactor,
    });
    const perKey = Math.ceil(signIns / 2);
    const signInPace = { ...paced(turns.signIn.pace), together: Math.ceil(signIns / 4) };
    this.#signIns = new FairQueue({ ...waits, width: signIns, perKey, pace: signInPace }, busy);
    const ordinary = { perKey: turns.user.atOnce, pace: paced(turns.user.pace) };
    this.#ordinary = new FairQueue({ ...waits, width, ...ordinary }, busy);
    const others = { ...waits, width: Number.POSITIVE_INFINITY };
    this.#others = new FairQueue({ ...others, perKey: turns.staff.atOnce }, busy);
    const together = times(turns.read.together);
    const read = { perKey: times(turns.read.atOnce), pace: { ...paced(turns.read.pace), together } };
    this.#visitors = new FairQueue({ ...others, ...read }, busy);
  }

  /** Counts one call of a visitor. @returns the error that refuses it; null when it is allowed */
  countRead(address: string | null): DomainError | null {
    return this.#count('visitor', this.#reads, networkOf(address));
  }

  /** Counts one call of a visitor. @throws DomainError rate_limited */
  takeRead(address: string | null): void {
    const refusal = this.countRead(address);
    if (refusal) throw refusal;
  }

  /**
   * Runs a call of a visitor in the turn of its address. All addresses that had many turns lately have one
   * together, so that their searches leave the database to others. Answers from memory need no turn.
   *
   * @throws DomainError rate_limited when too many wait; unavailable after too long a wait
   */
  runRead<T>(address: string | null, call: () => Promise<T>): Promise<T> {
    return this.#visitors.run([networkOf(address)], call);
  }

  /**
   * Counts a visitor's call that uses the main pool, such as that of a feed, and runs it in the turn of its address among
   * the calls of ordinary accounts.
   *
   * @throws DomainError rate_limited; unavailable after too long a wait
   */
  async runMainRead<T>(address: string | null, call: () => Promise<T>): Promise<T> {
    this.takeRead(address);
    return this.#ordinary.run([networkOf(address)], call);
  }

  /** Counts a command of a Discord user, who has the limits of a visitor. @throws DomainError rate_limited */
  takeDiscordUser(userId: string): void {
    const refusal = this.#count('discord', this.#reads, `discord ${userId}`);
    if (refusal) throw refusal;
  }

  /**
   * Refuses an address that sent too many requests with an invalid signature lately. Counts nothing.
   *
   * @throws DomainError rate_limited
   */
  async checkUnsigned(address: string | null): Promise<void> {
    const network = networkOf(address);
    const used = await this.#unsigned.get(network);
    if (used && used.remainingPoints <= 0) throw this.#refusal('unsigned', network, used.msBeforeNext);
  }

  /** Counts a request with an invalid signature. Valid ones are not counted: all of them come from a few addresses. */
  async countUnsigned(address: string | null): Promise<void> {
    await this.#unsigned.penalty(networkOf(address));
  }

  /** Counts a picture that is drawn for a visitor. @throws DomainError rate_limited */
  takeRender(address: string | null): Promise<void> {
    return this.#take('render', this.#renders, networkOf(address));
  }

  /**
   * Runs a sign-in, registration or second step in its turn. All of them together have some of the database connections,
   * because they wait for hashes and for the locks of their accounts. One address has half of these, and all addresses
   * that had several turns lately have a quarter together.
   *
   * @throws DomainError rate_limited when too many wait; unavailable after too long a wait
   */
  runSignIn<T>(address: string | null, call: () => Promise<T>): Promise<T> {
    return this.#signIns.run([networkOf(address)], call);
  }

  /**
   * Counts a call of a session. The account is that of the latest lookup of the session, so that a flood is refused before
   * the database is used. The first call of a session is not counted.
   *
   * @param session the hash of its token
   * @throws DomainError rate_limited
   */
  takeCall(session: string): void {
    const known = this.#known.get(session);
    const refusal = known ? this.#countCall(known) : null;
    if (refusal) throw refusal;
  }

  /** Runs a call of a session in its account's turn. @throws DomainError unavailable after too long a wait */
  run<T>(session: string, call: () => Promise<T>): Promise<T> {
    const known = this.#known.get(session);
    if (!known) return this.#others.run([session], call);
    return (known.isStaff ? this.#others : this.#ordinary).run([String(known.userId)], call);
  }

  /**
   * Counts a request that reaches no call, such as one to an unknown path or with an unreadable body: as a call of its
   * account or, without a session that this process knows, of a visitor.
   *
   * @param session the hash of its token; null without one
   * @returns whether it is within the limit; beyond it, a log line for each would fill the disk
   */
  countOther(session: string | null, address: string | null): boolean {
    const known = session === null ? undefined : this.#known.get(session);
    return (known ? this.#countCall(known) : this.countRead(address)) === null;
  }

  /**
   * Counts the lookup of a session that this process does not know, until `found` or `uncountLookUp`: an address may send
   * a limited number of tokens without a session.
   *
   * @returns whether it was counted
   * @throws DomainError rate_limited
   */
  async lookUp(session: string, address: string | null): Promise<boolean> {
    if (this.#known.has(session)) return false;
    await this.#take('token', this.#tokens, networkOf(address));
    return true;
  }

  /**
   * Remembers the account of a session that was looked up.
   *
   * @param counted whether this lookup was counted; another one may have found the session in the meantime
   */
  async found(
    session: string,
    address: string | null,
    account: KnownAccount,
    counted: boolean,
  ): Promise<void> {
    if (counted) await this.uncountLookUp(address);
    this.#known.set(session, account);
  }

  /** Gives back a counted lookup. */
  async uncountLookUp(address: string | null): Promise<void> {
    await this.#tokens.reward(networkOf(address));
  }

  ended(session: string): void {
    this.#known.delete(session);
  }

  get isCalm(): boolean {
    return this.#reached.size === 0;
  }

  /**
   * The error of a limit that a call would exceed: that of its account, that of tokens without a session, or that of
   * visitors. Counts nothing. Null when the call may be tried.
   *
   * @param session the hash of its token; null without one
   */
  refusedLately(session: string | null, address: string | null): DomainError | null {
    const known = session === null ? undefined : this.#known.get(session);
    const key = known
      ? `account ${known.userId}`
      : `${session === null ? 'visitor' : 'token'} ${networkOf(address)}`;
    const until = this.#reached.get(key);
    return until === undefined ? null : refused(until - performance.now(), true);
  }

  /** Refuses calls that wait, whose clients may have left, and waits for those that run. For the end of the process. */
  async close(): Promise<void> {
    await Promise.all(
      [this.#signIns, this.#ordinary, this.#others, this.#visitors].map((queue) => queue.close()),
    );
  }

  #countCall({ userId, isStaff }: KnownAccount): DomainError | null {
    return this.#count('account', this.#calls[isStaff ? 'staff' : 'user'], userId);
  }

  #count(kind: LimitKind, limit: BurstLimit, who: string | number): DomainError | null {
    const msBeforeNext = limit.take(who);
    return msBeforeNext === 0 ? null : this.#refusal(kind, who, msBeforeNext);
  }

  async #take(kind: LimitKind, limiter: RateLimiterMemory, who: string | number): Promise<void> {
    try {
      await limiter.consume(who);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw this.#refusal(kind, who, error.msBeforeNext);
    }
  }

  /** The error of a reached limit, which is remembered until it allows the next use. */
  #refusal(kind: LimitKind, who: string | number, msBeforeNext: number): DomainError {
    const key = `${kind} ${who}`;
    const isRepeated = this.#reached.has(key);
    if (!isRepeated && this.#reached.size < MOST_REACHED) {
      this.#reached.set(key, performance.now() + msBeforeNext);
      setTimeout(() => this.#reached.delete(key), msBeforeNext).unref();
    }
    return refused(msBeforeNext, isRepeated);
  }
}
