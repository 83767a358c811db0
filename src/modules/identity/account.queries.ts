import { type EntityManager, LockMode, raw } from '@mikro-orm/postgresql';
import { notFound } from '../../lib/errors.ts';
import type { Actor } from '../actor.ts';
import { Account } from './account.entity.ts';

/** The one spelling of a user name or mail address, however it was typed: what accounts are found and limited by. */
export const spellingOf = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();

/** The account of a user name or mail address, whatever the case. */
export function findAccount(em: EntityManager, typed: string): Promise<Account | null> {
  const spelling = spellingOf(typed);
  const column = spelling.includes('@') ? 'email' : 'username';
  return em.findOne(Account, { [raw(`lower(${column})`)]: spelling });
}

/**
 * An account as it is now, and nobody else's to change until the caller's transaction ends. Whatever opens or ends
 * sessions, or changes what signing in asks for, takes this lock first: so a sign-in under way never outlives a
 * reset or a suspension, and no two of them wait for each other.
 *
 * @throws DomainError not_found for an unknown id.
 */
export async function lockAccount(em: EntityManager, userId: number): Promise<Account> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const account = await em.findOne(Account, { userId }, lock);
  if (!account) throw notFound('account');
  return account;
}

/** An account's id, user name or mail address. */
export type AccountRef = number | string;

/** An account that exists. @throws DomainError not_found for an unknown id, name or address. */
export async function requireAccount(em: EntityManager, who: AccountRef): Promise<Account> {
  const account =
    typeof who === 'number' ? await em.findOne(Account, { userId: who }) : await findAccount(em, who);
  if (!account) throw notFound('account');
  return account;
}

/** Every admin that may sign in, none of them anybody else's to change until the transaction ends. */
export const lockActiveAdmins = (em: EntityManager): Promise<Account[]> =>
  em.find(
    Account,
    { role: 'admin', accountStatus: 'Active' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { userId: 'asc' }, refresh: true },
  );

/** An account as the one who acts, before it has a session. */
export const actorOf = (account: Account): Actor & { type: 'account' } => ({
  type: 'account',
  user_id: account.userId,
  username: account.username,
  role: account.role,
  sessionHash: '',
});
