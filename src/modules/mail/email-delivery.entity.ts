import { defineEntity, p } from '@mikro-orm/core';

const EmailDeliverySchema = defineEntity({
  name: 'EmailDelivery',
  tableName: 'email_delivery',
  properties: {
    /** The id of the job that sends the mail, which comes from its outbox row. */
    jobId: p.string().length(80).primary(),
    /** What the mail carries as its Message-ID at every try. */
    messageId: p.string().length(400),
    attempts: p.integer().default(0),
    created: p.datetime(3).index('email_delivery_created_index'),
    /** Null until the mail server has taken the mail. */
    sentAt: p.datetime(3).nullable(),
    /** Until then one worker sends the mail and no other may; null while none does. */
    leasedUntil: p.datetime(3).nullable(),
  },
});

/** One mail, however often its job runs. */
export class EmailDelivery extends EmailDeliverySchema.class {}
EmailDeliverySchema.setClass(EmailDelivery);

export { EmailDeliverySchema };
