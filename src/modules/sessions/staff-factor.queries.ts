import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { LIMITS } from '../../contract/shared/limits.ts';
import { values } from '../../db/query.ts';

/**
 * The moment from which a row of `account` may not use its role without a second factor: after a grace period since it got
 * the role, or since the setting was switched on. Null for users, with a factor, and without the setting.
 */
export const FACTOR_DEADLINE = sql<string | null>`
  case when account.role <> 'user'
    and not exists (select from two_factor where user_id = account.user_id and enabled_at is not null)
    and not exists (select from passkey where user_id = account.user_id)
  then (
    select greatest(updated_at, account.staff_since) + make_interval(days => ${sql.lit(LIMITS.staffFactorGraceDays)})
    from setting where key = 'require_staff_two_factor' and value = 'true'
  ) end`;

/** `FACTOR_DEADLINE` of one account. */
export async function factorDeadline(em: EntityManager, userId: number): Promise<Date | null> {
  const [deadline] = await values(em)<string | null>`
    select ${FACTOR_DEADLINE} from account where user_id = ${userId}`;
  return deadline ? new Date(deadline) : null;
}
