import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../identity/account.entity.ts';

export const PendingSignInSchema = defineEntity({
  name: 'PendingSignIn',
  tableName: 'pending_sign_in',
  properties: {
    tokenHash: p.string().length(64).primary(),
    account: () =>
      p.manyToOne(Account).joinColumn('user_id').deleteRule('cascade').index('pending_sign_in_user_id_index'),
    expires: p.datetime(3).index('pending_sign_in_expires_index'),
    tries: p.integer().default(0),
    /** The hash of the session that the browser held, and that this sign-in replaces. */
    replaces: p.string().length(64).nullable(),
  },
});

/** A sign-in with a correct password that still needs a code; it grants no other access. */
export class PendingSignIn extends PendingSignInSchema.class {}
PendingSignInSchema.setClass(PendingSignIn);
