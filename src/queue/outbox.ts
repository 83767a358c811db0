import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import type { JobDefinition } from './define-job.ts';
import { OutboxMessage } from './outbox.entity.ts';

/**
 * Asks for a job as part of the caller's transaction: it runs once that has committed, and never when it is
 * rolled back (DESIGN.md 3).
 *
 * @throws ZodError when the payload is not what the job takes.
 */
export async function enqueue<Payload extends z.ZodObject>(
  em: EntityManager,
  job: JobDefinition<string, Payload>,
  payload: z.input<Payload>,
): Promise<void> {
  await em.insert(OutboxMessage, { id: randomUUID(), job: job.name, payload: job.payload.parse(payload) });
}
