import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** The delivery of one email, across all runs of its job. */
export const EmailDelivery = defineEntity({
  name: 'EmailDelivery',
  tableName: 'email_delivery',
  properties: {
    /** The id of the job that sends the email, which is the id of its outbox row. */
    jobId: p.string().length(80).primary(),
    /** The Message-ID of the email, the same for every attempt. */
    messageId: p.string().length(400),
    attempts: p.integer().default(0),
    created: p.datetime(3).index('email_delivery_created_index'),
    /** Null until the mail server has accepted the email. */
    sentAt: p.datetime(3).nullable(),
    /** Lease of the worker that is sending the email: no other worker may send it before. Null without a lease. */
    leasedUntil: p.datetime(3).nullable(),
  },
});
export type EmailDelivery = InferEntity<typeof EmailDelivery>;
