import { createHmac } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { RateLimiterRes, type RateLimiterStoreAbstract } from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import { UNKNOWN_ACCOUNT } from '../../contract/admin/logs.ts';
import { MINUTE_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { keysOf, recordFor } from '../../contract/shared/record.ts';
import { networkOf } from '../../lib/client-address.ts';
import { deriveKey } from '../../lib/crypto.ts';
import type { DomainError } from '../../lib/errors.ts';
import { scaleLimit, tooMany } from '../../lib/limit.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { type LimitStore, postgresStore, redisStore } from './limit-store.ts';

type Rates = typeof LIMITS.rates;
type LimitName = keyof Rates;
type NetworkLimit = { [Name in LimitName]: Rates[Name]['per'] extends 'network' ? Name : never }[LimitName];
const LIMIT_NAMES = keysOf(LIMITS.rates);

/** Wrong passwords that a process remembers. */
const TRIED_PASSWORDS = 5_000;

const TOO_MANY: Record<LimitName, string> = {
  signInAddress: 'Too many logins from your network.',
  signInTyped: 'Too many failed logins.',
  signInAccount: 'Too many failed logins.',
  signInRow: 'Too many failed logins.',
  signInDevice: 'Too many logins.',
  register: 'Too many registrations from your network.',
  resetAddress: 'Too many password resets from your network.',
  resetTyped: 'Too many password reset requests.',
  resetAccount: 'Too many password reset requests.',
  addressMails: 'Too many confirmation emails.',
  webhookTests: 'Too many webhook tests.',
  addressLinks: 'Too many invalid links from your network.',
  submit: 'Hourly submission limit reached.',
  submitStaff: 'Hourly submission limit reached.',
  report: 'Daily limit of reports reached.',
};

/** What the log says when a limit is reached. */
const REFUSED: Record<LimitName, string> = {
  signInAddress: 'login refused: too many logins from this network',
  signInTyped: 'login refused: too many failed logins with this name or email address',
  signInAccount: 'login refused: too many failed logins of this account',
  signInRow: 'login refused: too many failed logins of this account since its last login',
  signInDevice: 'password check refused: too many from this known browser or session',
  register: 'registration refused: too many from this network',
  resetAddress: 'password reset refused: too many from this network',
  resetTyped: 'password reset refused: too many for this name or email address',
  resetAccount: 'password reset email refused: too many to this account',
  addressMails: 'confirmation email refused: too many to this account',
  webhookTests: 'webhook test refused: too many of this account',
  addressLinks: 'mailed link refused: too many invalid ones from this network',
  submit: 'submission refused: hourly limit of this account reached',
  submitStaff: 'submission refused: hourly limit of this account reached',
  report: 'report refused: daily limit of this account reached',
};

/** The account of a sign-in: null when it does not exist, undefined for other limits. */
type LimitedAccount = { userId: number; username: string } | null | undefined;

/** A sign-in attempt that has been counted as a failure in advance. */
interface SignInTry {
  /** Set when the account's budget is used up: even a correct password must be refused. */
  refusal: DomainError | null;
  /** Call it after a correct password: resets the account's budget. */
  succeeded: () => Promise<void>;
}

interface RateLimitsOptions {
  config: Pick<Config, 'redisUrl' | 'rateLimitFactor' | 'secret'>;
  em: EntityManager;
  logger: Logger;
}

/**
 * The rate limits (docs/security.md "Limits"), each multiplied by `RATE_LIMIT_FACTOR`. Uses are
 * counted in Redis if it is configured, otherwise in PostgreSQL. A use is counted before the action, in one
 * statement, so that a burst cannot exceed the limit. While Redis is unavailable, sign-ins are refused (503) and each
 * process counts other uses itself; without the database, all uses are refused. Calls as such have their own limits
 * (`CallLimits`).
 */
export class RateLimits {
  readonly #limiters: Record<LimitName, RateLimiterStoreAbstract>;
  readonly #failures: RateLimiterStoreAbstract;
  readonly #store: LimitStore;
  readonly #secret: Buffer;
  readonly #logger: Logger;
  /** The names for which a wrong password was tried, both as keyed hashes. */
  readonly #tried = new LRUCache<string, Set<string>>({
    max: TRIED_PASSWORDS,
    ttl: LIMITS.repeatedPassword.minutes * MINUTE_MS,
  });

  constructor({ config, em, logger }: RateLimitsOptions) {
    const store = config.redisUrl ? redisStore(config.redisUrl, logger) : postgresStore(em);
    const times = (points: number) => scaleLimit(config, points);
    const limiter = (name: LimitName) => {
      const { points, seconds, per, failClosed = false }: LIMITS.Rate = LIMITS.rates[name];
      // Limits of networks are never reset, so a process may remember that one is reached.
      const remembered = per === 'network' && { inMemoryBlockOnConsumed: times(points) };
      const window = { keyPrefix: name, points: times(points), duration: seconds, ...remembered };
      return store.limiter(window, failClosed);
    };
    this.#limiters = recordFor(LIMIT_NAMES, limiter);
    // A rule of the product, not a protection: `RATE_LIMIT_FACTOR` does not change it.
    const { points, seconds } = LIMITS.failedSignIns;
    this.#failures = store.limiter({ keyPrefix: 'failedSignIns', points, duration: seconds }, false);
    this.#store = store;
    this.#secret = deriveKey(config.secret, 'limits');
    this.#logger = logger;
  }

  /**
   * Counts one use.
   *
   * @param who an account's id or a normalised identifier; only a keyed hash of it is stored
   * @param account of a sign-in, for the log: a refused sign-in is a warning that names the account
   * @throws DomainError rate_limited, with the seconds to wait, when the limit is exceeded; unavailable when the use
   *   cannot be counted but must be.
   */
  async take(
    name: Exclude<LimitName, NetworkLimit>,
    who: string | number,
    account?: LimitedAccount,
  ): Promise<void> {
    const refusal = await this.takeSilently(name, who, account);
    if (refusal) throw refusal;
  }

  /**
   * As `take`, for a limit that must not be revealed: returns the error that `take` would throw, or null.
   *
   * @throws DomainError unavailable when the use cannot be counted but must be.
   */
  async takeSilently(
    name: LimitName,
    who: string | number,
    account?: LimitedAccount,
  ): Promise<DomainError | null> {
    try {
      await this.#stored(this.#limiters[name].consume(this.#key(who)));
      return null;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const target = account === null ? UNKNOWN_ACCOUNT : account?.username;
      const level = account === undefined ? 'info' : 'warn';
      this.#logger[level]({ category: 'security', limit: name, target }, REFUSED[name]);
      return tooMany(TOO_MANY[name], error);
    }
  }

  /** As `take`, per network: IPv6 addresses are counted by their /64, which typically belongs to one customer. */
  async takeFrom(name: NetworkLimit, address: string | null, account?: LimitedAccount): Promise<void> {
    const refusal = await this.takeSilently(name, networkOf(address), account);
    if (refusal) throw refusal;
  }

  /**
   * Counts a failed sign-in before the password is checked: for the IP address, then for the typed identifier, then
   * for the account. While one of the first two is blocked, correct credentials are refused as well, and a blocked IP
   * address cannot block accounts.
   *
   * An account has one budget of 10 attempts in 15 minutes, shared by its name and its email address. A 429 from this
   * budget would reveal that a name and an email address belong together: blocking one would also block the other.
   * Therefore the 429 depends only on the typed identifier, whether it exists or not, and the caller answers an
   * account's refusal like a wrong password. The drawback: while an account is attacked by name, its owner gets "wrong
   * password" at a sign-in by email address, until the window ends or the owner resets the password.
   *
   * A known device has a separate budget instead, which counts successes too: strangers cannot use it up.
   *
   * @param typed the normalised name or email address
   * @param account null for an unknown one
   * @param device the hash of the token of a known browser
   * @throws DomainError rate_limited, or unavailable when it cannot be counted.
   */
  async takeSignIn(
    address: string | null,
    typed: string,
    account: Exclude<LimitedAccount, undefined>,
    device: string | null = null,
  ): Promise<SignInTry> {
    if (device !== null) {
      await this.take('signInDevice', device, account);
      return { refusal: null, succeeded: async () => undefined };
    }
    await this.takeFrom('signInAddress', address, account);
    await this.take('signInTyped', typed, account);
    const who = account?.userId ?? typed;
    const refusal =
      (await this.takeSilently('signInAccount', who, account)) ?? (await this.#takeInRow(typed, account));
    const succeeded = async () => {
      // The other identifier stays counted: resetting both at once would also reveal that they belong together.
      await this.#forget('signInTyped', typed);
      await this.#forget('signInAccount', who);
      await this.#forget('signInRow', who);
    };
    return { refusal, succeeded };
  }

  /** Notes a wrong password. True when it has been tried for enough names to raise an alarm. */
  isRepeated(password: string, typed: string): boolean {
    const { accounts } = LIMITS.repeatedPassword;
    const tried = this.#key(`tried ${password}`);
    const names = this.#tried.get(tried) ?? new Set<string>();
    const before = names.size;
    if (before < accounts) names.add(this.#key(`tried ${typed}`));
    if (before === 0) this.#tried.set(tried, names);
    return before < accounts && names.size === accounts;
  }

  /**
   * Counts a failed sign-in for the notice to the account's owner.
   *
   * @param who the account's id, or what was typed if there is none
   * @returns true for the failure that completes `LIMITS.failedSignIns`: once in its time
   */
  async completesFailures(who: string | number): Promise<boolean> {
    try {
      return (await this.#stored(this.#failures.consume(this.#key(who)))).remainingPoints === 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return false;
      throw error;
    }
  }

  /**
   * Resets the sign-in budget of an account after its owner has reset the password. Typed identifiers stay counted.
   * Never fails, because the new password is already set.
   */
  async forgetSignIns(userId: number): Promise<void> {
    try {
      await this.#forget('signInAccount', userId);
      await this.#forget('signInRow', userId);
    } catch (error) {
      this.#logger.warn({ err: error }, 'failed sign-ins could not be reset');
    }
  }

  /**
   * Counts a failure since the account's last success. Unknown names cost the same statement, and share a few rows, since
   * these stay long.
   */
  async #takeInRow(typed: string, account: Exclude<LimitedAccount, undefined>): Promise<DomainError | null> {
    if (account) return this.takeSilently('signInRow', account.userId, account);
    const shared = createHmac('sha256', this.#secret).update(typed).digest().readUInt8();
    await this.#stored(this.#limiters.signInRow.penalty(this.#key(`unknown ${shared}`)));
    return null;
  }

  async #forget(name: LimitName, who: string | number): Promise<void> {
    await this.#stored(this.#limiters[name].delete(this.#key(who)));
  }

  /** @throws RateLimiterRes when a limit is exceeded; the error of the store when it is unavailable */
  #stored<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw error instanceof RateLimiterRes ? error : this.#store.failure(error);
    });
  }

  /** @throws DomainError unavailable while sign-ins are refused because the store cannot count */
  check(): Promise<void> {
    return this.#stored(this.#store.check());
  }

  close(): void {
    this.#store.close();
  }

  /** A keyed hash: a typed name may be a password, which must not be stored. */
  #key(who: string | number): string {
    return createHmac('sha256', this.#secret)
      .update(`limit:${typeof who}:${who}`)
      .digest('base64url');
  }
}
