import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/logger.ts';
import { EmailDelivery } from '../src/modules/mail/email-delivery.entity.ts';
import { type JobRun, PutOff } from '../src/queue/job-handler.ts';
import { MailHosts } from './mail-hosts.ts';
import { isLate, type Mail, type Mailer, SEND_MS } from './mailer.ts';

/** Longer than a mail may take, so that it has certainly ended when another worker may send it. */
const LEASE_MS = SEND_MS + 5_000;

export interface DeliveryOptions {
  orm: MikroORM;
  mailer: Mailer;
  clock: Clock;
  logger: Logger;
}

/** Sends the mail of a job. @throws PutOff when it cannot be sent yet */
export type Deliver = (mail: Mail, run: Pick<JobRun, 'id'>) => Promise<void>;

/**
 * Sends the mail of a job once, however often the job runs and however many workers run it. The worker that sends it
 * leases its row: no transaction is open while the mail server is asked, and the mail of a worker that is killed waits
 * for the rest of the lease, at most 20 s.
 *
 * SMTP leaves one gap: a worker killed after the server took the mail and before the mark is in the database
 * cannot know, and the next try sends again. It carries the same Message-ID, by which mailboxes tell it is one.
 */
export function createDelivery({ orm, mailer, clock, logger }: DeliveryOptions): Deliver {
  const hosts = new MailHosts();

  /** By the database's clock, which all workers share. */
  async function lease(jobId: string): Promise<boolean> {
    const { rows } = await sql`
      insert into email_delivery (job_id, message_id, attempts, created, leased_until)
      values (${jobId}, ${mailer.messageId(jobId)}, 1, ${clock.now()}::timestamptz, now() + ${LEASE_MS} * interval '1 ms')
      on conflict (job_id) do update
        set attempts = email_delivery.attempts + 1, leased_until = excluded.leased_until
        where email_delivery.sent_at is null
          and (email_delivery.leased_until is null or email_delivery.leased_until <= now())
      returning job_id`.execute(orm.em.fork().getKysely());
    return rows.length > 0;
  }

  /** Milliseconds until the lease of another worker ends; null once the mail is sent. */
  async function restOfLease(jobId: string): Promise<number | null> {
    const { rows } = await sql<{ sent: boolean; ms: number }>`
      select sent_at is not null as sent,
        coalesce(extract(epoch from leased_until - now()) * 1000, 0)::float8 as ms
      from email_delivery where job_id = ${jobId}`.execute(orm.em.fork().getKysely());
    const [row] = rows;
    return row && !row.sent ? Math.max(row.ms, 0) : null;
  }

  return (mail, { id: jobId }) => {
    const send = async () => {
      if (!(await lease(jobId))) {
        const ms = await restOfLease(jobId);
        if (ms !== null) throw new PutOff(ms, 'another worker sends this mail');
        logger.info('the mail was sent before');
        return;
      }
      const update = (values: Partial<Pick<EmailDelivery, 'sentAt' | 'leasedUntil'>>) =>
        orm.em.fork().nativeUpdate(EmailDelivery, { jobId }, values);
      try {
        await mailer.send(mail, jobId);
      } catch (error) {
        // When this fails too, the lease ends by itself.
        await update({ leasedUntil: null }).catch(() => undefined);
        throw error;
      }
      await update({ sentAt: clock.now(), leasedUntil: null });
    };
    return hosts.send(mail.to, send, isLate);
  };
}
