import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../../config.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { values } from '../../db/query.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { removeLogFiles } from './log-files.ts';

/** Lines older than this are removed, according to the setting `log_retention_days`. */
export async function firstKeptMoment(em: EntityManager, now: Date): Promise<Date> {
  const [days = LIMITS.logs.days] = await values(em)<string>`
    select value from setting where key = 'log_retention_days'`;
  return addMs(now, -Number(days) * DAY_MS);
}

interface LogFilesOptions {
  orm: MikroORM;
  config: Pick<Config, 'dataDir'>;
  clock: Clock;
  logger: Logger;
}

/**
 * Removes old log files now and once an hour. Every process cleans the folder that it writes to, as the jobs may run
 * on another machine. Returns a function to stop.
 */
export function keepLogFiles({ orm, config, clock, logger }: LogFilesOptions): () => void {
  const clean = async () => {
    try {
      const first = await firstKeptMoment(orm.em.fork(), clock.now());
      const removed = await removeLogFiles(config.dataDir, first);
      if (removed > 0) logger.info({ removed }, 'old log files removed');
    } catch (error) {
      logger.warn({ err: error }, 'old log files could not be removed');
    }
  };
  void clean();
  const timer = setInterval(() => void clean(), HOUR_MS).unref();
  return () => clearInterval(timer);
}
