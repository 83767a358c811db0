import { query } from '../src/db/query.ts';
import type { QueueBackend } from '../src/queue/backend.ts';
import { DEFINITIONS, type JobDefinition } from '../src/queue/definitions.ts';
import { OutboxMessage } from '../src/queue/queue.entity.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { Loop } from './loop.ts';

const BATCH = 100;
const POLL_MS = 250;
/** Longer than the queue's time limit. Rows of a killed relay wait until their lease ends. */
const LEASE_MS = 15_000;

interface RelayOptions extends Pick<Runtime, 'orm' | 'clock' | 'logger'> {
  queue: Pick<QueueBackend, 'add'>;
}

/** The job's id in the queue, derived from its outbox row. */
export const jobId = (outboxId: string): string => `outbox-${outboxId}`;

interface OutboxRow {
  id: string;
  job: string;
  payload: Record<string, unknown>;
}

/**
 * Passes committed outbox rows to the queue, now and every 250 ms. Rows are leased, so no transaction is open while the
 * queue responds. After a crash between queueing and marking, the row is queued again with the same job id, which the
 * queue ignores. When it is closed, it ends after the current batch.
 */
export class Relay extends Loop {
  readonly #options: RelayOptions;
  readonly #definitions: ReadonlyMap<string, JobDefinition>;

  constructor(options: RelayOptions) {
    super({
      what: 'handing jobs to the queue',
      logger: options.logger,
      step: async () => {
        await this.drain();
        return POLL_MS;
      },
    });
    this.#options = options;
    this.#definitions = new Map(DEFINITIONS.map((job) => [job.name, job]));
  }

  /**
   * Queues all waiting rows that no other relay has leased.
   *
   * @returns the number of queued rows
   * @throws Error when the database or the queue fails; the rows of that batch stay in the outbox.
   */
  async drain(): Promise<number> {
    let total = 0;
    while (!this.isClosed) {
      const relayed = await this.#relayBatch();
      total += relayed;
      if (relayed < BATCH) break;
    }
    return total;
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
      // If this fails too, the lease expires.
      await orm.em
        .fork()
        .nativeUpdate(OutboxMessage, { id }, { leasedUntil: null })
        .catch(() => undefined);
      throw error;
    }
    await orm.em.fork().nativeUpdate(OutboxMessage, { id }, { relayedAt: clock.now(), leasedUntil: null });
    return rows.length;
  }

  /** The oldest waiting rows. Jobs that only a newer version knows are left to that version's relay. */
  async #lease(): Promise<OutboxRow[]> {
    return query(this.#options.orm.em.fork())<OutboxRow>`
      with leased as (
        update outbox set leased_until = now() + ${LEASE_MS} * interval '1 ms'
        where id in (
          select id from outbox
          where relayed_at is null and job = any(${[...this.#definitions.keys()]})
            and (leased_until is null or leased_until < now())
          order by created_at limit ${BATCH} for update skip locked)
        returning id, job, payload, created_at)
      select id, job, payload from leased order by created_at, id`;
  }
}
