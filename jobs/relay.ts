import { LockMode, type MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/logger.ts';
import { Outage } from '../src/lib/outage.ts';
import type { QueueBackend } from '../src/queue/backend.ts';
import type { JobDefinition } from '../src/queue/define-job.ts';
import { DEFINITIONS } from '../src/queue/definitions.ts';
import { OutboxMessage } from '../src/queue/outbox.entity.ts';

const BATCH = 100;
const POLL_MS = 1_000;

export interface RelayOptions {
  orm: MikroORM;
  queue: Pick<QueueBackend, 'add'>;
  clock: Clock;
  logger: Logger;
}

/** The job's id in the queue, from its row in the outbox. */
export const jobId = (outboxId: string): string => `outbox-${outboxId}`;

/**
 * Hands committed outbox rows to the queue (DESIGN.md 3). A crash between handing over and marking hands the row
 * over again, under the same job id, which the queue then ignores.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #outage: Outage;
  readonly #definitions: ReadonlyMap<string, JobDefinition>;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #closed = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#outage = new Outage(options.logger, 'handing jobs to the queue');
    this.#definitions = new Map(DEFINITIONS.map((job) => [job.name, job]));
  }

  /** Looks for new rows now and every second. */
  start(): void {
    this.#polling = this.#poll();
  }

  /**
   * Hands over every row that waits and that no other relay is busy with.
   *
   * @returns how many rows were handed over
   * @throws Error when the database or the queue fails; the rows of that batch wait on.
   */
  async drain(): Promise<number> {
    let total = 0;
    while (!this.#closed) {
      const relayed = await this.#relayBatch();
      total += relayed;
      if (relayed < BATCH) break;
    }
    return total;
  }

  /** Stops looking, once the batch that is under way is through. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#outage.end();
    clearTimeout(this.#timer);
    await this.#polling;
  }

  async #poll(): Promise<void> {
    try {
      await this.drain();
      this.#outage.worked();
    } catch (error) {
      this.#outage.failed(error);
    }
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.start(), POLL_MS);
  }

  async #relayBatch(): Promise<number> {
    const { orm, queue, clock } = this.#options;
    return orm.em.fork().transactional(async (em) => {
      // A job that only a newer version knows waits for that version's relay.
      const rows = await em.find(
        OutboxMessage,
        { relayedAt: null, job: { $in: [...this.#definitions.keys()] } },
        { orderBy: { createdAt: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
      );
      if (!rows.length) return 0;
      const messages = rows.flatMap(({ id, job: name, payload }) => {
        const job = this.#definitions.get(name);
        return job ? [{ id: jobId(id), job, payload }] : [];
      });
      await queue.add(messages);
      await em.nativeUpdate(OutboxMessage, { id: rows.map(({ id }) => id) }, { relayedAt: clock.now() });
      return rows.length;
    });
  }
}
