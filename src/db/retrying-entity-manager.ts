import { EntityManager, type TransactionOptions } from '@mikro-orm/postgresql';
import { databaseProblemOf } from './problems.ts';

const TRIES = 3;
/** Bounds of the random wait before the second try; those before the third are twice as long. */
const WAIT_MS = { min: 10, max: 50 };

const isConflict = (error: unknown) => databaseProblemOf(error)?.code === 'DATABASE_CONFLICT';

function waitBeforeNext(tried: number): Promise<void> {
  const ms = tried * (WAIT_MS.min + Math.random() * (WAIT_MS.max - WAIT_MS.min));
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Repeats a transaction that PostgreSQL ended because of others: a deadlock or a serialization failure, after which
 * nothing of it was stored. One use case is one transaction, so this covers requests, sockets, jobs and commands alike.
 *
 * The work runs as a whole again, on an empty identity map, and must leave nothing behind in variables outside it.
 * A transaction inside another is a savepoint of that one and is repeated with it.
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
