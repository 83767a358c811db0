import type { z } from 'zod';

/**
 * The classes of jobs. Each has its own queue and its own worker slots, so that mails never wait for a scan. The queue
 * without a suffix held all jobs before there were classes, so any job may still be in it.
 */
export const JOB_CLASSES = {
  mail: { queue: 'marketdex-mail', slots: 20 },
  scan: { queue: 'marketdex-scan', slots: 1 },
  return: { queue: 'marketdex-return', slots: 2 },
  other: { queue: 'marketdex', slots: 4 },
} as const;
export type JobClass = keyof typeof JOB_CLASSES;

/** A kind of background work, done by a worker after the transaction that enqueued it. */
export interface JobDefinition<Name extends string = string, Payload extends z.ZodObject = z.ZodObject> {
  /** `noun.verb`, unique; at most 60 characters. */
  readonly name: Name;
  readonly class: JobClass;
  /** The job's payload. Ids only: payloads are stored in the queue in clear text. */
  readonly payload: Payload;
  /** Maximum number of attempts. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled before each further one. */
  readonly backoffMs: number;
  /** When the queue schedules the job by itself, in UTC; such a job has an empty payload. */
  readonly cron?: string;
  /** Logs start and end only at debug level, for jobs that run often and mostly do nothing. */
  readonly quiet?: boolean;
}

/** Declares a job. Add it to the list in `definitions.ts`, and its handler to the jobs' registry. */
export const defineJob = <const Name extends string, Payload extends z.ZodObject>(
  definition: JobDefinition<Name, Payload>,
): JobDefinition<Name, Payload> => definition;
