import type { MikroORM } from '@mikro-orm/postgresql';
import type { Probe } from './health.ts';

/**
 * More rows than fit into the minimum memory of a statement: PostgreSQL writes them to a temporary file, which needs
 * disk space and nothing else, even where the database is read-only.
 */
const SPILLED_ROWS = 20_000;

interface State {
  is_read_only: boolean;
}

const notWritable = () => Object.assign(new Error('The database is read-only'), { code: '25006' });

/** Whether the database responds and can write: it is not a standby, not read-only, and its disk has space. */
export const databaseProbe =
  (orm: MikroORM): Probe =>
  async () => {
    const [state] = await orm.em.fork().transactional(async (em) => {
      await em.execute("set local work_mem = '64kB'");
      return em.execute<State[]>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as is_read_only
         from generate_series(1, ${SPILLED_ROWS}) group by 1`,
      );
    });
    if (state?.is_read_only) throw notWritable();
    return {};
  };
