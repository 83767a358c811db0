import type { EntityManager } from '@mikro-orm/postgresql';
import { LIMITS } from '../../contract/shared/limits.ts';

/**
 * The moment from which a row of `account` may not use its role without a second factor: after a grace period since it got
 * the role, or since the setting was switched on. Null for users, with a factor, and without the setting.
 */
export const FACTOR_DEADLINE = `
  case when account.role <> 'user'
    and not exists (select from two_factor where user_id = account.user_id and enabled_at is not null)
    and not exists (select from passkey where user_id = account.user_id)
  then (
    select greatest(updated_at, account.staff_since) + interval '${LIMITS.staffFactorGraceDays} days'
    from setting where key = 'require_staff_two_factor' and value = 'true'
  ) end`;

const DEADLINE_OF = `
  select (extract(epoch from ${FACTOR_DEADLINE}) * 1000)::float8 as ms from account where user_id = ?`;

/** `FACTOR_DEADLINE` of one account. */
export async function factorDeadline(em: EntityManager, userId: number): Promise<Date | null> {
  const [found] = await em.execute<{ ms: number | null }[]>(DEADLINE_OF, [userId]);
  return found?.ms == null ? null : new Date(found.ms);
}
