import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Account } from '../identity/account.entity.ts';
import { PasswordReset } from './password-reset.entity.ts';

export interface LiveReset {
  reset: PasswordReset;
  account: Account;
}

/**
 * A reset that may still be used: unused, not expired, the newest of its account, and that account active. Null
 * otherwise.
 *
 * @param lock true to hold the row until the transaction ends: of parallel uses only the first finds it unused
 */
export async function liveReset(
  em: EntityManager,
  which: FilterQuery<PasswordReset>,
  now: Date,
  lock = false,
): Promise<LiveReset | null> {
  const options = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {};
  const reset = await em.findOne(PasswordReset, which, options);
  if (!reset?.account || reset.usedAt !== null || reset.expires <= now) return null;
  const account = await em.findOneOrFail(Account, { userId: reset.account.userId }, { refresh: true });
  const newer = await em.count(PasswordReset, { account, id: { $gt: reset.id } });
  return newer === 0 && account.accountStatus === 'Active' ? { reset, account } : null;
}
