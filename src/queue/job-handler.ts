import { UnrecoverableError } from 'bullmq';
import { z } from 'zod';
import { DAY_MS } from '../contract/shared/dates.ts';
import { databaseProblemOf } from '../db/problems.ts';
import { DomainError, type ErrorKind, messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/process/logger.ts';
import { withRequestContext } from '../lib/process/request-context.ts';
import type { JobDefinition } from './definitions.ts';

export interface JobRun {
  /** The job's id: the same for every attempt, so values that a handler derives from it are the same too. */
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Milliseconds since the job was added to the queue; 0 by default. */
  ageMs?: number;
  /** An earlier run of this attempt was deferred. */
  isReturn?: boolean;
  /** Aborted when the process closes before the handler is done. */
  signal: AbortSignal;
}

/** A job with its code. */
export interface JobHandler {
  readonly definition: JobDefinition;
  /**
   * Returns what came of it as a text for the log, or nothing.
   *
   * @throws UnrecoverableError when a retry cannot help.
   */
  run(payload: unknown, run: JobRun): Promise<unknown>;
}

/** Binds a job to its code. Handlers run at least once, so they must be idempotent. */
export const handle = <Payload extends z.ZodObject>(
  definition: JobDefinition<string, Payload>,
  work: (payload: z.output<Payload>, run: JobRun) => Promise<unknown>,
): JobHandler => ({
  definition,
  run: (payload, run) => {
    const parsed = definition.payload.safeParse(payload);
    if (parsed.success) return work(parsed.data, run);
    throw new UnrecoverableError(`Invalid payload for ${definition.name}: ${z.prettifyError(parsed.error)}`);
  },
});

/** Thrown by a handler to defer its job; the attempt does not count. */
export class JobDeferred extends Error {
  readonly waitMs: number;

  /** @param why for the log */
  constructor(waitMs: number, why: string) {
    super(why);
    // Queues reject fractions.
    this.waitMs = Math.ceil(waitMs);
  }
}

/** How long a job waits for something that it needs and did not break; after that, such failures count as attempts. */
export const MAX_DEFERRAL_MS = DAY_MS;

/** Problems of the database that no job causes. */
const OUTAGES = new Set([
  'DATABASE_AWAY',
  'DATABASE_STARTING',
  'DATABASE_REFUSES',
  'DATABASE_READ_ONLY',
  'DATABASE_FULL',
]);
const OUTAGE_WAIT_MS = 2_000;

/** The deferral that an error of a handler means, if any. */
function deferralOf(error: unknown, { ageMs = 0 }: JobRun): JobDeferred | undefined {
  if (error instanceof JobDeferred) return error;
  const problem = databaseProblemOf(error);
  if (!problem || !OUTAGES.has(problem.code) || ageMs >= MAX_DEFERRAL_MS) return undefined;
  return new JobDeferred(OUTAGE_WAIT_MS * (1 + Math.random()), problem.message);
}

/** Failures that recur for the same input. */
const LASTING: readonly ErrorKind[] = ['invalid', 'not_found', 'forbidden', 'conflict'];

export const isLasting = (error: unknown): boolean =>
  error instanceof UnrecoverableError || (error instanceof DomainError && LASTING.includes(error.kind));

/**
 * Runs one attempt of a job, with its id and name on every log line.
 *
 * @throws UnrecoverableError when a retry cannot help, JobDeferred when the job has to wait or the database is unavailable,
 *   the handler's own error otherwise.
 */
export function runJob(handler: JobHandler, payload: unknown, run: JobRun, logger: Logger): Promise<void> {
  const { name, attempts, quiet } = handler.definition;
  return withRequestContext({ requestId: run.id, path: name }, async () => {
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    const level = quiet ? 'debug' : 'info';
    // While a server is down, its jobs return again and again: the first run has said so.
    const levelOfReturn = run.isReturn ? 'debug' : level;
    logger[levelOfReturn]({ attempt: run.attempt }, 'job started');
    let result: unknown;
    try {
      result = await handler.run(payload, run);
    } catch (error) {
      const deferral = deferralOf(error, run);
      if (deferral) {
        const next_try = new Date(Date.now() + deferral.waitMs).toISOString();
        logger[levelOfReturn]({ attempt: run.attempt, next_try }, `job waits: ${deferral.message}`);
        throw deferral;
      }
      const final = isLasting(error) || run.attempt >= attempts;
      const facts = { err: error, attempt: run.attempt, ms: elapsed() };
      if (final) logger.error(facts, 'job failed');
      else logger.warn(facts, 'job failed and will be retried');
      if (!isLasting(error) || error instanceof UnrecoverableError) throw error;
      throw new UnrecoverableError(messageOf(error));
    }
    const facts = { attempt: run.attempt, ms: elapsed(), ...(typeof result === 'string' && { result }) };
    logger[level](facts, 'job finished');
  });
}
