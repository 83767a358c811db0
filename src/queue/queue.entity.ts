import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { index } from '../db/tables/indexes.ts';

/** A job to enqueue once the transaction that wrote it has committed. */
export const OutboxMessage = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox',
  indexes: [index('outbox_waiting_index', '"outbox" ("created_at") where "relayed_at" is null')],
  properties: {
    /** Part of the job's id, so that relaying a row twice still creates one job. */
    id: p.uuid().primary(),
    job: p.string().length(60),
    payload: p.json().$type<Record<string, unknown>>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    relayedAt: p.datetime(3).nullable(),
    /** End of a relay's lease on the row, during which no other relay takes it; null without a lease. */
    leasedUntil: p.datetime(3).nullable(),
  },
});
export type OutboxMessage = InferEntity<typeof OutboxMessage>;

/** What a recurring job has done so far, so that its next run continues there. */
export const SavedState = defineEntity({
  name: 'SavedState',
  tableName: 'job_state',
  properties: {
    /** The job's name, such as `discord`. */
    key: p.string().length(60).primary(),
    /** Validated by the job that wrote it. */
    value: p.json().$type<Record<string, unknown>>(),
    updatedAt: p.datetime(3),
  },
});
export type SavedState = InferEntity<typeof SavedState>;
