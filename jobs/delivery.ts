import { LockMode, type MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/logger.ts';
import { EmailDelivery } from '../src/modules/mail/email-delivery.entity.ts';
import type { JobRun } from '../src/queue/job-handler.ts';
import type { Mail, Mailer } from './mailer.ts';

export interface DeliveryOptions {
  orm: MikroORM;
  mailer: Mailer;
  clock: Clock;
  logger: Logger;
}

/** Sends the mail of a job. */
export type Deliver = (mail: Mail, run: Pick<JobRun, 'id'>) => Promise<void>;

/**
 * Sends the mail of a job once, however often the job runs and however many workers run it: its row is locked
 * while it is sent and marked in the same transaction, so a worker that is killed frees it at once.
 *
 * SMTP leaves one gap: a worker killed after the server took the mail and before the mark is in the database
 * cannot know, and the next try sends again. It carries the same Message-ID, by which mailboxes tell it is one.
 */
export function createDelivery({ orm, mailer, clock, logger }: DeliveryOptions): Deliver {
  const countTry = (jobId: string) =>
    orm.em.fork().execute(
      `insert into email_delivery (job_id, message_id, attempts, created) values (?, ?, 1, ?)
       on conflict (job_id) do update set attempts = email_delivery.attempts + 1
       where email_delivery.sent_at is null`,
      [jobId, mailer.messageId(jobId), clock.now()],
    );

  return async (mail, { id }) => {
    await countTry(id);
    await orm.em.fork().transactional(async (em) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
      const delivery = await em.findOneOrFail(EmailDelivery, { jobId: id }, lock);
      if (delivery.sentAt !== null) {
        logger.info('the mail was sent before');
        return;
      }
      await mailer.send(mail, id);
      delivery.sentAt = clock.now();
    });
  };
}
