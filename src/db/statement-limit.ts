import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';

const limits = new AsyncLocalStorage<number>();

/** Statement timeout of the current operation in milliseconds; undefined for the connection's default. */
export const statementLimit = (): number | undefined => limits.getStore();

/**
 * Runs a transaction with its own statement timeout: for operations whose work grows with the
 * amount of data.
 *
 * @param ms for each statement
 */
export const withStatementLimit = <T>(
  em: EntityManager,
  ms: number,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> =>
  limits.run(ms, () =>
    em.transactional(async (tx) => {
      await tx.execute(`set local statement_timeout = ${ms}`);
      return work(tx);
    }),
  );
