import { defineEntity, p } from '@mikro-orm/core';

const OutboxSchema = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox',
  indexes: [
    {
      name: 'outbox_waiting_index',
      expression: 'create index "outbox_waiting_index" on "outbox" ("created_at") where "relayed_at" is null',
    },
  ],
  properties: {
    /** Also the job's id, so that a row relayed twice is one job. */
    id: p.uuid().primary(),
    job: p.string().length(60),
    payload: p.json().$type<Record<string, unknown>>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    relayedAt: p.datetime(3).nullable(),
    /** Until then one relay hands the row over and no other may; null while none does. */
    leasedUntil: p.datetime(3).nullable(),
  },
});

/** A job that is to run once the transaction that wrote it has committed. */
export class OutboxMessage extends OutboxSchema.class {}
OutboxSchema.setClass(OutboxMessage);

export { OutboxSchema };
