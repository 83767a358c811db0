import { type EntityManager, raw } from '@mikro-orm/postgresql';
import type { User } from '../../contract/accounts/account.ts';
import { usernameSkeleton } from '../../contract/accounts/usernames.ts';
import { takenError } from '../../db/constraints.ts';
import { conflict, notFound } from '../../lib/errors.ts';
import type { AccountActor } from '../actor.ts';
import { Account } from './account.entity.ts';

/** The normalised form of a username or email address, by which accounts are found and rate-limited. */
export const spellingOf = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();

/** The condition for an email address, case-insensitive. */
export const sameAddress = (email: string) => ({ [raw('lower(email)')]: spellingOf(email) });

/** The account with that username or confirmed email address (case-insensitive). */
export function findAccount(em: EntityManager, typed: string): Promise<Account | null> {
  const spelling = spellingOf(typed);
  return spelling.includes('@')
    ? em.findOne(Account, { ...sameAddress(typed), emailConfirmedAt: { $ne: null } })
    : em.findOne(Account, { [raw('lower(username)')]: spelling });
}

/** Whether the owner may be emailed: of an unconfirmed address, the mailbox may be another person's. */
export const canBeMailed = ({
  accountStatus,
  emailConfirmedAt,
}: Pick<Account, 'accountStatus' | 'emailConfirmedAt'>): boolean =>
  accountStatus === 'Active' && emailConfirmedAt !== null;

/** An account's id, username or email address. */
export type AccountRef = number | string;

/** The account. @throws DomainError not_found for an unknown id, name or address. */
export async function requireAccount(em: EntityManager, who: AccountRef): Promise<Account> {
  const account =
    typeof who === 'number' ? await em.findOne(Account, { userId: who }) : await findAccount(em, who);
  if (!account) throw notFound(typeof who === 'number' ? 'account' : `account: ${who}`);
  return account;
}

/**
 * Checks a new name before anybody is asked for more; the constraints of the table decide.
 *
 * @throws DomainError conflict when the name, or one that looks like it, is taken.
 */
export async function checkNameIsFree(em: EntityManager, name: string): Promise<void> {
  const other = await em.findOne(Account, { usernameSkeleton: usernameSkeleton(name) });
  if (!other) return;
  const isSame = spellingOf(other.username) === spellingOf(name);
  throw takenError(isSame ? 'account_username_unique' : 'account_username_skeleton_unique');
}

/** The account as an actor, without a session. */
export const actorOf = (account: Account): AccountActor => ({
  type: 'account',
  user_id: account.userId,
  username: account.username,
  role: account.role,
  session: null,
});

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

export const isActiveAdmin = ({ role, accountStatus }: Account): boolean =>
  role === 'admin' && accountStatus === 'Active';

/** Whether anybody can manage the site. */
export const hasActiveAdmin = async (em: EntityManager): Promise<boolean> =>
  (await em.count(Account, { role: 'admin', accountStatus: 'Active' })) > 0;

/** Checks in the transaction of a change that it leaves an admin. @throws DomainError conflict */
export async function checkAdminIsLeft(em: EntityManager): Promise<void> {
  if (await hasActiveAdmin(em)) return;
  throw conflict('LAST_ADMIN', 'This is the last active admin. Make another account an admin first.');
}
