import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../identity/account.entity.ts';

const SignInOriginSchema = defineEntity({
  name: 'SignInOrigin',
  tableName: 'sign_in_origin',
  properties: {
    account: () => p.manyToOne(Account).joinColumn('user_id').primary().deleteRule('cascade'),
    /** A keyed hash of browser, system and network: comparable, but it names none of them. */
    originHash: p.string().length(64).primary(),
    lastSeen: p.datetime(3).index('sign_in_origin_last_seen_index'),
  },
});

/** A browser, system and provider with which an account has signed in. */
export class SignInOrigin extends SignInOriginSchema.class {}
SignInOriginSchema.setClass(SignInOrigin);

export { SignInOriginSchema };
