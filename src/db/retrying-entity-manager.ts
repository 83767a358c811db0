import { EntityManager, type TransactionOptions } from '@mikro-orm/postgresql';
import { databaseProblemOf } from './problems.ts';

const TRIES = 3;
/** Bounds of the random delay before the second attempt, doubled before the third. */
const WAIT_MS = { min: 10, max: 50 };

const isConflict = (error: unknown) => databaseProblemOf(error)?.code === 'DATABASE_CONFLICT';

function waitBeforeNext(tried: number): Promise<void> {
  const ms = tried * (WAIT_MS.min + Math.random() * (WAIT_MS.max - WAIT_MS.min));
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface LockingOptions extends TransactionOptions {
  locks?: () => Promise<unknown>;
}

/** Options of a transaction that takes row locks before its guard does, where their order asks for it (docs/locks.md). */
export const lockingFirst = (locks: () => Promise<unknown>): TransactionOptions => {
  const options: LockingOptions = { locks };
  return options;
};

/** Runs first in each transaction of an entity manager. What it throws ends the transaction. */
export type Guard = (em: EntityManager) => Promise<void>;

/**
 * Retries a transaction that PostgreSQL aborted because of concurrent ones: after a deadlock or a serialization failure
 * nothing of it was stored. One use case is one transaction, so this covers requests, sockets, jobs and commands alike.
 *
 * The work runs again as a whole, on an empty identity map, and must not have side effects outside the transaction. A
 * nested transaction is a savepoint and is retried with the outer one.
 */
export class RetryingEntityManager extends EntityManager {
  #guard: Guard | null = null;

  /** Makes the later transactions of `em` start with `guard`. Nested ones rely on that of the outermost. */
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
      return super.transactional(work, options);
    }
    const guarded = async (em: this) => {
      await locks?.();
      await this.#guard?.(em);
      return work(em);
    };
    for (let tried = 0; ; ) {
      try {
        return await super.transactional(guarded, tried === 0 ? { ...options } : { ...options, clear: true });
      } catch (error) {
        tried += 1;
        if (tried === TRIES || !isConflict(error)) throw error;
        await waitBeforeNext(tried);
      }
    }
  }
}
