import {
  type BackendClasses,
  DelayedError,
  ErrorCode,
  type IQueueBackend,
  type Job,
  type JobProgress,
  type Worker,
} from 'bullmq';
import { codeOf } from '../lib/errors.ts';
import type { Logger } from '../lib/process/logger.ts';
import type { Outage } from '../lib/process/outage.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { codes, disconnect, type Payload, READY_MS } from './bullmq.ts';
import { JOB_CLASSES, type JobClass } from './definitions.ts';
import { JobDeferred, type JobHandler, runJob } from './job-handler.ts';

/** When the process closes: the time limit of running jobs before they are cancelled, and after that. */
const FINISH_MS = 8_000;
const CANCEL_MS = 2_000;
/** A job whose worker has not renewed its lock for this long goes to another worker; handlers may run twice. */
const STALL_MS = 10_000;
/**
 * How long a worker waits after its queue refused a connection. BullMQ's default of 15 s cannot be interrupted, so jobs
 * would wait that long after an outage, and so would a process that closes (docs/upstream/bullmq-retry-delay.md).
 */
const REFUSED_MS = 250;
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

interface ClassWorkerOptions<C> {
  jobClass: JobClass;
  connection: C;
  handlers: ReadonlyMap<string, JobHandler>;
  outage: Outage;
  logger: Logger;
}

/** Processes the jobs of one class, from its construction on. */
export class ClassWorker<B extends IQueueBackend, C> {
  readonly #handlers: ReadonlyMap<string, JobHandler>;
  readonly #logger: Logger;
  readonly #worker: Worker<Payload, void, string, B, JobProgress, C>;
  #running = 0;

  constructor(
    classes: Pick<BackendClasses<B, C>, 'Worker'>,
    { jobClass, connection, handlers, outage, logger }: ClassWorkerOptions<C>,
  ) {
    this.#handlers = handlers;
    this.#logger = logger;
    const { queue, slots } = JOB_CLASSES[jobClass];
    // BullMQ hands over a signal only to a function that declares all three parameters.
    const process = (job: Job<Payload, void>, token?: string, signal?: AbortSignal) =>
      this.#process(job, token, signal);
    const worker = new classes.Worker<Payload, void>(queue, process, {
      connection,
      concurrency: slots,
      lockDuration: STALL_MS,
      stalledInterval: STALL_MS,
      runRetryDelay: REFUSED_MS,
      // A job whose worker was killed a few times in a row is unlucky rather than the cause.
      maxStalledCount: 3,
    });
    worker.on('error', (error) => {
      if (NOT_RENEWED.test(error.message)) logger.warn({ err: error }, 'the lock of a job was not renewed');
      else if (TAKEN_BACK.has(codeOf(error))) logger.warn({ err: error }, 'a job may run twice');
      else outage.failed(error);
    });
    worker.on('active', () => outage.worked());
    worker.getBackend().on('ready', () => outage.worked());
    this.#worker = worker;
  }

  async ready(): Promise<void> {
    await withTimeout(READY_MS, 'reaching the job queue', this.#worker.waitUntilReady());
  }

  /** Waits for the running jobs, and cancels those that take too long. */
  async close(): Promise<void> {
    const closed = this.#worker.close();
    try {
      await withTimeout(
        this.#running > 0 ? FINISH_MS : CANCEL_MS,
        'finishing the running jobs',
        closed,
      ).catch(async () => {
        this.#worker.cancelAllJobs('shutdown');
        await withTimeout(CANCEL_MS, 'stopping the running jobs', closed);
      });
    } catch (error) {
      if (this.#running > 0) this.#logger.warn({ err: error }, 'jobs are left unfinished');
      disconnect(this.#worker);
    }
  }

  async #process(job: Job<Payload, void>, token?: string, signal?: AbortSignal): Promise<void> {
    const handler = this.#handlers.get(job.name);
    if (!handler) throw new Error(`This worker does not know the job ${job.name}`);
    const run = {
      id: job.id ?? job.name,
      attempt: job.attemptsMade + 1,
      ageMs: Date.now() - job.timestamp,
      // Each start counts; what neither a failure nor a lost worker ended was deferred.
      isReturn: job.attemptsStarted > job.attemptsMade + job.stalledCounter + 1,
      signal: signal ?? new AbortController().signal,
    };
    this.#running += 1;
    try {
      await runJob(handler, job.data, run, this.#logger);
    } catch (error) {
      if (!(error instanceof JobDeferred)) throw error;
      await job.moveToDelayed(Date.now() + error.waitMs, token).catch(async (failure: unknown) => {
        // A lost connection can lose the response alone.
        if (!(await job.isDelayed())) throw failure;
      });
      throw new DelayedError();
    } finally {
      this.#running -= 1;
    }
  }
}
