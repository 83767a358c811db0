import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { addMs } from '../src/contract/shared/dates.ts';
import { query } from '../src/db/query.ts';
import { QUEUE_SCHEMA } from '../src/db/tables/queue-tables.ts';
import { FollowMatcher } from '../src/modules/follows/follow-matcher.ts';
import { enqueueMatchMails } from '../src/modules/notices/match-mails.ts';
import { MatchPosts } from '../src/modules/notices/match-posts.ts';
import { flagStep } from '../src/modules/reviews/flags.service.ts';
import { publishDecisions } from '../src/modules/sales/submission-notices.ts';
import type { QueueBackend } from '../src/queue/backend.ts';
import { MAX_DEFERRAL_MS } from '../src/queue/job-handler.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { Loop } from './loop.ts';
import { jobId } from './relay.ts';

const IDLE_MS = 500;
const MATCHES_IDLE_MS = 1_000;
const QUEUE_CHECK_MS = 60_000;

interface Pause {
  /** As a multiple of the duration of the step. */
  factor: number;
  minMs: number;
}

/** Page requests take priority over flags. */
const AFTER_FLAGS: Pause = { factor: 3, minMs: 50 };
/** Matching takes a tenth of the time, approvals and pages the rest. */
const AFTER_MATCHING: Pause = { factor: 9, minMs: 20 };

/** Runs a step. @returns the wait before the next one, which depends on how long the step worked */
async function paced(pause: Pause, step: () => Promise<string>): Promise<number> {
  const started = performance.now();
  if ((await step()) !== 'worked') return IDLE_MS;
  return Math.max(pause.minMs, pause.factor * (performance.now() - started));
}

/** Matches approved sales with follows. Any number of processes may run it; only one works at a time. */
export function createFollowLoop({
  orm,
  reads,
  clock,
  logger,
}: Pick<Runtime, 'orm' | 'reads' | 'clock' | 'logger'>): Loop {
  const matcher = new FollowMatcher({ reads, clock, logger });
  return new Loop({
    what: 'matching sales with follows',
    logger,
    step: () => paced(AFTER_MATCHING, () => matcher.step(orm.em.fork({ useContext: true }))),
  });
}

/**
 * Returns the unfinished jobs of the queue in PostgreSQL to the outbox under their ids; a relay then hands them to the
 * current queue. Running jobs stay while their lock lasts. Finished jobs stay too, as do scheduled ones, which the current
 * queue also has.
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
export const createEarlierQueueLoop = ({ orm, logger }: Pick<Runtime, 'orm' | 'logger'>): Loop =>
  new Loop({
    what: 'taking over jobs from PostgreSQL',
    logger,
    step: async () => {
      const jobs = await returnToOutbox(orm);
      if (jobs > 0) logger.info({ jobs }, 'jobs moved from the queue in PostgreSQL to Redis');
      return QUEUE_CHECK_MS;
    },
  });

/**
 * Has the relay hand over again what it handed over within a day, the longest that a job waits. Mails that were sent are
 * left out, and jobs that are in PostgreSQL; others do nothing when their work is done.
 *
 * @returns the number of jobs
 */
async function handOverAgain({ orm, clock }: Pick<Runtime, 'orm' | 'clock'>): Promise<number> {
  const since = addMs(clock.now(), -MAX_DEFERRAL_MS);
  const again = await query(orm.em.fork())`
    with handed as (
      select id, ${jobId('')} || id::text as job_id from outbox where relayed_at > ${since})
    update outbox set relayed_at = null from handed
    where outbox.id = handed.id
      and not exists (select from email_delivery sent where sent.job_id = handed.job_id and sent_at is not null)
      and not exists (select from ${sql.id(QUEUE_SCHEMA, 'job')} kept where kept.id = handed.job_id)
    returning outbox.id`;
  return again.length;
}

/**
 * Keeps the schedules in the queue. One without any is new or has lost its jobs, such as a Redis that was emptied: it gets
 * its unfinished jobs again. It looks each minute, because that can happen while workers run, and because a worker of
 * another version removes the schedules that it does not know.
 */
export const createScheduleLoop = (
  runtime: Pick<Runtime, 'orm' | 'clock' | 'logger'>,
  queue: Pick<QueueBackend, 'hasSchedules' | 'placeSchedules'>,
): Loop =>
  new Loop({
    what: 'keeping the schedules',
    logger: runtime.logger,
    step: async () => {
      if (!(await queue.hasSchedules())) {
        const jobs = await handOverAgain(runtime);
        if (jobs > 0)
          runtime.logger.warn({ jobs }, 'the queue is empty: jobs of the last day are queued again');
      }
      await queue.placeSchedules();
      return QUEUE_CHECK_MS;
    },
  });

/** The loops of the worker, which any number of processes may run. */
export function createLoops(runtime: Runtime): Loop[] {
  const { orm, clock, logger, config, webhookBox } = runtime;
  const fork = () => ({ em: orm.em.fork({ useContext: true }), clock });
  const posts = new MatchPosts({ orm, clock, logger, config, webhookBox });
  return [
    createFollowLoop(runtime),
    // Only one process works at a time.
    new Loop({
      what: 'computing flags',
      logger,
      step: () => paced(AFTER_FLAGS, () => flagStep(fork())),
    }),
    new Loop({
      what: 'notifying submitters of decisions',
      logger,
      step: async () => ((await publishDecisions(fork())) ? 0 : IDLE_MS),
    }),
    new Loop({
      what: 'assigning matches to emails',
      logger,
      step: async () => ((await enqueueMatchMails(fork(), 'at_once')) ? 0 : MATCHES_IDLE_MS),
    }),
    new Loop({
      what: 'posting matches to webhooks',
      logger,
      step: async () => ((await posts.step()) ? 0 : MATCHES_IDLE_MS),
    }),
    ...(config.redisUrl ? [createEarlierQueueLoop(runtime)] : []),
  ];
}
