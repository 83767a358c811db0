import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Config } from '../../src/config.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { counted } from '../../src/contract/shared/plural.ts';
import { aheadOfDatabase } from '../../src/db/inspect.ts';
import { type Condition, query } from '../../src/db/query.ts';
import { firstKeptMoment } from '../../src/modules/logs/log-retention.ts';
import { JOBS } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { removeMailFiles } from '../mailer.ts';

const OUTBOX_KEPT_MS = 7 * DAY_MS;
/** Longer than the queue keeps failed jobs, so that a job that runs again does not send its mail twice. */
const DELIVERY_KEPT_MS = 40 * DAY_MS;
/** Longer than an email is tried. */
const ACCOUNT_DELETED_MAIL_KEPT_MS = 7 * DAY_MS;
/** Rows per statement. Small batches release their locks quickly. */
const BATCH = 1_000;
/** For large tables whose rows nobody else locks. */
const LARGE_BATCH = 5_000;

/** With a larger difference, one of the two clocks is wrong, and rows could be removed long before they expire. */
const MAX_CLOCK_MS = MINUTE_MS;

const wrongClock = (ahead: number): string =>
  `Nothing is removed, because the clock of this machine is ${counted(Math.round(Math.abs(ahead) / MINUTE_MS), 'minute')} ${ahead > 0 ? 'ahead of' : 'behind'} that of the database: synchronise both with NTP.`;

interface MaintenanceOptions extends Pick<Runtime, 'orm' | 'clock' | 'logger'> {
  config: Pick<Config, 'session' | 'dataDir'>;
}

interface Expiry {
  table: string;
  condition: Condition;
  batch?: number;
}

/** Conditions for the oldest entries of each inbox that has too many: only those inboxes are read beyond counting. */
async function overfullInboxes(em: EntityManager): Promise<Condition[]> {
  const { entries } = LIMITS.inbox;
  const found = await query(em)<{ user_id: number; oldest_kept: number }>`
    select user_id, (
      select entry_id from inbox_entry entry where entry.user_id = overfull.user_id
      order by entry_id desc offset ${entries - 1} limit 1
    ) as oldest_kept
    from (select user_id from inbox_entry group by user_id having count(*) > ${entries}) overfull`;
  return found.map(({ user_id, oldest_kept }) => sql`user_id = ${user_id} and entry_id < ${oldest_kept}`);
}

export function maintenanceHandlers({ orm, config, clock, logger }: MaintenanceOptions): JobHandler[] {
  async function remove(
    { table: name, condition, batch = BATCH }: Expiry,
    signal: AbortSignal,
  ): Promise<number> {
    const em = orm.em.fork();
    const table = sql.table(name);
    let total = 0;
    while (true) {
      signal.throwIfAborted();
      const { numAffectedRows } = await sql`
        delete from ${table} where ctid = any (array(select ctid from ${table} where ${condition} limit ${batch}))`.execute(
        em.getKysely(),
      );
      const removed = Number(numAffectedRows);
      total += removed;
      if (removed < batch) return total;
    }
  }

  return [
    handle(JOBS.purge, async (_payload, { signal }) => {
      const ahead = await aheadOfDatabase(orm.em.fork());
      if (Math.abs(ahead) > MAX_CLOCK_MS) throw new Error(wrongClock(ahead));
      const now = clock.now();
      const before = (ms: number) => addMs(now, -ms);
      const firstLine = await firstKeptMoment(orm.em.fork(), now);
      const lastChange = before(LIMITS.saleChangeHours * HOUR_MS);
      const expiries: Expiry[] = [
        {
          table: 'session',
          condition: sql`expires < ${now} or last_seen < ${before(config.session.idleMs)}`,
        },
        {
          table: 'idempotency_key',
          condition: sql`created_at < ${before(LIMITS.idempotencyKeyHours * HOUR_MS)}`,
        },
        ...['pending_sign_in', 'used_challenge', 'known_device', 'address_link'].map((table) => ({
          table,
          condition: sql`expires < ${now}`,
        })),
        // The mails to an address are counted for a day.
        { table: 'password_reset', condition: sql`expires < ${before(DAY_MS)}` },
        { table: 'account_deleted_mail', condition: sql`created < ${before(ACCOUNT_DELETED_MAIL_KEPT_MS)}` },
        { table: 'email_delivery', condition: sql`created < ${before(DELIVERY_KEPT_MS)}` },
        { table: 'inbox_entry', condition: sql`created < ${before(LIMITS.inbox.days * DAY_MS)}` },
        { table: 'rate_limit', condition: sql`expire < ${now.getTime()}` },
        { table: 'outbox', condition: sql`relayed_at < ${before(OUTBOX_KEPT_MS)}` },
        {
          table: 'sale_change',
          // In the order of their numbers, and up to one that is older: the lowest number shows how far back the table is
          // complete, also between two batches.
          condition: sql`sequence < (select max(sequence) from sale_change where at < ${lastChange}) order by sequence`,
          batch: LARGE_BATCH,
        },
        {
          table: 'follow_match',
          condition: sql`matched_at < ${before(LIMITS.follows.matchDays * DAY_MS)}`,
        },
        { table: 'log_entry', condition: sql`at < ${firstLine}`, batch: LARGE_BATCH },
      ];
      for (const expiry of expiries) {
        const removed = await remove(expiry, signal);
        logger.info({ table: expiry.table, removed }, 'expired rows removed');
      }
      let surplus = 0;
      for (const condition of await overfullInboxes(orm.em.fork()))
        surplus += await remove({ table: 'inbox_entry', condition }, signal);
      if (surplus > 0) logger.info({ removed: surplus }, 'oldest entries of full inboxes removed');
      const mails = await removeMailFiles(config, firstLine);
      if (mails > 0) logger.info({ removed: mails }, 'old email files removed');
    }),
  ];
}
