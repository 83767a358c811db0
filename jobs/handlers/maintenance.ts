import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../../src/config.ts';
import { FOLLOW_LIMITS } from '../../src/contract/follows/follow-limits.ts';
import { INBOX_KEPT } from '../../src/contract/inbox/inbox-limits.ts';
import { DAY_MS, HOUR_MS } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { Logger } from '../../src/lib/process/logger.ts';
import { firstKeptMoment } from '../../src/modules/logs/log-retention.ts';
import { purge } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';

const OUTBOX_KEPT_MS = 7 * DAY_MS;
/** Longer than the queue keeps failed jobs, so that a job that runs again does not send its mail twice. */
const DELIVERY_KEPT_MS = 40 * DAY_MS;
/** Longer than a mail is tried. */
const FAREWELL_KEPT_MS = 7 * DAY_MS;
/** Rows per statement. Small batches release their locks quickly. */
const BATCH = 1_000;
/** For large tables whose rows nobody else locks. */
const LARGE_BATCH = 5_000;

export interface MaintenanceOptions {
  orm: MikroORM;
  config: Pick<Config, 'session'>;
  clock: Clock;
  logger: Logger;
}

interface Expiry {
  table: string;
  condition: string;
  parameters: (Date | number)[];
  batch?: number;
}

/** The jobs that delete expired rows. */
export function maintenanceHandlers({ orm, config, clock, logger }: MaintenanceOptions): JobHandler[] {
  async function remove(expiry: Expiry, signal: AbortSignal): Promise<number> {
    const { table, condition, parameters, batch = BATCH } = expiry;
    const em = orm.em.fork();
    const statement = `delete from ${table} where ctid = any (array(select ctid from ${table} where ${condition} limit ${batch}))`;
    let total = 0;
    while (true) {
      signal.throwIfAborted();
      const { affectedRows } = await em.execute<{ affectedRows: number }>(statement, parameters, 'run');
      total += affectedRows;
      if (affectedRows < batch) return total;
    }
  }

  return [
    handle(purge, async (_payload, { signal }) => {
      const now = clock.now();
      const before = (ms: number) => new Date(now.getTime() - ms);
      const firstLine = await firstKeptMoment(orm.em.fork(), now);
      const lastChange = before(LIMITS.saleChangeHours * HOUR_MS);
      const expiries: Expiry[] = [
        {
          table: 'session',
          condition: 'expires < ? or last_seen < ?',
          parameters: [now, before(config.session.idleMs)],
        },
        {
          table: 'idempotency_key',
          condition: 'created_at < ?',
          parameters: [before(LIMITS.idempotencyKeyHours * HOUR_MS)],
        },
        ...['pending_sign_in', 'used_challenge', 'known_device', 'address_link'].map((table) => ({
          table,
          condition: 'expires < ?',
          parameters: [now],
        })),
        // The mails to an address are counted for a day.
        { table: 'password_reset', condition: 'expires < ?', parameters: [before(DAY_MS)] },
        { table: 'farewell', condition: 'created < ?', parameters: [before(FAREWELL_KEPT_MS)] },
        { table: 'email_delivery', condition: 'created < ?', parameters: [before(DELIVERY_KEPT_MS)] },
        { table: 'inbox_entry', condition: 'created < ?', parameters: [before(INBOX_KEPT.days * DAY_MS)] },
        {
          table: 'inbox_entry',
          condition: `entry_id in (
            select entry_id from (
              select entry_id, row_number() over (partition by user_id order by entry_id desc) as place
              from inbox_entry
            ) as placed where place > ?)`,
          parameters: [INBOX_KEPT.entries],
        },
        { table: 'rate_limit', condition: 'expire < ?', parameters: [now.getTime()] },
        { table: 'outbox', condition: 'relayed_at < ?', parameters: [before(OUTBOX_KEPT_MS)] },
        {
          table: 'sale_change',
          // In the order of their numbers, and up to one that is older: the lowest number shows how far back the table is
          // complete, also between two batches.
          condition: 'sequence < (select max(sequence) from sale_change where at < ?) order by sequence',
          parameters: [lastChange],
          batch: LARGE_BATCH,
        },
        {
          table: 'follow_match',
          condition: 'matched_at < ?',
          parameters: [before(FOLLOW_LIMITS.matchDays * DAY_MS)],
        },
        { table: 'log_entry', condition: 'at < ?', parameters: [firstLine], batch: LARGE_BATCH },
      ];
      for (const expiry of expiries) {
        const removed = await remove(expiry, signal);
        logger.info({ table: expiry.table, removed }, 'expired rows removed');
      }
    }),
  ];
}
