import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../identity/account.entity.ts';

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    /** Version 7, so that of an account's rows the greatest is the newest: it alone is in force. */
    id: p.uuid().primary(),
    /** SHA-256 in hex; the token itself is made where the mail is written, and stands in the mail alone. */
    tokenHash: p.string().length(64).unique('password_reset_token_hash_unique'),
    /** Null where nobody who could be written to was named: such a request writes as much as any other. */
    account: () =>
      p
        .manyToOne(Account)
        .joinColumn('user_id')
        .nullable()
        .deleteRule('cascade')
        .index('password_reset_user_id_index'),
    requestedAt: p.datetime(3),
    expires: p.datetime(3).index('password_reset_expires_index'),
    usedAt: p.datetime(3).nullable(),
  },
});

/** Leave to set a new password once, within half an hour. */
export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);

export { PasswordResetSchema };
