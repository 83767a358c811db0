import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LIMITS } from '../../contract/shared/limits.ts';
import { index } from '../../db/tables/indexes.ts';
import { ofAccount } from '../identity/account.entity.ts';

/** Permission to set a new password once, within half an hour. */
export const PasswordReset = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  indexes: [index('password_reset_email_index', '"password_reset" (lower("email"))')],
  properties: {
    /** UUID version 7: the greatest id of an account is the newest reset, and only that one is valid. */
    id: p.uuid().primary(),
    /** SHA-256 in hex. The token itself is derived when the email is written and appears only in the email. */
    tokenHash: p.string().length(64).unique('password_reset_token_hash_unique'),
    /** Null if no email is sent. Such a request writes a row as well, so that its response time reveals nothing. */
    account: () => ofAccount().nullable().index('password_reset_user_id_index'),
    /** The account's address at the request. The link dies with it, so that it cannot outlive an undone change. */
    email: p.string().length(LIMITS.email.max).nullable(),
    requestedAt: p.datetime(3),
    expires: p.datetime(3).index('password_reset_expires_index'),
    usedAt: p.datetime(3).nullable(),
  },
});
export type PasswordReset = InferEntity<typeof PasswordReset>;
