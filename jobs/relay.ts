import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/logger.ts';
import type { QueueBackend } from '../src/queue/backend.ts';
import type { JobDefinition } from '../src/queue/define-job.ts';
import { DEFINITIONS } from '../src/queue/definitions.ts';
import { OutboxMessage } from '../src/queue/outbox.entity.ts';
import { Loop } from './loop.ts';

const BATCH = 100;
const POLL_MS = 250;
/** Longer than the queue may take. Rows of a relay that was killed wait for so long. */
const LEASE_MS = 15_000;

export interface RelayOptions {
  orm: MikroORM;
  queue: Pick<QueueBackend, 'add'>;
  clock: Clock;
  logger: Logger;
}

/** The job's id in the queue, from its row in the outbox. */
export const jobId = (outboxId: string): string => `outbox-${outboxId}`;

interface OutboxRow {
  id: string;
  job: string;
  payload: Record<string, unknown>;
}

/**
 * Hands committed outbox rows to the queue. No transaction is open meanwhile: rows are leased instead. A crash between
 * handing over and marking hands the row over again, under the same job id, which the queue then ignores.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #definitions: ReadonlyMap<string, JobDefinition>;
  readonly #loop: Loop;
  #closed = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#definitions = new Map(DEFINITIONS.map((job) => [job.name, job]));
    this.#loop = new Loop({
      what: 'handing jobs to the queue',
      logger: options.logger,
      step: async () => {
        await this.drain();
        return POLL_MS;
      },
    });
  }

  /** Looks for new rows now and every quarter of a second. */
  start(): void {
    this.#loop.start();
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
  close(): Promise<void> {
    this.#closed = true;
    return this.#loop.close();
  }

  async #relayBatch(): Promise<number> {
    const { orm, queue, clock } = this.#options;
    const rows = await this.#lease();
    if (rows.length === 0) return 0;
    const id = rows.map((row) => row.id);
    const messages = rows.flatMap(({ id, job: name, payload }) => {
      const job = this.#definitions.get(name);
      return job ? [{ id: jobId(id), job, payload }] : [];
    });
    try {
      await queue.add(messages);
    } catch (error) {
      // When this fails too, the lease ends by itself.
      await orm.em
        .fork()
        .nativeUpdate(OutboxMessage, { id }, { leasedUntil: null })
        .catch(() => undefined);
      throw error;
    }
    await orm.em.fork().nativeUpdate(OutboxMessage, { id }, { relayedAt: clock.now(), leasedUntil: null });
    return rows.length;
  }

  /** The oldest rows that wait. A job that only a newer version knows waits for that version's relay. */
  async #lease(): Promise<OutboxRow[]> {
    const { rows } = await sql<OutboxRow>`
      with leased as (
        update outbox set leased_until = now() + ${LEASE_MS} * interval '1 ms'
        where id in (
          select id from outbox
          where relayed_at is null and job = any(${[...this.#definitions.keys()]})
            and (leased_until is null or leased_until < now())
          order by created_at limit ${BATCH} for update skip locked)
        returning id, job, payload, created_at)
      select id, job, payload from leased order by created_at, id`.execute(
      this.#options.orm.em.fork().getKysely(),
    );
    return rows;
  }
}
