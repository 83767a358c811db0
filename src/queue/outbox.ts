import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import type { JobDefinition } from './definitions.ts';
import { OutboxMessage } from './queue.entity.ts';

/**
 * Enqueues a job as part of the caller's transaction: it runs after the commit, and never after a rollback
 * (docs/decisions/0003-outbox.md).
 *
 * @throws ZodError when the payload is invalid for the job.
 */
export const enqueue = <Payload extends z.ZodObject>(
  em: EntityManager,
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
): Promise<void> => enqueueAll(em, job, [payload]);

/** The same for several jobs of one kind, in one statement. */
export async function enqueueAll<Payload extends z.ZodObject>(
  em: EntityManager,
  job: JobDefinition<string, Payload>,
  payloads: readonly z.input<Payload>[],
): Promise<void> {
  if (payloads.length === 0) return;
  const rows = payloads.map((payload) => ({
    id: randomUUID(),
    job: job.name,
    payload: job.payload.parse(payload),
  }));
  await em.insertMany(OutboxMessage, rows);
}
