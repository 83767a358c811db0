import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { query } from '../../db/query.ts';
import { lockingFirst } from '../../db/retrying-entity-manager.ts';
import { notFound } from '../../lib/errors.ts';
import { Account } from './account.entity.ts';
import { type AccountRef, requireAccount } from './account.queries.ts';

/**
 * Reads an account and locks it until the caller's transaction ends. Every operation that opens or ends sessions, or
 * changes credentials, role or status, takes this lock first (docs/locks.md): a concurrent sign-in cannot survive a
 * reset or suspension, and a call cannot use rights that were withdrawn.
 *
 * A row lock would not do: PostgreSQL grants `for share` to newcomers while others wait for an exclusive lock, so a flood
 * of calls could delay the suspension of their account without end. Advisory locks are granted in the order of the
 * requests.
 *
 * @throws DomainError not_found for an unknown id.
 */
export async function lockAccount(em: EntityManager, userId: number): Promise<Account> {
  await query(em)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.account}, ${userId})`;
  const account = await em.findOne(Account, { userId }, { refresh: true });
  if (!account) throw notFound('account');
  return account;
}

/** Prevents `lockAccount` by others until the caller's transaction ends. Any number of transactions share this lock. */
export async function shareAccount(em: EntityManager, userId: number): Promise<void> {
  await query(em)`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.account}, ${userId})`;
}

/**
 * Those of these accounts that are active, as a table. None of them is deleted before the caller's transaction ends: their
 * rows are locked against the new name that a deletion writes.
 *
 * Deleting an account also deletes its rows. A transaction that adds one without holding the account's advisory lock must
 * take this lock first, in the same statement or in an earlier one (docs/locks.md).
 */
export const keptAccounts = (userIds: readonly number[]) =>
  sql`(select user_id from account where user_id = any(${userIds}::int[]) and account_status = 'Active'
    order by user_id for key share) as kept`;

/**
 * Runs a transaction that changes one account: locks it first, also before the rights of its owner are checked, and
 * passes it to `work`. Joins the caller's transaction, if there is one.
 *
 * @throws DomainError not_found for an unknown or deleted account.
 */
export function changingAccount<T>(
  em: EntityManager,
  userId: number,
  work: (account: Account) => Promise<T>,
): Promise<T> {
  let account: Account;
  const locks = async () => {
    account = await lockAccount(em, userId);
    if (account.deletedAt) throw notFound('account');
  };
  return em.transactional(() => work(account), lockingFirst(locks));
}

/**
 * Like `changingAccount`, for changes of other people's accounts, and for deletions. Only one such change runs at a time: so
 * the last two admins cannot demote each other, and two admins who change each other's accounts wait instead of running into
 * a deadlock.
 *
 * @throws DomainError not_found for an unknown account.
 */
export function administeringAccount<T>(
  em: EntityManager,
  who: AccountRef,
  work: (account: Account) => Promise<T>,
): Promise<T> {
  let account: Account;
  const locks = async () => {
    await query(em)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.administration})`;
    account = await lockAccount(em, (await requireAccount(em, who)).userId);
  };
  return em.transactional(() => work(account), lockingFirst(locks));
}
