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

/**
 * Retries a transaction that PostgreSQL aborted because of concurrent ones: after a deadlock or a serialization failure
 * nothing of it was stored. One use case is one transaction, so this covers requests, sockets, jobs and commands alike.
 *
 * The work runs again as a whole, on an empty identity map, and must not have side effects outside the transaction. A
 * nested transaction is a savepoint and is retried with the outer one.
 */
export class RetryingEntityManager extends EntityManager {
  override async transactional<T>(
    work: (em: this) => T | Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    if (options.ctx || this.isInTransaction()) return super.transactional(work, options);
    for (let tried = 0; ; ) {
      try {
        return await super.transactional(work, tried === 0 ? { ...options } : { ...options, clear: true });
      } catch (error) {
        tried += 1;
        if (tried === TRIES || !isConflict(error)) throw error;
        await waitBeforeNext(tried);
      }
    }
  }
}
