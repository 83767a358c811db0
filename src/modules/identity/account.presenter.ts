import type { User } from '../../contract/accounts/account.ts';
import type { Account } from './account.entity.ts';

/** The account as its owner and admins see it (docs/api.md "Auth"); without the password hash. */
export const presentAccount = (account: Account): User => ({
  user_id: account.userId,
  username: account.username,
  email: account.email,
  role: account.role,
  account_status: account.accountStatus,
  lastLogin: account.lastLogin?.toISOString() ?? null,
  created: account.created.toISOString(),
});
