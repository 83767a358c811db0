import type { EntityManager } from '@mikro-orm/postgresql';
import type { Factors } from '../../contract/accounts/two-factor.ts';
import { query } from '../../db/query.ts';

export async function factorsOf(em: EntityManager, userId: number): Promise<Factors> {
  const [found] = await query(em)<Factors>`
    select exists (select from two_factor where user_id = ${userId} and enabled_at is not null) as app,
      (select count(*)::int from passkey where user_id = ${userId}) as passkeys`;
  return found ?? { app: false, passkeys: 0 };
}

/** Whether a password is not enough to sign in. */
export const isProtected = ({ app, passkeys }: Factors): boolean => app || passkeys > 0;
