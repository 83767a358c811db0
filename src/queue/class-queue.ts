import { setTimeout as delay } from 'node:timers/promises';
import { type BackendClasses, ErrorCode, type IQueueBackend, type Job, type Queue } from 'bullmq';
import { recordFor } from '../contract/shared/record.ts';
import { conflict } from '../lib/errors.ts';
import type { Logger } from '../lib/process/logger.ts';
import type { Outage } from '../lib/process/outage.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { codes, disconnect, ignore, jobOptions, type Payload, READY_MS } from './bullmq.ts';
import { ClassSchedules } from './class-schedules.ts';
import { ClassWorker } from './class-worker.ts';
import { JOB_CLASSES, type JobClass, type JobDefinition } from './definitions.ts';
import type { JobHandler } from './job-handler.ts';

const CALL_MS = 5_000;
const CLOSE_MS = 2_000;
/** After this time, a job that was just deferred is in the state delayed. */
const DEFERRAL_MS = 1_000;
const NOT_DELAYED = codes(ErrorCode.JobNotExist, ErrorCode.JobNotInState);
const CLEAN_BATCH = 1_000;

/** A job as the outbox hands it over. */
export interface QueueMessage {
  /**
   * Adding an id again has no effect while the job is kept: a day after success, 30 days after the last failure, but of
   * either only the latest 10,000 of the class.
   */
  id: string;
  job: JobDefinition;
  payload: Payload;
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

const failedJob = ({ id, name, failedReason, attemptsMade, finishedOn }: Job): FailedJob => ({
  id: id ?? '',
  name,
  reason: failedReason ?? '',
  attempts: attemptsMade,
  failed_at: finishedOn === undefined ? null : new Date(finishedOn).toISOString(),
});

/** The queue of one class of jobs. The errors of its calls are those that `QueueBackend` names. */
export class ClassQueue<B extends IQueueBackend, C> {
  readonly #classes: BackendClasses<B, C>;
  readonly #options: ClassQueueOptions<C>;
  readonly #queue: Queue<Payload, void, string, Payload, void, string, B, C>;
  readonly #schedules: ClassSchedules<B, C>;
  #worker: ClassWorker<B, C> | undefined;

  constructor(classes: BackendClasses<B, C>, options: ClassQueueOptions<C>) {
    this.#classes = classes;
    this.#options = options;
    const { jobClass, connections, outage } = options;
    this.#queue = new classes.Queue<Payload, void>(JOB_CLASSES[jobClass].queue, {
      connection: connections.producer,
    });
    this.#queue.on('error', (error) => outage.failed(error));
    this.#schedules = new ClassSchedules(this.#queue, jobClass, (call) => this.#reach(call));
  }

  async ready(): Promise<void> {
    await withTimeout(READY_MS, 'reaching the job queue', this.#queue.waitUntilReady());
  }

  async add(messages: readonly QueueMessage[]): Promise<void> {
    const jobs = messages.map(({ id, job, payload }) => ({
      name: job.name,
      data: payload,
      opts: { ...jobOptions(job), jobId: id },
    }));
    await this.#reach(this.#queue.addBulk(jobs));
  }

  /** Makes delayed jobs due now; ids of other jobs are ignored. */
  async promote(ids: readonly string[]): Promise<void> {
    const early = await this.#promoteEach(ids);
    if (early.length === 0) return;
    await delay(DEFERRAL_MS);
    await this.#promoteEach(early);
  }

  /** Whether any schedule of the class is there. */
  hasSchedules(): Promise<boolean> {
    return this.#schedules.exist();
  }

  /** The names of running jobs that should have ended. */
  async hanging(): Promise<string[]> {
    const latest = Date.now() - JOB_CLASSES[this.#options.jobClass].hangsAfterMs;
    const running = await this.#reach(this.#queue.getActive());
    return running.filter(({ processedOn = latest }) => processedOn < latest).map(({ name }) => name);
  }

  lateSchedules(): Promise<string[]> {
    return this.#schedules.late();
  }

  placeSchedules(): Promise<void> {
    return this.#schedules.place();
  }

  /** Starts to process the jobs of the class. */
  async startWorker(handlers: ReadonlyMap<string, JobHandler>): Promise<void> {
    await this.ready();
    await this.#schedules.removeStale();
    const { connections, ...options } = this.#options;
    this.#worker = new ClassWorker(this.#classes, { ...options, connection: connections.worker, handlers });
    await this.#worker.ready();
  }

  async counts(): Promise<Record<JobState, number>> {
    const counts = await this.#reach(this.#queue.getJobCounts(...JOB_STATES));
    return recordFor(JOB_STATES, (state) => counts[state] ?? 0);
  }

  /** The newest failed jobs, at most this many, newest first. */
  async failed(most: number): Promise<FailedJob[]> {
    return (await this.#reach(this.#queue.getFailed(0, most - 1))).map(failedJob);
  }

  /** @returns false when the class has no such job */
  async retry(id: string): Promise<boolean> {
    const job = await this.#reach(this.#queue.getJob(id));
    if (!job) return false;
    if (!(await this.#reach(job.isFailed()))) throw conflict('NOT_FAILED', 'This job has not failed.');
    await this.#retryFailed(job);
    return true;
  }

  /** @returns how many were retried */
  async retryAll(): Promise<number> {
    const failed = await this.#reach(this.#queue.getFailed());
    for (const job of failed) await this.#retryFailed(job);
    return failed.length;
  }

  async clean(state: FinishedState): Promise<number> {
    let removed = 0;
    for (let batch = CLEAN_BATCH; batch === CLEAN_BATCH; removed += batch)
      batch = (await this.#reach(this.#queue.clean(0, CLEAN_BATCH, state))).length;
    return removed;
  }

  async close(): Promise<void> {
    await this.#worker?.close();
    await withTimeout(CLOSE_MS, 'closing the job queue', this.#queue.close()).catch(() =>
      disconnect(this.#queue),
    );
  }

  async #reach<T>(call: Promise<T>): Promise<T> {
    const result = await withTimeout(CALL_MS, 'the job queue', call);
    this.#options.outage.worked();
    return result;
  }

  /** @returns the ids of jobs that are not delayed */
  async #promoteEach(ids: readonly string[]): Promise<string[]> {
    const others: string[] = [];
    for (const id of ids) {
      const promoted = this.#queue.getBackend().promote(id);
      await this.#reach(promoted.catch(ignore(NOT_DELAYED, () => others.push(id))));
    }
    return others;
  }

  #retryFailed(job: Job): Promise<void> {
    return this.#reach(job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }));
  }
}
