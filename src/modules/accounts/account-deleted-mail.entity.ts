import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LIMITS } from '../../contract/shared/limits.ts';

/** The address of a deleted account, kept until the email that confirms the deletion is sent. */
export const AccountDeletedMail = defineEntity({
  name: 'AccountDeletedMail',
  tableName: 'account_deleted_mail',
  properties: {
    id: p.uuid().primary(),
    email: p.string().length(LIMITS.email.max),
    created: p.datetime(3).index('account_deleted_mail_created_index'),
  },
});
export type AccountDeletedMail = InferEntity<typeof AccountDeletedMail>;
