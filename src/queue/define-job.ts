import type { z } from 'zod';

/** A kind of work that is done after the transaction that asked for it, by a worker. */
export interface JobDefinition<Name extends string = string, Payload extends z.ZodObject = z.ZodObject> {
  /** `noun.verb`, unique; at most 60 characters. */
  readonly name: Name;
  /** What the job carries. Ids only: payloads lie in clear text in the queue (PITFALLS section 6). */
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
