import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from '../src/db/query.ts';
import { QUEUE_SCHEMA } from '../src/db/tables/queue-tables.ts';
import type { Logger } from '../src/lib/process/logger.ts';
import { Loop } from './loop.ts';
import { jobId } from './relay.ts';

const POLL_MS = 60_000;

/**
 * Returns the unfinished jobs of the queue in PostgreSQL to the outbox under their ids, which a relay then hands to the
 * present queue. A job that a worker is running there stays while its lock lasts. So do finished jobs, and those of the
 * schedules, which the present queue has as well.
 *
 * @returns the number of jobs
 */
async function returnToOutbox(orm: MikroORM): Promise<number> {
  const returned = await query(orm.em.fork())`
    with taken as (
      delete from ${sql.id(QUEUE_SCHEMA, 'job')}
      where id like ${jobId('%')} and (state in ('waiting', 'delayed')
        or (state = 'active' and locked_until_ms < extract(epoch from now()) * 1000))
      returning id, name, data)
    insert into outbox (id, job, payload) select right(id, 36)::uuid, name, data from taken
    on conflict (id) do update set relayed_at = null, leased_until = null
    returning id`;
  return returned.length;
}

/**
 * Takes over what is left in PostgreSQL after the queue has moved to Redis. Processes with the former settings may still
 * add jobs there until they are restarted, so it looks again each minute.
 */
export const createEarlierQueueLoop = ({ orm, logger }: { orm: MikroORM; logger: Logger }): Loop =>
  new Loop({
    what: 'taking over jobs from PostgreSQL',
    logger,
    step: async () => {
      const jobs = await returnToOutbox(orm);
      if (jobs > 0) logger.info({ jobs }, 'jobs of the queue in PostgreSQL go to Redis');
      return POLL_MS;
    },
  });
