import type { z } from 'zod';

/**
 * The classes of jobs. Each has a queue and, in every worker, slots that only its jobs take: mails never wait behind a
 * scan. The queue without a suffix held all jobs before there were classes, so any job may still wait there.
 */
export const JOB_CLASSES = {
  mail: { queue: 'marketdex-mail', slots: 20 },
  scan: { queue: 'marketdex-scan', slots: 1 },
  return: { queue: 'marketdex-return', slots: 2 },
  other: { queue: 'marketdex', slots: 4 },
} as const;
export type JobClass = keyof typeof JOB_CLASSES;

/** A kind of work that is done after the transaction that asked for it, by a worker. */
export interface JobDefinition<Name extends string = string, Payload extends z.ZodObject = z.ZodObject> {
  /** `noun.verb`, unique; at most 60 characters. */
  readonly name: Name;
  readonly class: JobClass;
  /** What the job carries. Ids only: payloads lie in clear text in the queue. */
  readonly payload: Payload;
  /** How often the job is tried in all. */
  readonly attempts: number;
  /** Milliseconds before the second try; doubled before each further one. */
  readonly backoffMs: number;
  /** Milliseconds that the job waits in the queue before its first try; none by default. */
  readonly delayMs?: number;
  /** When the queue itself asks for the job, in UTC; such a job has an empty payload. */
  readonly schedule?: { readonly cron: string };
  /** The log tells of its start and end only in the search for faults: it runs often, and mostly for nothing. */
  readonly quiet?: boolean;
}

export type PayloadOf<Job extends JobDefinition> = z.output<Job['payload']>;

/** Declares a job. It belongs in the list of `definitions.ts`, and its handler in the jobs' registry. */
export const defineJob = <const Name extends string, Payload extends z.ZodObject>(
  definition: JobDefinition<Name, Payload>,
): JobDefinition<Name, Payload> => definition;
