import { query } from '../src/db/query.ts';
import { Outage } from '../src/lib/process/outage.ts';
import { withRetries } from '../src/lib/with-retries.ts';
import { EmailDelivery } from '../src/modules/mail/email-delivery.entity.ts';
import { JobDeferred, type JobRun, MAX_DEFERRAL_MS } from '../src/queue/job-handler.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { MailHosts } from './mail-hosts.ts';
import { type Mail, type Mailer, SEND_MS, sourceOf } from './mailer.ts';

/** Longer than the time limit of an email, so that sending has ended before another worker can start. */
const LEASE_MS = SEND_MS + 5_000;

interface DeliveryOptions extends Pick<Runtime, 'orm' | 'clock' | 'logger'> {
  mailer: Mailer;
  /** Makes deferred jobs due now. */
  promote: (jobIds: string[]) => Promise<void>;
}

export type MailRun = Pick<JobRun, 'id' | 'ageMs'>;

/** Sends the email of a job. @throws JobDeferred when it cannot be sent yet */
export type Deliver = (mail: Mail, run: MailRun) => Promise<void>;

/**
 * Sends the email of a job once, even if the job runs several times or on several workers. The sending worker leases the
 * row, so no transaction is open during the SMTP conversation. If that worker is killed, the email waits until the lease
 * ends, at most 20 s.
 *
 * While the mail server cannot be reached, emails wait without using up their attempts, for a day at most.
 *
 * One gap remains: if a worker is killed after the server accepted the email and before the row is marked as sent, the
 * next attempt sends it again. Both emails have the same Message-ID, so mailboxes can recognise the duplicate.
 */
export function createDelivery({ orm, mailer, clock, logger, promote }: DeliveryOptions): Deliver {
  const outage = new Outage(logger, 'the mail server', 'warn');
  // A failure only delays them: jobs that are not promoted return by themselves.
  const hosts = new MailHosts(
    (jobIds) =>
      void promote(jobIds).catch((error) => logger.debug({ err: error }, 'emails were not promoted')),
  );

  /** Uses the clock of the database, which all workers share. */
  async function lease(jobId: string): Promise<boolean> {
    const rows = await query(orm.em.fork())`
      insert into email_delivery (job_id, message_id, attempts, created, leased_until)
      values (${jobId}, ${mailer.messageId(jobId)}, 1, ${clock.now()}::timestamptz, now() + ${LEASE_MS} * interval '1 ms')
      on conflict (job_id) do update
        set attempts = email_delivery.attempts + 1, leased_until = excluded.leased_until
        where email_delivery.sent_at is null
          and (email_delivery.leased_until is null or email_delivery.leased_until <= now())
      returning job_id`;
    return rows.length > 0;
  }

  /** Milliseconds until the lease of another worker ends; null once the email has been sent. */
  async function remainingLease(jobId: string): Promise<number | null> {
    const [row] = await query(orm.em.fork())<{ sent: boolean; ms: number }>`
      select sent_at is not null as sent,
        coalesce(extract(epoch from leased_until - now()) * 1000, 0)::float8 as ms
      from email_delivery where job_id = ${jobId}`;
    return row && !row.sent ? Math.max(row.ms, 0) : null;
  }

  const update = (jobId: string, values: Partial<Pick<EmailDelivery, 'sentAt' | 'leasedUntil'>>) =>
    orm.em.fork().nativeUpdate(EmailDelivery, { jobId }, values);

  /** @returns whether the email was sent now */
  async function send(mail: Mail, jobId: string): Promise<boolean> {
    if (!(await lease(jobId))) {
      const ms = await remainingLease(jobId);
      if (ms !== null) throw new JobDeferred(ms, 'another worker is sending this email');
      logger.info('the email has already been sent');
      return false;
    }
    try {
      await mailer.send(mail, jobId);
    } catch (error) {
      // If this fails too, the lease expires.
      await update(jobId, { leasedUntil: null }).catch(() => undefined);
      throw error;
    }
    outage.worked();
    // Ends with the lease; without the mark, the email would be sent again.
    await withRetries(() => update(jobId, { sentAt: clock.now(), leasedUntil: null }));
    return true;
  }

  return async (mail, { id: jobId, ageMs = 0 }) => {
    try {
      await hosts.send(mail.to, jobId, () => send(mail, jobId));
    } catch (error) {
      if (sourceOf(error) !== 'server') throw error;
      outage.failed(error);
      throw ageMs < MAX_DEFERRAL_MS ? hosts.untilServerWorks(jobId) : error;
    }
  };
}
