import { UnrecoverableError } from 'bullmq';
import { z } from 'zod';
import { DomainError, type ErrorKind } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import { withRequestContext } from '../lib/request-context.ts';
import type { JobDefinition } from './define-job.ts';

/** One try of one job. */
export interface JobRun {
  /** The job's id: the same at every try, so what a handler derives from it is the same too. */
  id: string;
  /** 1 for the first try. */
  attempt: number;
  /** Aborted when the process closes before the handler is done. */
  signal: AbortSignal;
}

/** A job together with the code that does it. */
export interface JobHandler {
  readonly definition: JobDefinition;
  /** @throws UnrecoverableError when trying again cannot help. */
  run(payload: unknown, run: JobRun): Promise<void>;
}

/** Binds a job to its code. Handlers run at least once, so doing the work twice must be as good as once. */
export const handle = <Payload extends z.ZodObject>(
  definition: JobDefinition<string, Payload>,
  work: (payload: z.output<Payload>, run: JobRun) => Promise<void>,
): JobHandler => ({
  definition,
  run: (payload, run) => {
    const parsed = definition.payload.safeParse(payload);
    if (parsed.success) return work(parsed.data, run);
    throw new UnrecoverableError(`The payload is not a ${definition.name}: ${z.prettifyError(parsed.error)}`);
  },
});

/** Thrown by a handler whose job has to wait; it counts as no try. */
export class PutOff extends Error {
  readonly waitMs: number;

  /** @param why for the log */
  constructor(waitMs: number, why: string) {
    super(why);
    this.waitMs = waitMs;
  }
}

/** Failures that the same input meets again. */
const LASTING: readonly ErrorKind[] = ['invalid', 'not_found', 'forbidden', 'conflict'];

/** Whether trying again cannot help. */
export const isLasting = (error: unknown): boolean =>
  error instanceof UnrecoverableError || (error instanceof DomainError && LASTING.includes(error.kind));

/**
 * Runs one try of a job, with its id and name on every log line.
 *
 * @throws UnrecoverableError when trying again cannot help, PutOff when the job has to wait, the handler's own error
 *   otherwise.
 */
export function runJob(handler: JobHandler, payload: unknown, run: JobRun, logger: Logger): Promise<void> {
  const { name, attempts, quiet } = handler.definition;
  return withRequestContext({ requestId: run.id, path: name }, async () => {
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    const level = quiet ? 'debug' : 'info';
    logger[level]({ attempt: run.attempt }, 'job started');
    try {
      await handler.run(payload, run);
    } catch (error) {
      if (error instanceof PutOff) {
        logger.debug({ wait_ms: error.waitMs }, `job put off: ${error.message}`);
        throw error;
      }
      const final = isLasting(error) || run.attempt >= attempts;
      const facts = { err: error, attempt: run.attempt, ms: elapsed() };
      if (final) logger.error(facts, 'job failed');
      else logger.warn(facts, 'job failed and will be tried again');
      if (!isLasting(error) || error instanceof UnrecoverableError) throw error;
      throw new UnrecoverableError(error instanceof Error ? error.message : String(error));
    }
    logger[level]({ attempt: run.attempt, ms: elapsed() }, 'job finished');
  });
}
