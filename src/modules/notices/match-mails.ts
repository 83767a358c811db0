import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { DigestPeriod, FollowMails } from '../../contract/follows/follows.ts';
import { DIGESTS } from '../../contract/inbox/notices.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/shared/dates.ts';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { query } from '../../db/query.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueueAll } from '../../queue/outbox.ts';
import type { WriteScope } from '../scope.ts';

/** The weekday of 1 January 1970: a Thursday. */
const FIRST_WEEKDAY = 4;

/** The end of the newest period that has ended, at the hour and weekday of `DIGESTS`. */
export function lastDigest(period: DigestPeriod, now: Date): Date {
  const days = Math.floor((now.getTime() - DIGESTS.hour * HOUR_MS) / DAY_MS);
  const sinceWeekday = (days + FIRST_WEEKDAY - DIGESTS.weekday) % 7;
  return new Date((period === 'daily' ? days : days - sinceWeekday) * DAY_MS + DIGESTS.hour * HOUR_MS);
}

/** How the matches of one email were chosen to be mailed. */
export type MatchMail = Exclude<FollowMails, 'off'>;

/** After an email at once, the matches of this long are gathered for the account's next one. */
export const GATHER_MS = 10 * MINUTE_MS;
const STEP = 200;

/**
 * Assigns waiting matches to emails, one for each account, and enqueues those emails in the same transaction: so each match
 * is in one email. Matches of accounts that get no emails are assigned too, and never mailed.
 *
 * @returns whether more may be waiting
 */
export async function enqueueMatchMails({ em, clock }: WriteScope, kind: MatchMail): Promise<boolean> {
  const now = clock.now();
  const until = kind === 'at_once' ? addMs(now, 1) : lastDigest(kind, now);
  return em.transactional(async () => {
    await query(em)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.matchMails})`;
    // An account is usable if it can be mailed (`canBeMailed`) and its emails are not paused. Its row is locked before its
    // matches, as by its deletion.
    const rows = await query(em)<{ user_id: number; is_usable: boolean }>`
      with chosen as (
        select a.user_id,
          a.account_status = 'Active' and a.email_confirmed_at is not null and c.paused_at is null as is_usable
        from account a left join notice_channel c on c.user_id = a.user_id and c.channel = 'email'
        where a.user_id in (
            select f.user_id from follow_match m join follow f using (follow_id)
            where m.email = ${kind} and m.email_at is null and m.matched_at < ${until})
          and (${kind !== 'at_once'} or c.wait_until is null or c.wait_until <= ${now})
        order by a.user_id limit ${STEP} for key share of a
      ), assigned as (
        update follow_match m set email_at = ${now} from follow f join chosen using (user_id)
        where m.follow_id = f.follow_id and m.email = ${kind} and m.email_at is null and m.matched_at < ${until}
        returning f.user_id)
      select user_id, is_usable from chosen where user_id in (select user_id from assigned)`;
    const recipients = rows.filter(({ is_usable }) => is_usable).map(({ user_id }) => user_id);
    if (kind === 'at_once') await gather(em, recipients, addMs(now, GATHER_MS));
    const at = now.toISOString();
    await enqueueAll(
      em,
      JOBS.followMatchesMail,
      recipients.map((user_id) => ({ user_id, kind, at })),
    );
    return rows.length === STEP;
  });
}

/** Sends these accounts no further email at once before that time. */
async function gather(em: EntityManager, userIds: readonly number[], until: Date): Promise<void> {
  await query(em)`
    insert into notice_channel (user_id, channel, wait_until)
    select user_id, 'email', ${until}::timestamptz from unnest(${sql.val(userIds)}::int[]) as recipient (user_id)
    on conflict (user_id, channel) do update set wait_until = excluded.wait_until`;
}
