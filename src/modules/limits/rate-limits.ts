import { createHmac } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { networkOf } from '../../lib/client-address.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { postgresStore, redisStore } from './limit-store.ts';

export type LimitName = keyof typeof LIMITS.rates;

const TOO_MANY: Record<LimitName, string> = {
  signInAddress: 'Too many failed sign-ins.',
  signInTyped: 'Too many failed sign-ins.',
  signInAccount: 'Too many failed sign-ins.',
  register: 'Too many registrations from your network.',
  resetAddress: 'Too many password resets were tried from your network.',
  resetTyped: 'Too many password resets were asked for.',
  resetAccount: 'Too many password resets were asked for.',
  submit: 'You have submitted a lot in the last hour.',
  submitStaff: 'You have submitted a lot in the last hour.',
};

const { reads } = LIMITS;

function inWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function tooMany(sentence: string, { msBeforeNext }: RateLimiterRes): DomainError {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const message = `${sentence} Please try again in ${inWords(retryAfter)}.`;
  return new DomainError('rate_limited', 'TOO_MANY', message, { retryAfter });
}

/** A try at an account's password that has been counted as a failure. */
export interface SignInTry {
  /** Set when the account's budget is used up: no password may pass then. */
  refusal: DomainError | null;
  /** To be called when the password is right: it was no failure, and the account starts afresh. */
  succeeded: () => Promise<void>;
}

export interface RateLimitsOptions {
  config: Pick<Config, 'redisUrl' | 'rateLimitFactor' | 'secret'>;
  em: EntityManager;
  logger: Logger;
}

/**
 * How often somebody may do something (docs/security.md "Decided", the table of limits, each times
 * `RATE_LIMIT_FACTOR`). Counted in Redis when there is one, else in PostgreSQL; a use is counted before what it is
 * for, in one statement, so that a burst cannot pass the limit. While the store is away nobody signs in (503), and
 * each process counts the rest on its own. Reads are always counted in process memory.
 */
export class RateLimits {
  readonly #limiters: Record<LimitName, RateLimiterStoreAbstract>;
  readonly #reads: BurstyRateLimiter;
  readonly #store: ReturnType<typeof postgresStore>;
  readonly #secret: string;
  readonly #logger: Logger;

  constructor({ config, em, logger }: RateLimitsOptions) {
    const store = config.redisUrl ? redisStore(config.redisUrl, logger) : postgresStore(em);
    const times = (points: number) => Math.max(1, Math.round(points * config.rateLimitFactor));
    const limiter = (name: LimitName) => {
      const { points, seconds } = LIMITS.rates[name];
      const closed = name.startsWith('signIn');
      return store.limiter({ keyPrefix: name, points: times(points), duration: seconds }, closed);
    };
    this.#limiters = {
      signInAddress: limiter('signInAddress'),
      signInTyped: limiter('signInTyped'),
      signInAccount: limiter('signInAccount'),
      register: limiter('register'),
      resetAddress: limiter('resetAddress'),
      resetTyped: limiter('resetTyped'),
      resetAccount: limiter('resetAccount'),
      submit: limiter('submit'),
      submitStaff: limiter('submitStaff'),
    };
    this.#reads = new BurstyRateLimiter(
      new RateLimiterMemory({ keyPrefix: 'read', points: times(reads.perMinute / 60), duration: 1 }),
      new RateLimiterMemory({ keyPrefix: 'burst', points: times(reads.burst), duration: 60 }),
    );
    this.#store = store;
    this.#secret = config.secret;
    this.#logger = logger;
  }

  /**
   * Counts one use.
   *
   * @param who an account's id, what was typed in its one spelling, or an address; only a keyed hash of it is kept
   * @throws DomainError rate_limited, with the seconds to wait, when the limit is used up; unavailable when it
   *   cannot be counted and must be.
   */
  async take(name: LimitName, who: string | number): Promise<void> {
    const refusal = await this.takeSilently(name, who);
    if (refusal) throw refusal;
  }

  /**
   * As `take`, for a limit that the caller may not tell of: what `take` throws when it is used up, else null.
   *
   * @throws DomainError unavailable when the use cannot be counted and must be.
   */
  async takeSilently(name: LimitName, who: string | number): Promise<DomainError | null> {
    try {
      await this.#limiters[name].consume(this.#key(who));
      return null;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw this.#store.failure(error);
      this.#logger.info({ category: 'security', limit: name }, 'limit reached');
      return tooMany(TOO_MANY[name], error);
    }
  }

  /** As `take`, for everybody of a network: an IPv6 address counts by its /64, which one person has. */
  takeFrom(name: LimitName, address: string | null): Promise<void> {
    return this.take(name, networkOf(address));
  }

  /** Counts one read of a visitor. @throws DomainError rate_limited */
  async takeRead(address: string | null): Promise<void> {
    try {
      await this.#reads.consume(networkOf(address));
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooMany('You are asking very quickly.', error) : error;
    }
  }

  /**
   * Counts a failed sign-in before the password is looked at: of the address, then of what was typed, then of the
   * account. Right credentials are refused as well while either of the first two is blocked, and an address that is
   * blocked cannot block accounts.
   *
   * An account has one budget of 10 tries in 15 minutes, however its name and its mail address share them. A 429 by
   * that budget would say that a name and an address belong together: block the one, and the other is blocked too.
   * So the 429 goes by what was typed, known or not, and the account's own refusal is left to the caller, who says
   * of it what is said of a wrong password. The price: whoever is attacked by name and signs in by address is told
   * that the password is wrong, until the window ends or a reset shows that the account is theirs.
   *
   * @param typed the name or mail address in its one spelling
   * @param userId the account behind it; undefined when there is none
   * @throws DomainError rate_limited, or unavailable when it cannot be counted.
   */
  async takeSignIn(address: string | null, typed: string, userId: number | undefined): Promise<SignInTry> {
    await this.takeFrom('signInAddress', address);
    await this.take('signInTyped', typed);
    const account = userId ?? typed;
    const refusal = await this.takeSilently('signInAccount', account);
    const succeeded = async () => {
      try {
        await this.#limiters.signInAddress.reward(this.#key(networkOf(address)));
        // Not of the account's other spelling: that both are free again at once would link them, too.
        await this.#limiters.signInTyped.delete(this.#key(typed));
        await this.#limiters.signInAccount.delete(this.#key(account));
      } catch (error) {
        throw this.#store.failure(error);
      }
    };
    return { refusal, succeeded };
  }

  /**
   * Gives an account its budget of sign-ins back, once a reset has shown whose it is. What was typed stays counted.
   * Does not fail: the new password is set by then.
   */
  async forgetSignIns(userId: number): Promise<void> {
    try {
      await this.#limiters.signInAccount.delete(this.#key(userId));
    } catch (error) {
      this.#logger.warn({ err: this.#store.failure(error) }, 'failed sign-ins could not be forgotten');
    }
  }

  close(): void {
    this.#store.close();
  }

  /** What people type as a name may be a password: the store never has it. */
  #key(who: string | number): string {
    return createHmac('sha256', this.#secret)
      .update(`limit:${typeof who}:${who}`)
      .digest('base64url');
  }
}
