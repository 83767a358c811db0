import { setTimeout as delay } from 'node:timers/promises';
import {
  type BackendClasses,
  DelayedError,
  ErrorCode,
  type IQueueBackend,
  type Job,
  type JobSchedulerJson,
  type JobsOptions,
} from 'bullmq';
import { DAY_S } from '../contract/shared/dates.ts';
import { recordFor } from '../contract/shared/record.ts';
import { codeOf } from '../lib/errors.ts';
import type { Logger } from '../lib/process/logger.ts';
import type { Outage } from '../lib/process/outage.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { DEFINITIONS, JOB_CLASSES, type JobClass, type JobDefinition } from './definitions.ts';
import { JobDeferred, type JobHandler, runJob } from './job-handler.ts';

const READY_MS = 15_000;
const CALL_MS = 5_000;
/** When the process closes: the time limit of running jobs before they are cancelled, and of closing itself. */
const FINISH_MS = 8_000;
const CANCEL_MS = 2_000;
/** A job whose worker has not renewed its lock for this long goes to another worker; handlers may run twice. */
const STALL_MS = 10_000;
/**
 * How long a worker waits after its queue refused a connection. BullMQ's default of 15 s cannot be interrupted, so jobs
 * would wait that long after an outage, and so would a process that closes (docs/upstream/bullmq-retry-delay.md).
 */
const REFUSED_MS = 250;
const codes = (...all: number[]): ReadonlySet<string> => new Set(all.map(String));
/** The first jobs of a schedule already exist. */
const PLACED = codes(ErrorCode.SchedulerJobIdCollision, ErrorCode.SchedulerJobSlotsBusy);
/** BullMQ also renews the lock of a job that has just been delayed. Such a job has no lock, and the queue works. */
const NOT_RENEWED = /^could not renew lock/;
/**
 * When a run ends, its job may belong to another worker, or wait for one: its lock was not renewed in time, or it was
 * promoted at the moment it started (docs/upstream/bullmq-promote-race.md). It runs twice, and the queue works.
 */
const TAKEN_BACK = codes(
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
);
/** After this time, a job that was just deferred is in the state delayed. */
const DEFERRAL_MS = 1_000;
const NOT_DELAYED = codes(ErrorCode.JobNotExist, ErrorCode.JobNotInState);
const CLEAN_BATCH = 1_000;

type Payload = Record<string, unknown>;

/** A job as the outbox hands it over. */
export interface QueueMessage {
  /**
   * Adding an id again has no effect while the job is kept: a day after success, 30 days after the last failure, but of
   * either only the latest 10,000 of the class.
   */
  id: string;
  job: JobDefinition;
  payload: Record<string, unknown>;
}

export const JOB_STATES = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];
export type FinishedState = 'completed' | 'failed';

export interface FailedJob {
  id: string;
  name: string;
  /** The error message of the last attempt. */
  reason: string;
  attempts: number;
  failed_at: string | null;
}

interface ClassQueueOptions<C> {
  jobClass: JobClass;
  connections: { producer: C; worker: C };
  outage: Outage;
  logger: Logger;
}

/** Rethrows errors of BullMQ with other codes. */
const ignore =
  (ignored: ReadonlySet<string>, onIgnored: () => void = () => undefined) =>
  (error: unknown) => {
    if (!ignored.has(codeOf(error))) throw error;
    onIgnored();
  };

const failedJob = ({ id, name, failedReason, attemptsMade, finishedOn }: Job): FailedJob => ({
  id: id ?? '',
  name,
  reason: failedReason ?? '',
  attempts: attemptsMade,
  failed_at: finishedOn === undefined ? null : new Date(finishedOn).toISOString(),
});

const jobOptions = ({ attempts, backoffMs }: JobDefinition): JobsOptions => ({
  attempts,
  backoff: { type: 'exponential', delay: backoffMs },
  removeOnComplete: { age: DAY_S, count: 10_000 },
  removeOnFail: { age: 30 * DAY_S, count: 10_000 },
});

export type ClassQueue = ReturnType<typeof openClassQueue>;

/** Opens the queue of one class of jobs. The errors of its calls are those that `QueueBackend` names. */
export function openClassQueue<B extends IQueueBackend, C>(
  { Queue, Worker }: BackendClasses<B, C>,
  { jobClass, connections, outage, logger }: ClassQueueOptions<C>,
) {
  const { queue: name, slots } = JOB_CLASSES[jobClass];
  const queue = new Queue<Payload>(name, { connection: connections.producer });
  queue.on('error', (error) => outage.failed(error));
  let worker: InstanceType<typeof Worker<Payload, void>> | undefined;
  let running = 0;
  const scheduled = new Map(
    DEFINITIONS.flatMap((job) =>
      job.class === jobClass && job.cron ? [[job.name, { job, cron: job.cron }]] : [],
    ),
  );

  async function reach<T>(work: Promise<T>): Promise<T> {
    const result = await withTimeout(CALL_MS, 'the job queue', work);
    outage.worked();
    return result;
  }

  const ready = async () => {
    await withTimeout(READY_MS, 'reaching the job queue', queue.waitUntilReady());
  };

  /** Two processes that start at once place the same schedule: to the later one its first job exists already. */
  async function place(job: JobDefinition, pattern: string): Promise<void> {
    const template = { name: job.name, data: {}, opts: jobOptions(job) };
    const placed = queue.upsertJobScheduler(job.name, { pattern, tz: 'UTC' }, template);
    await reach(placed.catch(ignore(PLACED)));
  }

  const placedSchedules = async () =>
    new Map((await reach(queue.getJobSchedulers())).map((schedule) => [schedule.key, schedule]));

  /** Schedules that this version does not have are removed. */
  async function removeStale(): Promise<void> {
    for (const key of (await placedSchedules()).keys())
      if (!scheduled.has(key)) await reach(queue.removeJobScheduler(key));
  }

  /** BullMQ names the next job of a schedule so. */
  const isNextQueued = async ({ key, next }: JobSchedulerJson) =>
    (await reach(queue.getJob(`repeat:${key}:${next}`))) !== undefined;

  /** @returns the ids of jobs that are not delayed */
  async function promoteEach(ids: readonly string[]): Promise<string[]> {
    const others: string[] = [];
    for (const id of ids)
      await reach(
        queue
          .getBackend()
          .promote(id)
          .catch(ignore(NOT_DELAYED, () => others.push(id))),
      );
    return others;
  }

  /** Not awaited: a server that does not respond does not confirm the end of a connection either. */
  const disconnect = (connected: { disconnect(): Promise<void> } | undefined) =>
    void connected?.disconnect().catch(() => undefined);

  async function closeWorker(): Promise<void> {
    if (!worker) return;
    const closed = worker.close();
    await withTimeout(running > 0 ? FINISH_MS : CANCEL_MS, 'finishing the running jobs', closed)
      .catch(async () => {
        worker?.cancelAllJobs('shutdown');
        await withTimeout(CANCEL_MS, 'stopping the running jobs', closed);
      })
      .catch((error) => {
        if (running > 0) logger.warn({ err: error }, 'jobs are left unfinished');
        disconnect(worker);
      });
  }

  return {
    ready,

    add: async (messages: readonly QueueMessage[]): Promise<void> => {
      const jobs = messages.map(({ id, job, payload }) => ({
        name: job.name,
        data: payload,
        opts: { ...jobOptions(job), jobId: id },
      }));
      await reach(queue.addBulk(jobs));
    },

    /** Makes delayed jobs due now; ids of other jobs are ignored. */
    promote: async (ids: readonly string[]): Promise<void> => {
      const early = await promoteEach(ids);
      if (early.length === 0) return;
      await delay(DEFERRAL_MS);
      await promoteEach(early);
    },

    /** Whether any schedule of the class is there. */
    hasSchedules: async (): Promise<boolean> => (await placedSchedules()).size > 0,

    /** Keeps existing schedules: re-adding one would postpone its overdue job to the next run. */
    placeSchedules: async (): Promise<void> => {
      const placed = await placedSchedules();
      for (const [name, { job, cron }] of scheduled) {
        const schedule = placed.get(name);
        if (schedule?.pattern !== cron || !(await isNextQueued(schedule))) await place(job, cron);
      }
    },

    /** Starts to process the jobs of the class. */
    startWorker: async (handlers: ReadonlyMap<string, JobHandler>): Promise<void> => {
      await ready();
      await removeStale();

      // BullMQ hands over a signal only to a function that declares all three parameters.
      const process = async (
        job: Job<Payload, void>,
        token?: string,
        signal?: AbortSignal,
      ): Promise<void> => {
        const handler = handlers.get(job.name);
        if (!handler) throw new Error(`This worker does not know the job ${job.name}`);
        const run = {
          id: job.id ?? job.name,
          attempt: job.attemptsMade + 1,
          ageMs: Date.now() - job.timestamp,
          signal: signal ?? new AbortController().signal,
        };
        running += 1;
        try {
          await runJob(handler, job.data, run, logger);
        } catch (error) {
          if (!(error instanceof JobDeferred)) throw error;
          await job.moveToDelayed(Date.now() + error.waitMs, token);
          throw new DelayedError();
        } finally {
          running -= 1;
        }
      };
      const started = new Worker<Payload, void>(name, process, {
        connection: connections.worker,
        concurrency: slots,
        lockDuration: STALL_MS,
        stalledInterval: STALL_MS,
        runRetryDelay: REFUSED_MS,
        // A job whose worker was killed a few times in a row is unlucky rather than the cause.
        maxStalledCount: 3,
      });
      worker = started;
      started.on('error', (error) => {
        if (NOT_RENEWED.test(error.message)) logger.warn({ err: error }, 'the lock of a job was not renewed');
        else if (TAKEN_BACK.has(codeOf(error))) logger.warn({ err: error }, 'a job may run twice');
        else outage.failed(error);
      });
      started.on('active', () => outage.worked());
      started.getBackend().on('ready', () => outage.worked());
      await withTimeout(READY_MS, 'reaching the job queue', started.waitUntilReady());
    },

    counts: async (): Promise<Record<JobState, number>> => {
      const counts = await reach(queue.getJobCounts(...JOB_STATES));
      return recordFor(JOB_STATES, (state) => counts[state] ?? 0);
    },

    /** The newest failed jobs, at most this many, newest first. */
    failed: async (most: number): Promise<FailedJob[]> =>
      (await reach(queue.getFailed(0, most - 1))).map(failedJob),

    /** Whether the job is there, and then whether it has failed. */
    stateOf: async (id: string): Promise<'unknown' | 'failed' | 'other'> => {
      const job = await reach(queue.getJob(id));
      if (!job) return 'unknown';
      return (await reach(job.isFailed())) ? 'failed' : 'other';
    },

    retry: async (id: string): Promise<void> => {
      const job = await reach(queue.getJob(id));
      if (job) await reach(job.retry('failed', { resetAttemptsMade: true }));
    },

    /** @returns how many were retried */
    retryAll: async (): Promise<number> => {
      const failed = await reach(queue.getFailed());
      for (const job of failed) await reach(job.retry('failed', { resetAttemptsMade: true }));
      return failed.length;
    },

    clean: async (state: FinishedState): Promise<number> => {
      let removed = 0;
      for (let batch = CLEAN_BATCH; batch === CLEAN_BATCH; removed += batch)
        batch = (await reach(queue.clean(0, CLEAN_BATCH, state))).length;
      return removed;
    },

    close: async (): Promise<void> => {
      await closeWorker();
      await withTimeout(CANCEL_MS, 'closing the job queue', queue.close()).catch(() => disconnect(queue));
    },
  };
}
