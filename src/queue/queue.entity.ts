import { defineEntity, p } from '@mikro-orm/core';
import { index } from '../db/tables/indexes.ts';

export const OutboxSchema = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox',
  indexes: [index('outbox_waiting_index', '"outbox" ("created_at") where "relayed_at" is null')],
  properties: {
    /** Also the job's id, so that relaying a row twice still creates one job. */
    id: p.uuid().primary(),
    job: p.string().length(60),
    payload: p.json().$type<Record<string, unknown>>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    relayedAt: p.datetime(3).nullable(),
    /** End of a relay's lease on the row, during which no other relay takes it; null without a lease. */
    leasedUntil: p.datetime(3).nullable(),
  },
});

/** A job to enqueue once the transaction that wrote it has committed. */
export class OutboxMessage extends OutboxSchema.class {}
OutboxSchema.setClass(OutboxMessage);

export const JobProgressSchema = defineEntity({
  name: 'JobProgress',
  tableName: 'job_state',
  properties: {
    /** The job's name, such as `discord`. */
    key: p.string().length(60).primary(),
    /** Validated by the job that wrote it. */
    value: p.json().$type<Record<string, unknown>>(),
    updatedAt: p.datetime(3),
  },
});

/** What a recurring job has done so far, so that its next run continues there. */
export class JobProgress extends JobProgressSchema.class {}
JobProgressSchema.setClass(JobProgress);
