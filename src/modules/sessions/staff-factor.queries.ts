import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { LIMITS } from '../../contract/shared/limits.ts';
import { values } from '../../db/query.ts';

/** Whether a row of `account` has a role that needs a second factor, and none. */
const LACKS_FACTOR = sql`account.role <> 'user'
  and not exists (select from two_factor where user_id = account.user_id and enabled_at is not null)
  and not exists (select from passkey where user_id = account.user_id)`;

/**
 * The moment from which a row of `account` may not use its role without a second factor: after a grace period since it got
 * the role, or since the setting was switched on. Null for users, with a factor, and without the setting.
 */
export const FACTOR_DEADLINE = sql<string | null>`
  case when ${LACKS_FACTOR} then (
    select greatest(updated_at, account.staff_since) + make_interval(days => ${sql.lit(LIMITS.staffFactorGraceDays)})
    from setting where key = 'require_staff_two_factor' and value = 'true'
  ) end`;

/** `FACTOR_DEADLINE` of one account. */
export async function factorDeadline(em: EntityManager, userId: number): Promise<Date | null> {
  const [deadline] = await values(em)<string | null>`
    select ${FACTOR_DEADLINE} from account where user_id = ${userId}`;
  return deadline ? new Date(deadline) : null;
}

/** The number of active checkers and admins without a second factor. */
export async function staffWithoutFactor(em: EntityManager): Promise<number> {
  const [accounts = 0] = await values(em)<number>`
    select count(*)::int from account where account_status = 'Active' and ${LACKS_FACTOR}`;
  return accounts;
}
