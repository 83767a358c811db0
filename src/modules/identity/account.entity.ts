import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { ACCOUNT_STATUSES, ROLES } from '../../contract/accounts/roles.ts';
import { usernameSkeleton } from '../../contract/accounts/usernames.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { index, uniqueIndex } from '../../db/tables/indexes.ts';

/** An account. A deleted one keeps its row, without personal data. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'account',
  indexes: [
    uniqueIndex('account_username_unique', '"account" (lower("username"))'),
    uniqueIndex('account_email_unique', '"account" (lower("email")) where email_confirmed_at is not null'),
    index('account_username_trgm', '"account" using gin (lower("username") gin_trgm_ops)'),
    index('account_email_trgm', '"account" using gin (lower("email") gin_trgm_ops)'),
  ],
  properties: {
    userId: p.integer().primary(),
    username: p.string().length(LIMITS.username.max),
    /** The username with similar-looking characters unified. It is unique, so that no two names look alike. */
    usernameSkeleton: p
      .string()
      .length(70)
      .onCreate((account: { username: string }) => usernameSkeleton(account.username))
      .unique('account_username_skeleton_unique'),
    email: p.string().length(LIMITS.email.max),
    /** Null until its owner opened the link that was mailed there. An address belongs to the account that confirmed it. */
    emailConfirmedAt: p.datetime(3).nullable(),
    /** An argon2id hash in PHC format, which includes its parameters. */
    passwordHash: p.string().length(200).hidden(),
    role: p.enum([...ROLES]).default('user'),
    /** Since when the account has been checker or admin; null for users. */
    staffSince: p.datetime(3).nullable(),
    accountStatus: p.enum([...ACCOUNT_STATUSES]).default('Active'),
    lastLogin: p.datetime(3).nullable(),
    created: p.datetime(3).defaultRaw('now()'),
    /** Its personal data is erased; the row remains, because sales and history refer to it. */
    deletedAt: p.datetime(3).nullable(),
  },
});
export type Account = InferEntity<typeof Account>;

/** The account that a row belongs to, and with which it is deleted. */
export const ofAccount = () => p.manyToOne(Account).joinColumn('user_id').deleteRule('cascade');

/** The account that did something; the row stays without it. */
export const byAccount = (column: string) =>
  p.manyToOne(Account).joinColumn(column).nullable().deleteRule('set null');
