import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { RUN_STATUSES } from '../../contract/shared/run-status.ts';
import { Account, byAccount } from '../identity/account.entity.ts';

/** A run that returns a reviewer's approvals since some time to review. A job processes it in batches. */
export const ApprovalReturn = defineEntity({
  name: 'ApprovalReturn',
  tableName: 'approval_return',
  properties: {
    runId: p.integer().primary(),
    reviewer: () => p.manyToOne(Account).joinColumn('reviewer_id').index('approval_return_reviewer_id_index'),
    since: p.datetime(3),
    suspended: p.boolean(),
    requestedBy: () => byAccount('requested_by').index('approval_return_requested_by_index'),
    /** Who requested it without an account: the operator at the command line. */
    requestedName: p.string().length(120).nullable(),
    status: p.enum([...RUN_STATUSES]).default('waiting'),
    total: p.integer(),
    returned: p.integer().default(0),
    /** The last processed sale; an interrupted run resumes after it. */
    lastSaleId: p.integer().default(0),
    created: p.datetime(3).defaultRaw('now()'),
    finished: p.datetime(3).nullable(),
  },
});
export type ApprovalReturn = InferEntity<typeof ApprovalReturn>;
