import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';

const limits = new AsyncLocalStorage<number>();

/** Milliseconds that a statement of the current operation may take; undefined where its connection decides. */
export const statementLimit = (): number | undefined => limits.getStore();

/**
 * Runs a transaction whose statements may take another time than those of a request: for operations whose work grows
 * with the amount of data.
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
