import { sql } from 'kysely';
import { DIGEST_PERIODS } from '../../src/contract/follows/follows.ts';
import type { Account } from '../../src/modules/identity/account.entity.ts';
import { chosenNotices, noticeSettingsOf } from '../../src/modules/inbox/notice-settings.queries.ts';
import { channelFailed, markWorking } from '../../src/modules/notices/channels.ts';
import { enqueueMatchMails } from '../../src/modules/notices/match-mails.ts';
import {
  currentDecision,
  followsWithMatches,
  mailRecipient,
  returnedSale,
} from '../../src/modules/notices/notices.queries.ts';
import { type Subscription, unsubscribeUrl } from '../../src/modules/notices/unsubscribe.service.ts';
import { JOBS } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';
import type { MailRun } from '../delivery.ts';
import { sourceOf } from '../mailer.ts';
import { type Letter, type Recipient, renderLetter } from '../templates/letter.ts';
import { LISTED, matchesLetter } from '../templates/matches.ts';
import { submissionDecidedLetter, submissionReturnedLetter } from '../templates/submissions.ts';
import { type MailOptions, mailedTo, NO_RECIPIENT } from './mail.ts';

/** What the owner of an address reads when mails to it fail. */
const UNDELIVERED = 'Your mail server did not accept our emails.';

const OUTDATED = 'no email: the sale has changed since, or is deleted';
const NO_MATCH = 'no email: none of the matches is to be mailed any more';
const SWITCHED_OFF = 'no email: the account has switched it off';

/** The jobs that email notices. An account can unsubscribe from each, and its channel is paused when they keep failing. */
export function noticeMailHandlers({ orm, deliver, clock, config }: MailOptions): JobHandler[] {
  const { publicUrl, secret } = config;

  /** Mails a notice, and records whether the account's address accepts emails. */
  async function send(
    account: Account,
    run: MailRun,
    from: Subscription,
    write: (recipient: Recipient) => Letter,
  ): Promise<string> {
    const { userId, username, email } = account;
    const url = unsubscribeUrl(publicUrl, secret, { user_id: userId, from });
    const em = orm.em.fork({ useContext: true });
    try {
      const letter = write({ username, unsubscribeUrl: url });
      await deliver({ to: email, ...renderLetter(letter, publicUrl) }, run);
    } catch (error) {
      // Failures of this site's own mail server say nothing about the address.
      if (['mail', 'host'].includes(sourceOf(error) ?? ''))
        await channelFailed({ em, clock }, userId, 'email', { error: UNDELIVERED });
      throw error;
    }
    await markWorking(em, userId, 'email');
    return mailedTo(account);
  }

  return [
    handle(JOBS.submissionDecidedMail, async (decision, run) => {
      const em = orm.em.fork();
      const decided = await currentDecision(em, decision);
      if (!decided) return OUTDATED;
      const account = await mailRecipient(em, decided.user_id);
      if (!account) return NO_RECIPIENT;
      const settings = await noticeSettingsOf(em, account.userId);
      const notices = chosenNotices(settings, decided.status, decided.corrections, 'email');
      if (notices.length === 0) return SWITCHED_OFF;
      return send(account, run, { type: 'submissions', notices }, (recipient) =>
        submissionDecidedLetter(decided, recipient, notices.includes(decided.status)),
      );
    }),

    handle(JOBS.followMatchesMail, async ({ user_id, kind, at }, run) => {
      const em = orm.em.fork();
      const account = await mailRecipient(em, user_id);
      if (!account) return NO_RECIPIENT;
      const matches = await followsWithMatches(
        em,
        [
          sql`f.user_id = ${user_id}`,
          sql`f.email <> 'off'`,
          sql`m.email = ${kind}`,
          sql`m.email_at = ${at}::timestamptz`,
        ],
        LISTED,
      );
      const { follows } = matches;
      if (follows.length === 0) return NO_MATCH;
      const from: Subscription =
        kind === 'at_once'
          ? { type: 'follows', follows: follows.map(({ follow_id }) => follow_id) }
          : { type: 'digest', period: kind };
      return send(account, run, from, (recipient) => matchesLetter(matches, kind, recipient));
    }),

    handle(JOBS.mailDigests, async (_payload, { signal }) => {
      const em = orm.em.fork({ useContext: true });
      for (const period of DIGEST_PERIODS)
        while (await enqueueMatchMails({ em, clock }, period)) signal.throwIfAborted();
    }),

    handle(JOBS.submissionReturnedMail, async ({ sale_id }, run) => {
      const em = orm.em.fork();
      const sale = await returnedSale(em, sale_id);
      if (!sale) return OUTDATED;
      const account = await mailRecipient(em, sale.user_id);
      if (!account) return NO_RECIPIENT;
      const settings = await noticeSettingsOf(em, account.userId);
      if (!settings.returned.email) return SWITCHED_OFF;
      return send(account, run, { type: 'submissions', notices: ['returned'] }, (recipient) =>
        submissionReturnedLetter(sale, recipient),
      );
    }),
  ];
}
