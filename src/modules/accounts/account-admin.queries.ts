import { type RawBuilder, sql } from 'kysely';
import type { User } from '../../contract/accounts/account.ts';
import type { UserDetail, UserFilter, UserPage, UserSort } from '../../contract/admin/admin.ts';
import type { SortOrder } from '../../contract/shared/sort-orders.ts';
import { type Condition, likeText, query, where } from '../../db/query.ts';
import { lastStatusChange } from '../audit/audit.queries.ts';
import { Account } from '../identity/account.entity.ts';
import { presentAccount, requireAccount } from '../identity/account.queries.ts';
import { countByStatus, type PageRequest, readPage } from '../paging.ts';
import { Service } from '../service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { factorsOf, isProtected } from '../two-factor/factors.queries.ts';

/** Sort keys as they are in the indexes. Accounts that never signed in sort as the least recent. */
const SORT_KEYS: Record<UserSort, RawBuilder<unknown>> = {
  username: sql`lower(username)`,
  email: sql`lower(email)`,
  role: sql`role`,
  account_status: sql`account_status`,
  created: sql`created`,
  lastLogin: sql`coalesce(last_login, '-infinity')`,
};

/** A union of two lookups, because one `or` condition would use neither of the two trigram indexes. */
function nameOrAddressContains(search: string): Condition {
  const pattern = `%${likeText(search)}%`;
  return sql`user_id = any(array(
    select user_id from account where lower(username) like ${pattern}
    union select user_id from account where lower(email) like ${pattern}))`;
}

/** The accounts that match a filter, without deleted ones, for `from`. */
function accountsWhere({ search, role, account_status }: UserFilter): RawBuilder<unknown> {
  const conditions = [
    sql`deleted_at is null`,
    ...(search ? [nameOrAddressContains(search)] : []),
    ...(role ? [sql`role = ${role}`] : []),
    ...(account_status ? [sql`account_status = ${account_status}`] : []),
  ];
  return sql`account ${where(conditions)}`;
}

const COLUMNS = sql`user_id, username, email, role, account_status, last_login as "lastLogin", created`;

export type ListedUser = User & Pick<UserDetail, 'email_confirmed'>;

/** Account search and account details for admins. */
export class AccountAdminQueries extends Service<{ sessions: SessionsService }> {
  /** One page of the accounts that match the filter, with the total number of accounts. */
  async page(
    filter: UserFilter,
    { sort, order }: { sort: UserSort; order: SortOrder },
    request: PageRequest,
  ): Promise<UserPage> {
    const { em } = this.deps;
    const direction = order === 'asc' ? sql`asc` : sql`desc`;
    const list = {
      columns: COLUMNS,
      from: accountsWhere(filter),
      order: sql`order by ${SORT_KEYS[sort]} ${direction}, user_id ${direction}`,
    };
    const [page, total_users] = await Promise.all([
      readPage<User>(em, list, request),
      em.count(Account, { deletedAt: null }),
    ]);
    return { ...page, total_users };
  }

  /** All accounts whose name or address contains the text, sorted by name. */
  async list(search?: string): Promise<ListedUser[]> {
    return query(this.deps.em)<ListedUser>`
      select ${COLUMNS}, email_confirmed_at is not null as email_confirmed
      from ${accountsWhere({ search })} order by ${SORT_KEYS.username}`;
  }

  /**
   * An account with its sessions, second factor, submissions and decisions. Undone decisions are not counted.
   *
   * @throws DomainError not_found for an unknown id.
   */
  async detail(userId: number): Promise<UserDetail> {
    const { em } = this.deps;
    const account = await requireAccount(em, userId);
    const [suspension, sessions, factors, submitted, decided] = await Promise.all([
      this.#suspension(account),
      this.deps.sessions.list(userId),
      factorsOf(em, userId),
      countByStatus(em, sql`sale where submitted_by = ${userId} and deleted_at is null`),
      countByStatus(em, sql`sale where decided_by = ${userId} and deleted_at is null`),
    ]);
    return {
      user: presentAccount(account),
      suspension,
      email_confirmed: account.emailConfirmedAt !== null,
      sessions: sessions.length,
      two_factor: isProtected(factors),
      submitted,
      decided: { approved: decided.approved, rejected: decided.rejected },
    };
  }

  async #suspension({ username, accountStatus }: Account): Promise<UserDetail['suspension']> {
    if (accountStatus !== 'Suspended') return null;
    const event = await lastStatusChange(this.deps.em, username);
    if (!event) return null;
    const { at, actorName, detail } = event;
    const reason = typeof detail?.reason === 'string' ? detail.reason : null;
    return { at: at.toISOString(), by: actorName ?? null, reason };
  }
}
