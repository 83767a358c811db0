import type { Logger } from './logger.ts';

type Step = { name: string; run: () => Promise<unknown> | unknown };

/**
 * What has to be closed, in the order opposite to that of opening. Every step runs even when one fails, and
 * running twice is running once.
 */
export class Shutdown {
  readonly #steps: Step[] = [];
  #running: Promise<void> | undefined;

  /** Adds a step that runs before all steps added earlier; what opens while closing is closed too. */
  add(name: string, run: Step['run']): void {
    this.#steps.push({ name, run });
  }

  run(logger: Logger): Promise<void> {
    this.#running ??= this.#runAll(logger);
    return this.#running;
  }

  async #runAll(logger: Logger): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step.run();
      } catch (error) {
        logger.error({ err: error, step: step.name }, 'closing failed');
      }
    }
  }
}

/** When a shutdown that hangs is cut off: longer than requests and jobs may take one after the other. */
const DEADLINE_MS = 25_000;

/**
 * Closes everything on the first SIGINT or SIGTERM and ends the process; a second signal changes nothing.
 *
 * @param exitCode what the process then ends with; not 0 where being stopped means that work is left undone
 */
export function closeOnSignal(shutdown: Shutdown, logger: Logger, exitCode = 0): void {
  let closing = false;
  const close = (signal: NodeJS.Signals) => {
    if (closing) return;
    closing = true;
    logger.info({ signal }, 'closing');
    const deadline = setTimeout(() => process.exit(1), DEADLINE_MS);
    void shutdown.run(logger).then(() => {
      clearTimeout(deadline);
      process.exit(exitCode);
    });
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

/** Closes what is already open of a process that could not start, within the same limit, and ends it with exit code 1. */
export async function closeAfterFailure(shutdown: Shutdown, logger: Logger): Promise<never> {
  setTimeout(() => process.exit(1), DEADLINE_MS);
  await shutdown.run(logger);
  return process.exit(1);
}
