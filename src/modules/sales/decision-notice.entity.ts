import { defineEntity, p } from '@mikro-orm/core';

/** A decision whose submitter has not been notified yet, because it can still be undone. */
export const DecisionNotice = defineEntity({
  name: 'DecisionNotice',
  tableName: 'decision_notice',
  properties: {
    noticeId: p.bigint().primary(),
    saleId: p.integer(),
    decidedAt: p.datetime(3).index('decision_notice_decided_index'),
  },
});
