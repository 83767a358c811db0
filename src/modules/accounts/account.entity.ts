import { defineEntity, p } from '@mikro-orm/core';
import { ACCOUNT_STATUSES, ROLES } from '../../contract/roles.ts';

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'account',
  indexes: [
    {
      name: 'account_username_unique',
      expression: 'create unique index "account_username_unique" on "account" (lower("username"))',
    },
    {
      name: 'account_email_unique',
      expression: 'create unique index "account_email_unique" on "account" (lower("email"))',
    },
  ],
  properties: {
    userId: p.integer().primary(),
    username: p.string().length(50),
    email: p.string().length(254),
    /** argon2id in PHC form, its parameters included. */
    passwordHash: p.string().length(200).hidden(),
    role: p.enum([...ROLES]).default('user'),
    accountStatus: p.enum([...ACCOUNT_STATUSES]).default('Active'),
    lastLogin: p.datetime(3).nullable(),
    created: p.datetime(3).defaultRaw('now()'),
  },
});

/** Someone who can sign in. */
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);

export { AccountSchema };
