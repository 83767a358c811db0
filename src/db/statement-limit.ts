import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';
import { HOUR_MS } from '../contract/shared/dates.ts';
import { values } from './query.ts';

/** The statement timeout of operations whose work grows with the amount of data. */
const LONG_STATEMENT_MS = HOUR_MS;

const limits = new AsyncLocalStorage<number>();

/** Statement timeout of the current operation in milliseconds; undefined for the connection's default. */
export const statementLimit = (): number | undefined => limits.getStore();

/** Runs a transaction whose statements, and waits for locks, may each take an hour. */
export const withLongStatements = <T>(
  em: EntityManager,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> =>
  limits.run(LONG_STATEMENT_MS, () =>
    em.transactional(async (tx) => {
      await values(tx)`select set_config(name, ${String(LONG_STATEMENT_MS)}, true)
        from unnest(array['statement_timeout', 'lock_timeout']) as name`;
      return work(tx);
    }),
  );
