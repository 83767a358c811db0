import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { linkToken } from '../../lib/link-token.ts';
import { Account } from '../identity/account.entity.ts';
import { findAccount, sameAddress } from '../identity/account.queries.ts';
import { PasswordReset } from './password-reset.entity.ts';

export const RESET_PURPOSE = 'password-reset';

/** The token of a reset, which appears only in the email (docs/security.md "Decided"). */
export const resetToken = (secret: string, resetId: string): string =>
  linkToken(secret, RESET_PURPOSE, resetId);

/**
 * The account to reset: the one with that username or email address. An address that nobody has confirmed means the account
 * that entered it, unless several did. Its owner may have forgotten the password before confirming it.
 */
export async function findForgotten(em: EntityManager, typed: string): Promise<Account | null> {
  if (!typed.includes('@')) return findAccount(em, typed);
  const [found, other] = await em.find(Account, sameAddress(typed), {
    orderBy: { emailConfirmedAt: 'asc nulls last' },
    limit: 2,
  });
  return found && (found.emailConfirmedAt || !other) ? found : null;
}

export interface LiveReset {
  reset: PasswordReset;
  account: Account;
}

/**
 * A valid reset: unused, not expired, the newest of its account, and the account is active and has the same address as at
 * the request. Otherwise null.
 */
export async function liveReset(
  em: EntityManager,
  filter: FilterQuery<PasswordReset>,
  now: Date,
): Promise<LiveReset | null> {
  const reset = await em.findOne(PasswordReset, filter, { refresh: true });
  if (!reset?.account || reset.usedAt !== null || reset.expires <= now) return null;
  const account = await em.findOneOrFail(Account, { userId: reset.account.userId }, { refresh: true });
  if (reset.email !== account.email) return null;
  const newer = await em.count(PasswordReset, { account, id: { $gt: reset.id } });
  return newer === 0 && account.accountStatus === 'Active' ? { reset, account } : null;
}
