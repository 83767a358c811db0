import { type RawBuilder, sql } from 'kysely';
import {
  type InboxCount,
  type InboxEntry,
  type MarkAllRead,
  zInboxEntry,
} from '../../contract/inbox/inbox.ts';
import type { Page } from '../../contract/shared/primitives.ts';
import { query } from '../../db/query.ts';
import { signedIn } from '../actor.ts';
import { resubmissionBy } from '../known-status.ts';
import { type PageRequest, readPage } from '../paging.ts';
import { Service } from '../service.ts';
import { publishInboxes } from './inbox.ts';

export class InboxService extends Service {
  /**
   * One page of the entries, newest first. Leaves out those that this process cannot read: a newer version may have written
   * them during a rolling upgrade. They count, and stay unread until a newer process shows them.
   *
   * @param unread only those that are not read
   */
  async list(
    { unread = false }: { unread?: boolean | undefined },
    request: PageRequest,
  ): Promise<Page<InboxEntry>> {
    const { em, actor, clock, logger } = this.deps;
    const { user_id } = signedIn(actor);
    const isVisible = sql`s.deleted_at is null and (s.status = 'approved' or s.submitted_by = ${user_id})`;
    const list = {
      columns: sql`entry_id, e.kind, data, created as at, read_at is not null as read, s.sale_id,
        s.price, s.date_sold, ${resubmissionBy(user_id, clock.now())} as resubmitted`,
      from: sql`inbox_entry e left join sale s on s.sale_id = e.sale_id and ${isVisible}
        where e.user_id = ${user_id} ${unread ? sql`and read_at is null` : sql``}`,
      order: sql`order by entry_id desc`,
    };
    const { data: rows, pagination } = await readPage<{ entry_id: number }>(em, list, request);
    const data = rows.flatMap((row) => zInboxEntry.safeParse(row).data ?? []);
    if (data.length < rows.length) {
      const readable = new Set(data.map(({ entry_id }) => entry_id));
      const entries = rows.flatMap(({ entry_id }) => (readable.has(entry_id) ? [] : entry_id));
      logger.warn({ entries }, 'unreadable inbox entries skipped');
    }
    return { data, pagination };
  }

  async count(): Promise<InboxCount> {
    const [row] = await query(this.deps.em)<InboxCount>`
      select count(*)::int as unread, count(*) filter (where kind = 'submission_rejected')::int as rejected
      from inbox_entry where user_id = ${signedIn(this.deps.actor).user_id} and read_at is null`;
    return row ?? { unread: 0, rejected: 0 };
  }

  /** Marks entries as read; ignores ids that are not in the inbox. */
  markRead(entries: readonly number[]): Promise<InboxCount> {
    return this.#mark(sql`and entry_id = any (${sql.val(entries)}::bigint[])`);
  }

  /** Marks all entries as read; only those of a kind, and not those newer than `up_to`, when these are given. */
  markAllRead({ up_to: upTo, kind }: MarkAllRead = {}): Promise<InboxCount> {
    return this.#mark(sql`${upTo === undefined ? sql`` : sql`and entry_id <= ${upTo}`}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`}`);
  }

  /** @returns the number of entries that are still not read */
  async #mark(condition: RawBuilder<unknown>): Promise<InboxCount> {
    const { em, actor, clock } = this.deps;
    const { user_id } = signedIn(actor);
    await em.transactional(async () => {
      const { numAffectedRows } = await sql`
        update inbox_entry set read_at = ${clock.now()}
        where user_id = ${user_id} and read_at is null ${condition}`.execute(em.getKysely());
      if (numAffectedRows) await publishInboxes(em, [user_id]);
    });
    return this.count();
  }
}
