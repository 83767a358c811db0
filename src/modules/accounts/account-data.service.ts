import { type RawBuilder, sql } from 'kysely';
import {
  DATA_PARTS,
  type DataPage,
  type DataPart,
  type DataRow,
} from '../../contract/accounts/account-data.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query } from '../../db/query.ts';
import { signedIn } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type AccountRef, requireAccount } from '../identity/account.queries.ts';
import { Service } from '../service.ts';

interface PartQuery {
  /** The columns, without tokens, hashes and secrets. */
  columns: RawBuilder<unknown>;
  from: (userId: number) => RawBuilder<unknown>;
  /** A column, ascending and unique; the account, its few sessions and passkeys are one page. */
  key: string | null;
}

const PARTS: Record<DataPart, PartQuery> = {
  account: {
    columns: sql`user_id, username, email, role, staff_since, account_status, created,
      last_login, email_confirmed_at as email_confirmed,
      (select f.created from follow_feed f where f.user_id = account.user_id) as feed_created,
      exists (select from two_factor f where f.user_id = account.user_id and enabled_at is not null) as two_factor`,
    from: (userId) => sql`account where user_id = ${userId}`,
    key: null,
  },
  sessions: {
    columns: sql`user_agent, ip, created, last_seen`,
    from: (userId) => sql`session where user_id = ${userId}`,
    key: null,
  },
  passkeys: {
    columns: sql`name, synced, created, last_used`,
    from: (userId) => sql`passkey where user_id = ${userId}`,
    key: null,
  },
  sales: {
    columns: sql`sale_id, kind, corrects, name, price, date_sold, proof_url, proof_thread, status, date_submitted,
      decided_at, review_notes, nature, ability, form, hidden_power, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv, level, is_shiny, held_item`,
    from: (userId) => sql`sale where submitted_by = ${userId}`,
    key: 'sale_id',
  },
  reports: {
    columns: sql`report_id, sale_id, reason, comment, duplicate_of, reported_at, outcome,
      decided_at, decision_comment`,
    from: (userId) => sql`sale_report where reporter_id = ${userId}`,
    key: 'report_id',
  },
  events: {
    columns: sql`event_id, sale_id, type, at, notes`,
    from: (userId) => sql`sale_event where actor_id = ${userId}`,
    key: 'event_id',
  },
  actions: {
    columns: sql`event_id, action, at, ip`,
    from: (userId) => sql`audit_event where actor_id = ${userId}`,
    key: 'event_id',
  },
  follows: {
    columns: sql`follow_id, kind, search, condition, price, inbox, email, discord, feed,
      paused_at, since, created`,
    from: (userId) => sql`follow where user_id = ${userId}`,
    key: 'follow_id',
  },
  matches: {
    columns: sql`sale_id, follow_ids, matched_at`,
    from: (userId) => sql`(
      select m.sale_id, string_agg(m.follow_id::text, ' ' order by m.follow_id) as follow_ids, min(m.matched_at) as matched_at
      from follow_match m join follow f using (follow_id) where f.user_id = ${userId} group by m.sale_id) own where true`,
    key: 'sale_id',
  },
  inbox: {
    columns: sql`entry_id, kind, sale_id, data::text as data, created, read_at`,
    from: (userId) => sql`inbox_entry where user_id = ${userId}`,
    key: 'entry_id',
  },
  notices: {
    columns: sql`submissions::text as submissions`,
    from: (userId) => sql`notice_settings where user_id = ${userId}`,
    key: null,
  },
  channels: {
    columns: sql`channel, failing_since, last_error, paused_at`,
    from: (userId) => sql`notice_channel where user_id = ${userId}`,
    key: null,
  },
};

/** Reads what is stored about an account, for its owner. */
export class AccountDataService extends Service<{ audit: AuditService }> {
  /** A page of the signed-in account's data. The part with which the client begins is recorded in the audit log. */
  async ownPage(part: DataPart, after: number): Promise<DataPage> {
    const own = signedIn(this.deps.actor);
    if (part === DATA_PARTS[0]) await this.#record(own.username);
    return this.#page(own.user_id, part, after);
  }

  /**
   * Finds an account, and then streams all its data in pages, for the command line; each row names its part.
   *
   * @throws DomainError not_found for an unknown account.
   */
  async rows(who: AccountRef): Promise<AsyncIterable<DataRow>> {
    const { userId, username } = await requireAccount(this.deps.em, who);
    await this.#record(username);
    return this.#rows(userId);
  }

  async *#rows(userId: number): AsyncGenerator<DataRow> {
    for (const part of DATA_PARTS)
      for (let after: number | null = 0; after !== null; ) {
        const page: DataPage = await this.#page(userId, part, after);
        for (const row of page.rows) yield { part, ...row };
        after = page.next;
      }
  }

  #record(username: string): Promise<void> {
    return this.deps.audit.record('account.data-exported', { target: username });
  }

  async #page(userId: number, part: DataPart, after: number): Promise<DataPage> {
    const { columns, from, key } = PARTS[part];
    const limit = LIMITS.dataPage;
    const bounds = key
      ? sql`and ${sql.ref(key)} > ${after}::bigint order by ${sql.ref(key)} limit ${limit}`
      : sql``;
    const rows = await query(this.deps.em)<DataRow>`select ${columns} from ${from(userId)} ${bounds}`;
    const last = rows.at(-1);
    const next = key && last && rows.length === limit ? Number(last[key]) : null;
    return { rows, next };
  }
}
