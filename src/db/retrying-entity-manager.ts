import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { EntityManager, type TransactionOptions } from '@mikro-orm/postgresql';
import { databaseProblemOf } from './problems.ts';

const TRIES = 3;
/** Bounds of the random delay before the second attempt, doubled before the third. */
const WAIT_MS = { min: 10, max: 50 };

const isConflict = (error: unknown) => databaseProblemOf(error)?.code === 'DATABASE_CONFLICT';

const waitBeforeNext = (tried: number): Promise<void> =>
  delay(tried * (WAIT_MS.min + Math.random() * (WAIT_MS.max - WAIT_MS.min)));

interface LockingOptions extends TransactionOptions {
  locks?: () => Promise<unknown>;
}

/** Options of a transaction that takes row locks before its guard does, where their order asks for it (docs/locks.md). */
export const lockingFirst = (locks: () => Promise<unknown>): TransactionOptions => {
  const options: LockingOptions = { locks };
  return options;
};

/** What waits for the commit of the transaction around it. */
const waiting = new AsyncLocalStorage<(() => void)[]>();

/**
 * Runs an effect outside the database, such as a log line, when the transaction around it is committed, so never for an
 * attempt that was rolled back. Outside a transaction it runs at once.
 */
export function afterCommit(effect: () => void): void {
  const effects = waiting.getStore();
  if (effects) effects.push(effect);
  else effect();
}

/** Runs an attempt of a transaction, or a savepoint, whose effects wait for the transaction around it. */
async function deferringEffects<T>(attempt: () => Promise<T>): Promise<T> {
  const effects: (() => void)[] = [];
  const result = await waiting.run(effects, attempt);
  effects.forEach(afterCommit);
  return result;
}

/** Runs first in each transaction of an entity manager. What it throws ends the transaction. */
type Guard = (em: EntityManager) => Promise<void>;

/**
 * Retries a transaction that PostgreSQL aborted because of concurrent ones: after a deadlock or a serialization failure
 * nothing of it was stored. One use case is one transaction, so this covers requests, sockets, jobs and commands alike.
 *
 * The work runs again as a whole, on an empty identity map, and must not have side effects outside the transaction, except
 * with `afterCommit`. A nested transaction is a savepoint and is retried with the outer one.
 */
export class RetryingEntityManager extends EntityManager {
  #guard: Guard | null = null;

  /** Makes later transactions of `em` start with `guard`. Nested ones rely on the outermost transaction's. */
  static guard(em: EntityManager, guard: Guard): void {
    if (!(em instanceof RetryingEntityManager))
      throw new TypeError('Only our own entity manager has a guard');
    em.#guard = guard;
  }

  override async transactional<T>(
    work: (em: this) => T | Promise<T>,
    { locks, ...options }: LockingOptions = {},
  ): Promise<T> {
    if (options.ctx || this.isInTransaction()) {
      await locks?.();
      return deferringEffects(() => super.transactional(work, options));
    }
    const guarded = async (em: this) => {
      await locks?.();
      await this.#guard?.(em);
      return work(em);
    };
    for (let tried = 0; ; ) {
      try {
        const attempt = tried === 0 ? { ...options } : { ...options, clear: true };
        return await deferringEffects(() => super.transactional(guarded, attempt));
      } catch (error) {
        tried += 1;
        if (tried === TRIES || !isConflict(error)) throw error;
        await waitBeforeNext(tried);
      }
    }
  }
}
