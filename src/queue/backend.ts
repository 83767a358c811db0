import {
  type BackendClasses,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  withBackend,
} from 'bullmq';
import { keysOf, recordFor } from '../contract/shared/record.ts';
import { connectionSettings } from '../db/connecting/connections.ts';
import { QUEUE_SCHEMA } from '../db/tables/queue-tables.ts';
import { notFound } from '../lib/errors.ts';
import type { Logger } from '../lib/process/logger.ts';
import { Outage } from '../lib/process/outage.ts';
import {
  ClassQueue,
  type FailedJob,
  type FinishedState,
  JOB_STATES,
  type JobState,
  type QueueMessage,
} from './class-queue.ts';
import { DEFINITIONS, JOB_CLASSES, type JobClass } from './definitions.ts';
import type { JobHandler } from './job-handler.ts';

const FAILED_SHOWN = 100;
/** Connections of one class to PostgreSQL; running jobs need none. Each worker listens on another one. */
const PRODUCER_POOL = 1;
const WORKER_POOL = 4;

interface OverdueJobs {
  /** Names of running jobs that should have ended. */
  hanging: string[];
  /** Names of scheduled jobs that should have run five minutes ago, or were planned while a clock was ahead. */
  late_schedules: string[];
}

export interface QueueReport extends OverdueJobs {
  counts: Record<JobState, number>;
  /** Emails that are neither sent nor failed permanently. */
  unsent_mails: number;
  /** The newest permanently failed jobs, at most 100, newest first. */
  failed: FailedJob[];
}

/** The job queue, in Redis or in PostgreSQL. */
export interface QueueBackend {
  /** @throws Error when the queue cannot be reached within 5 s; some of the jobs may have been added then. */
  add(messages: readonly QueueMessage[]): Promise<void>;
  /** Whether the queue has any schedule: not when it is new or has lost its jobs. @throws Error as `counts` does. */
  hasSchedules(): Promise<boolean>;
  /** Places the schedules of the definitions that are missing, too late or have changed. @throws Error as `counts` does. */
  placeSchedules(): Promise<void>;
  /**
   * Starts to process jobs.
   *
   * @throws Error when a definition has no handler, or the queue cannot be reached within 15 s.
   */
  createWorker(handlers: readonly JobHandler[]): Promise<void>;
  /**
   * Makes delayed jobs of a class due now; ids of other jobs are ignored.
   *
   * @throws Error when the queue cannot be reached within 5 s; some of the jobs may be due then.
   */
  promote(jobClass: JobClass, ids: readonly string[]): Promise<void>;
  /** @throws Error when the queue cannot be reached within 15 s. */
  report(): Promise<QueueReport>;
  /** How many jobs there are, by state. @throws Error when the queue does not answer within 5 s. */
  counts(): Promise<Record<JobState, number>>;
  /** @throws Error as `counts` does. */
  overdue(): Promise<OverdueJobs>;
  /**
   * Queues one failed job again, or all of them, each with all its attempts.
   *
   * @returns the number of jobs
   * @throws DomainError not_found, conflict when the job has not failed; Error when the queue cannot be reached.
   */
  retry(id: string | null): Promise<number>;
  /** Removes finished jobs. @returns their number. @throws Error when the queue cannot be reached within 15 s. */
  clean(state: FinishedState): Promise<number>;
  /** Waits for the running jobs, at most 10 s, and 2 s for its connections; another worker repeats those still running. */
  close(): Promise<void>;
}

interface QueueOptions {
  redisUrl: string | undefined;
  /** The database of the queue when there is no Redis. */
  databaseUrl: string;
  logger: Logger;
}

/** The queue in Redis when there is one, else in the schema `bullmq` of the database. */
export function createQueueBackend({ redisUrl, databaseUrl, logger }: QueueOptions): QueueBackend {
  if (redisUrl) {
    const producer = { url: redisUrl, enableOfflineQueue: false, maxRetriesPerRequest: 1 };
    return openQueue(withBackend(createRedisBackend), { producer, worker: { url: redisUrl } }, logger);
  }
  const connection = {
    ...connectionSettings({ applicationName: 'marketdex-queue' }),
    connectionString: databaseUrl,
    schema: QUEUE_SCHEMA,
  };
  const connections = {
    producer: { ...connection, max: PRODUCER_POOL },
    worker: { ...connection, max: WORKER_POOL },
  };
  return openQueue(withBackend(createPostgresBackend), connections, logger);
}

/** Opens the queue, uses it and closes it, without processing jobs. */
export async function withQueue<T>(
  options: QueueOptions,
  work: (queue: QueueBackend) => Promise<T>,
): Promise<T> {
  const queue = createQueueBackend(options);
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
}

/**
 * A report on the queue, without processing jobs.
 *
 * @throws Error when the queue cannot be reached within 15 s.
 */
export const queueReport = (options: QueueOptions): Promise<QueueReport> =>
  withQueue(options, (queue) => queue.report());

/**
 * The handlers by job name.
 *
 * @throws Error when a job has no handler
 */
function handlerTable(handlers: readonly JobHandler[]): ReadonlyMap<string, JobHandler> {
  const table = new Map(handlers.map((handler) => [handler.definition.name, handler]));
  const missing = DEFINITIONS.map(({ name }) => name).filter((name) => !table.has(name));
  if (missing.length) throw new Error(`These jobs have no handler in jobs/handlers: ${missing.join(', ')}`);
  return table;
}

const CLASSES = keysOf(JOB_CLASSES);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function openQueue<B extends IQueueBackend, C>(
  classes: BackendClasses<B, C>,
  connections: { producer: C; worker: C },
  logger: Logger,
): QueueBackend {
  const outage = new Outage(logger, 'the job queue');
  const queues = new Map(
    CLASSES.map((jobClass) => [jobClass, new ClassQueue(classes, { jobClass, connections, outage, logger })]),
  );
  const each = <T>(work: (queue: ClassQueue<B, C>) => Promise<T>) =>
    Promise.all([...queues.values()].map(work));
  const ready = () => each((queue) => queue.ready());

  async function counts(): Promise<Record<JobState, number>> {
    const found = await each((queue) => queue.counts());
    return recordFor(JOB_STATES, (state) => sum(found.map((counted) => counted[state])));
  }

  async function overdue(): Promise<OverdueJobs> {
    const hanging = [...new Set((await each((queue) => queue.hanging())).flat())];
    return { hanging, late_schedules: (await each((queue) => queue.lateSchedules())).flat() };
  }

  async function retryOne(id: string): Promise<void> {
    for (const queue of queues.values()) if (await queue.retry(id)) return;
    throw notFound(`job: ${id}`);
  }

  return {
    add: async (messages) => {
      const byClass = Map.groupBy(messages, ({ job }) => job.class);
      await Promise.all([...byClass].map(([jobClass, ofClass]) => queues.get(jobClass)?.add(ofClass)));
    },
    hasSchedules: async () => (await each((queue) => queue.hasSchedules())).some(Boolean),
    placeSchedules: async () => {
      await each((queue) => queue.placeSchedules());
    },
    createWorker: async (handlers) => {
      const table = handlerTable(handlers);
      await each((queue) => queue.startWorker(table));
    },
    promote: async (jobClass, ids) => queues.get(jobClass)?.promote(ids),
    report: async () => {
      await ready();
      const failed = (await each((queue) => queue.failed(FAILED_SHOWN))).flat();
      failed.sort((a, b) => (b.failed_at ?? '').localeCompare(a.failed_at ?? ''));
      const mails = await queues.get('mail')?.counts();
      const unsent_mails = mails ? mails.waiting + mails.active + mails.delayed : 0;
      return {
        counts: await counts(),
        unsent_mails,
        ...(await overdue()),
        failed: failed.slice(0, FAILED_SHOWN),
      };
    },
    counts,
    overdue,
    retry: async (id) => {
      await ready();
      if (id === null) return sum(await each((queue) => queue.retryAll()));
      await retryOne(id);
      return 1;
    },
    clean: async (state) => {
      await ready();
      return sum(await each((queue) => queue.clean(state)));
    },
    close: async () => {
      outage.end();
      await each((queue) => queue.close());
    },
  };
}
