import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../src/lib/clock.ts';
import { refreshFlags as refresh } from '../../src/modules/reviews/flags.service.ts';
import { refreshFlags } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';

interface FlagsScope {
  orm: MikroORM;
  clock: Clock;
}

/** One look at sales at a time: what is asked for while one is under way is looked at together, by the next. */
class FlagsDesk {
  readonly #scope: FlagsScope;
  #waiting = new Set<number>();
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<unknown> | undefined;

  constructor(scope: FlagsScope) {
    this.#scope = scope;
  }

  look(saleIds: readonly number[]): Promise<unknown> {
    for (const id of saleIds) this.#waiting.add(id);
    if (this.#next !== undefined) return this.#next;
    const next = this.#running.then(() => this.#lookAtAll());
    this.#next = next;
    this.#running = next.catch(() => undefined);
    return next;
  }

  #lookAtAll(): Promise<unknown> {
    const saleIds = [...this.#waiting];
    this.#waiting = new Set();
    this.#next = undefined;
    const { orm, clock } = this.#scope;
    return refresh({ em: orm.em.fork({ useContext: true }), clock }, saleIds);
  }
}

/** The job that looks at sales for the reviewers. */
export function flagHandlers(scope: FlagsScope): JobHandler[] {
  const desk = new FlagsDesk(scope);
  return [handle(refreshFlags, async ({ sale_ids }) => void (await desk.look(sale_ids)))];
}
