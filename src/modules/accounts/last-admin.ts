import type { EntityManager } from '@mikro-orm/postgresql';
import { conflict } from '../../lib/errors.ts';
import { Account } from '../identity/account.entity.ts';

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
