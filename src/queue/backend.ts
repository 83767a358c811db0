import {
  type BackendClasses,
  createPostgresBackend,
  createRedisBackend,
  ErrorCode,
  type IQueueBackend,
  type Job,
  type JobsOptions,
  withBackend,
} from 'bullmq';
import { connectionSettings } from '../db/connections.ts';
import { DomainError, notFound } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { Outage } from '../lib/outage.ts';
import { within } from '../lib/within.ts';
import type { JobDefinition } from './define-job.ts';
import { DEFINITIONS } from './definitions.ts';
import { type JobHandler, runJob } from './job-handler.ts';

const QUEUE = 'marketdex';
const CONCURRENCY = 4;
const READY_MS = 15_000;
const CALL_MS = 5_000;
/** How long jobs may go on when the process closes, before they are told to stop; and after that. */
const FINISH_MS = 8_000;
const CANCEL_MS = 2_000;
/** After so long without a sign of life of its worker another one takes a job up; handlers bear being run twice. */
const STALL_MS = 10_000;
/** A schedule's first jobs are there already. */
const PLACED = new Set<unknown>([ErrorCode.SchedulerJobIdCollision, ErrorCode.SchedulerJobSlotsBusy]);
const DAY_S = 86_400;
const FAILED_SHOWN = 100;
const CLEAN_BATCH = 1_000;

type Payload = Record<string, unknown>;

/** A job as the outbox hands it over. */
export interface QueueMessage {
  /** Adding an id again adds nothing while the job is kept: a day after success, 30 after the last failure. */
  id: string;
  job: JobDefinition;
  payload: Payload;
}

/** What the queue tells of itself when it is asked whether it is there. */
export type QueueHealth = {
  /** Jobs that failed for good and that nobody has looked after yet. */
  failed_jobs: number;
};

export const JOB_STATES = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];
export type FinishedState = 'completed' | 'failed';

export interface FailedJob {
  id: string;
  name: string;
  /** The last try's failure, in words. */
  reason: string;
  attempts: number;
  failed_at: string | null;
}

/** The queue as an operator sees it. */
export interface QueueReport {
  counts: Record<JobState, number>;
  /** Those that failed last, at most 100, the newest first. */
  failed: FailedJob[];
}

/** The queue, wherever it lives. */
export interface QueueBackend {
  /** @throws Error when the queue cannot be reached within 5 s; some of the jobs may have been added then. */
  add(messages: readonly QueueMessage[]): Promise<void>;
  /**
   * Starts to work on jobs, and puts the schedules of the definitions in place.
   *
   * @throws Error when a definition has no handler, or the queue cannot be reached within 15 s.
   */
  createWorker(handlers: readonly JobHandler[]): Promise<void>;
  /** @throws Error when the queue does not answer within 5 s. */
  ping(): Promise<QueueHealth>;
  /** @throws Error when the queue cannot be reached within 15 s. */
  report(): Promise<QueueReport>;
  /** How many jobs there are, by state. @throws Error when the queue does not answer within 5 s. */
  counts(): Promise<Record<JobState, number>>;
  /**
   * Puts failed jobs back to be tried as if for the first time: one of them, or all.
   *
   * @returns how many
   * @throws DomainError not_found, conflict when the job has not failed; Error when the queue cannot be reached.
   */
  retry(id: string | null): Promise<number>;
  /** Forgets jobs that are over; how many. @throws Error when the queue cannot be reached within 15 s. */
  clean(state: FinishedState): Promise<number>;
  /** Waits for the running jobs, at most 10 s; those still running are done again by another worker. */
  close(): Promise<void>;
}

export interface QueueOptions {
  redisUrl: string | undefined;
  /** Where the queue lives when there is no Redis. */
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
    schema: 'bullmq',
    migrate: true,
  };
  const connections = { producer: { ...connection, max: 2 }, worker: { ...connection, max: CONCURRENCY } };
  return openQueue(withBackend(createPostgresBackend), connections, logger);
}

const failedJob = ({ id, name, failedReason, attemptsMade, finishedOn }: Job): FailedJob => ({
  id: id ?? '',
  name,
  reason: failedReason ?? '',
  attempts: attemptsMade,
  failed_at: finishedOn === undefined ? null : new Date(finishedOn).toISOString(),
});

const jobOptions = ({ attempts, backoffMs, delayMs }: JobDefinition): JobsOptions => ({
  attempts,
  ...(delayMs !== undefined && { delay: delayMs }),
  backoff: { type: 'exponential', delay: backoffMs },
  removeOnComplete: { age: DAY_S, count: 10_000 },
  removeOnFail: { age: 30 * DAY_S, count: 10_000 },
});

/** The handlers by job name. */
function handlerTable(handlers: readonly JobHandler[]): ReadonlyMap<string, JobHandler> {
  const table = new Map(handlers.map((handler) => [handler.definition.name, handler]));
  const missing = DEFINITIONS.map(({ name }) => name).filter((name) => !table.has(name));
  if (missing.length) throw new Error(`These jobs have no handler: ${missing.join(', ')}`);
  return table;
}

function openQueue<B extends IQueueBackend, C>(
  { Queue, Worker }: BackendClasses<B, C>,
  connections: { producer: C; worker: C },
  logger: Logger,
): QueueBackend {
  const outage = new Outage(logger, 'the job queue');
  const queue = new Queue<Payload>(QUEUE, { connection: connections.producer });
  queue.on('error', (error) => outage.failed(error));
  let worker: InstanceType<typeof Worker<Payload, void>> | undefined;

  async function reach<T>(what: string, work: Promise<T>): Promise<T> {
    const result = await within(CALL_MS, what, work);
    outage.worked();
    return result;
  }

  /** Two processes that start at once place the same schedule: to the later one its first job exists already. */
  async function place(job: JobDefinition, pattern: string): Promise<void> {
    try {
      const template = { name: job.name, data: {}, opts: jobOptions(job) };
      await queue.upsertJobScheduler(job.name, { pattern, tz: 'UTC' }, template);
    } catch (error) {
      if (!PLACED.has((error as { code?: unknown }).code)) throw error;
    }
  }

  /** Schedules of the definitions are made or changed, those of jobs that are no more removed. */
  async function schedule(): Promise<void> {
    const stale = new Set((await queue.getJobSchedulers()).map(({ key }) => key));
    for (const job of DEFINITIONS) {
      if (!job.schedule) continue;
      await place(job, job.schedule.cron);
      stale.delete(job.name);
    }
    for (const key of stale) await queue.removeJobScheduler(key);
  }

  async function countAll(): Promise<Record<JobState, number>> {
    const counts = await reach('the job queue', queue.getJobCounts(...JOB_STATES));
    return Object.fromEntries(JOB_STATES.map((state) => [state, counts[state] ?? 0])) as Record<
      JobState,
      number
    >;
  }

  async function retryOne(id: string): Promise<void> {
    const job = await reach('the job queue', queue.getJob(id));
    if (!job) throw notFound('job');
    if (!(await reach('the job queue', job.isFailed())))
      throw new DomainError('conflict', 'NOT_FAILED', 'This job has not failed.');
    await reach('the job queue', job.retry('failed', { resetAttemptsMade: true }));
  }

  async function closeWorker(): Promise<void> {
    if (!worker) return;
    const closed = worker.close();
    await within(FINISH_MS, 'finishing the running jobs', closed)
      .catch(async () => {
        worker?.cancelAllJobs('shutdown');
        await within(CANCEL_MS, 'stopping the running jobs', closed);
      })
      .catch(async (error) => {
        logger.warn({ err: error }, 'jobs are left unfinished');
        await worker?.disconnect();
      });
  }

  return {
    add: async (messages) => {
      const jobs = messages.map(({ id, job, payload }) => ({
        name: job.name,
        data: payload,
        opts: { ...jobOptions(job), jobId: id },
      }));
      await reach('adding jobs', queue.addBulk(jobs));
    },

    createWorker: async (handlers) => {
      const table = handlerTable(handlers);
      await within(READY_MS, 'reaching the job queue', queue.waitUntilReady());
      await schedule();

      // BullMQ hands over a signal only to a function that declares all three parameters.
      const process = (job: Job<Payload, void>, _token?: string, signal?: AbortSignal): Promise<void> => {
        const handler = table.get(job.name);
        if (!handler) throw new Error(`This worker does not know the job ${job.name}`);
        const run = {
          id: job.id ?? job.name,
          attempt: job.attemptsMade + 1,
          signal: signal ?? new AbortController().signal,
        };
        return runJob(handler, job.data, run, logger);
      };
      const started = new Worker<Payload, void>(QUEUE, process, {
        connection: connections.worker,
        concurrency: CONCURRENCY,
        lockDuration: STALL_MS,
        stalledInterval: STALL_MS,
        // A job whose worker was killed a few times in a row is unlucky rather than at fault.
        maxStalledCount: 3,
      });
      worker = started;
      started.on('error', (error) => outage.failed(error));
      started.on('active', () => outage.worked());
      started.getBackend().on('ready', () => outage.worked());
      await within(READY_MS, 'reaching the job queue', started.waitUntilReady());
    },

    ping: async () => {
      const { failed = 0 } = await reach('the job queue', queue.getJobCounts('failed'));
      return { failed_jobs: failed };
    },

    report: async () => {
      await within(READY_MS, 'reaching the job queue', queue.waitUntilReady());
      const failed = await reach('the job queue', queue.getFailed(0, FAILED_SHOWN - 1));
      return { counts: await countAll(), failed: failed.map(failedJob) };
    },
    counts: countAll,
    retry: async (id) => {
      await within(READY_MS, 'reaching the job queue', queue.waitUntilReady());
      const ids = id === null ? (await queue.getFailed()).map((job) => job.id ?? '') : [id];
      for (const one of ids) await retryOne(one);
      return ids.length;
    },
    clean: async (state) => {
      await within(READY_MS, 'reaching the job queue', queue.waitUntilReady());
      let removed = 0;
      for (let batch = CLEAN_BATCH; batch === CLEAN_BATCH; removed += batch)
        batch = (await queue.clean(0, CLEAN_BATCH, state)).length;
      return removed;
    },
    close: async () => {
      outage.end();
      await closeWorker();
      await within(CANCEL_MS, 'closing the job queue', queue.close()).catch(() => queue.disconnect());
    },
  };
}
