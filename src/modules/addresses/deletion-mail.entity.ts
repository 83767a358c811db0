import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LIMITS } from '../../contract/shared/limits.ts';

/** The address of a deleted account, kept until the email that confirms the deletion is sent. */
export const DeletionMail = defineEntity({
  name: 'DeletionMail',
  // Its first name, which queued jobs (`farewell_id`) and backups also have.
  tableName: 'farewell',
  properties: {
    id: p.uuid().primary(),
    email: p.string().length(LIMITS.email.max),
    created: p.datetime(3).index('farewell_created_index'),
  },
});
export type DeletionMail = InferEntity<typeof DeletionMail>;
