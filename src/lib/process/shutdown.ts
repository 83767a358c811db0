import type { Logger } from './logger.ts';

type Step = { name: string; run: () => Promise<unknown> | unknown };

/**
 * Cleanup steps, run in reverse order of registration. Every step runs even when one fails; running twice has no
 * further effect.
 */
export class Shutdown {
  readonly #steps: Step[] = [];
  #running: Promise<void> | undefined;
  #current: string | undefined;

  /** Adds a step that runs before all earlier ones; a step added during shutdown runs too. */
  add(name: string, run: Step['run']): void {
    this.#steps.push({ name, run });
  }

  /** Also true when it has run. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The name of the step that is running, or was the last. */
  get current(): string | undefined {
    return this.#current;
  }

  run(logger: Logger): Promise<void> {
    this.#running ??= this.#runAll(logger);
    return this.#running;
  }

  async #runAll(logger: Logger): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      this.#current = step.name;
      try {
        await step.run();
      } catch (error) {
        logger.error({ err: error, step: step.name }, 'a step of the shutdown failed');
      }
    }
  }
}

/**
 * When a hanging shutdown is cut off: longer than the time limits of its steps together, which are 17 s for requests and jobs,
 * and then 5 s for calls without a client (src/server.ts).
 */
const DEADLINE_MS = 25_000;

/** Ends the process with exit code 1 when its shutdown hangs, and logs at which step. Standard error is written at once. */
const cutOff = (shutdown: Shutdown, logger: Logger): NodeJS.Timeout =>
  setTimeout(() => {
    logger.fatal({ step: shutdown.current }, `shutdown timed out after ${DEADLINE_MS / 1000} s`);
    process.exit(1);
  }, DEADLINE_MS);

/**
 * Closes everything on the first SIGINT or SIGTERM and ends the process; further signals have no effect.
 *
 * @param exitCode of the process; not 0 where an interruption leaves work undone
 */
export function closeOnSignal(shutdown: Shutdown, logger: Logger, exitCode = 0): void {
  let closing = false;
  const close = (signal: NodeJS.Signals) => {
    if (closing) return;
    closing = true;
    logger.info({ signal }, 'closing');
    const deadline = cutOff(shutdown, logger);
    void shutdown.run(logger).then(() => {
      clearTimeout(deadline);
      process.exit(exitCode);
    });
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

/** Closes what a process that failed to start has opened, within the same limit, and ends it with exit code 1. */
export async function closeAfterFailure(shutdown: Shutdown, logger: Logger): Promise<never> {
  cutOff(shutdown, logger);
  await shutdown.run(logger);
  return process.exit(1);
}
