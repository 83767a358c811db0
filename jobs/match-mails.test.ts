import { beforeEach, describe, expect, it } from 'vitest';
import type { CreateFollow } from '../src/contract/follows/follows.ts';
import { CHANNEL_PATIENCE_DAYS } from '../src/contract/inbox/notices.ts';
import type { FollowMatcher } from '../src/modules/follows/follow-matcher.ts';
import { enqueueMatchMails, GATHER_MS } from '../src/modules/notices/match-mails.ts';
import { JOBS } from '../src/queue/definitions.ts';
import type { JobHandler } from '../src/queue/job-handler.ts';
import { unconfirm } from '../src/testing/accounts/address-links.ts';
import {
  makeAccount,
  makeSale,
  openSession,
  suspend,
  type TestAccount,
} from '../src/testing/accounts/factories.ts';
import { testAccount } from '../src/testing/accounts/test-account.ts';
import { callerFor } from '../src/testing/clients/callers.ts';
import { makeFollow, matchFollows, newMatcher } from '../src/testing/market/follows.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { lockAwaited } from '../src/testing/run/lock-waits.ts';
import { testServer } from '../src/testing/run/server.ts';
import { header, type ReceivedMail, readable, startMailServer } from '../src/testing/servers/mail-server.ts';
import { connect } from '../src/testing/servers/postgres.ts';
import { createDelivery } from './delivery.ts';
import { noticeMailHandlers } from './handlers/notice-mails.ts';
import { createMailer } from './mailer.ts';

const server = testServer({ PUBLIC_URL: 'https://market.example' });
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const holder = fixture(() => connect(server.database.ownerUrl), 'end');
const mailServer = fixture(startMailServer, 'stop');
let handlers: JobHandler[];
let matcher: FollowMatcher;
const seller = testAccount(server);
let red: TestAccount;

beforeEach(async () => {
  const { orm, clock, logger, config } = server.runtime;
  const mailer = createMailer({ ...config, smtpUrl: mailServer.url }, logger);
  const deliver = createDelivery({ orm, mailer, clock, logger, promote: async () => undefined });
  handlers = noticeMailHandlers({ orm, deliver, clock, config });
  await server.truncate('sale', 'follow', 'outbox');
  mailServer.answerSenders(250);
  mailServer.answerRecipients(250);
  red = await makeAccount(server);
  matcher = newMatcher(server);
  await matchFollows(server, matcher);
});

const follow = (email: CreateFollow['channels'], name = 'Master Ball', by = red) =>
  makeFollow(server, by, { filter: { kind: 'item', name, exact: true }, channels: email });
const atOnce = { email: 'at_once' } as const;
const approve = (name = 'Master Ball', price = 500_000) =>
  makeSale(server, { by: seller, name, price, status: 'approved' });
const match = () => matchFollows(server, matcher);
const handlerOf = (name: string): JobHandler => {
  const found = handlers.find(({ definition }) => definition.name === name);
  if (!found) throw new Error(`no handler for ${name}`);
  return found;
};
const run = (name: string, payload: unknown, id: string) =>
  handlerOf(name).run(payload, { id, attempt: 1, signal: new AbortController().signal });

/** Runs the email jobs that wait, like a worker. @returns the errors of those that failed */
async function runMails(): Promise<unknown[]> {
  const jobs = await server.sql<{ id: string; payload: unknown }>(
    `update outbox set relayed_at = now() where job = 'mail.follow-matches' and relayed_at is null
     returning id, payload`,
  );
  const outcomes = await Promise.allSettled(
    jobs.map(({ id, payload }) => run('mail.follow-matches', payload, id)),
  );
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
}

/** Enqueues and sends what is due at once. */
async function mailAtOnce(): Promise<unknown[]> {
  while (await enqueueMatchMails(server.scope(), 'at_once'));
  return runMails();
}
const mailDigest = async () => {
  await run(JOBS.mailDigests.name, {}, 'digest');
  return runMails();
};
/** Moves the clock to that time of the next day with that weekday. */
function moveTo(hour: number, weekday?: number): void {
  const next = new Date(server.clock.now());
  do next.setUTCHours(next.getUTCHours() + 1, 0, 0, 0);
  while (next.getUTCHours() !== hour || (weekday !== undefined && next.getUTCDay() !== weekday));
  server.clock.advance(next.getTime() - server.clock.now().getTime());
}
const mails = ({ user } = red) => mailServer.received.filter(({ to }) => to.includes(user.email));
const subjects = (account = red) => mails(account).map((mail) => header(mail, 'Subject'));
const only = (received: readonly ReceivedMail[]): ReceivedMail => {
  expect(received).toHaveLength(1);
  return received[0] as ReceivedMail;
};
/** A caller with a session that did not expire when the clock moved. */
const caller = async (account = red) => callerFor(server, await openSession(server, account.user));

describe('matches that are mailed at once', () => {
  it('are in one email, with links to the sales and a link that unsubscribes', async () => {
    const balls = await follow(atOnce);
    const leftovers = await follow(atOnce, 'Leftovers');
    const [cheap, dear, other] = [
      await approve('Master Ball', 400),
      await approve(),
      await approve('Leftovers'),
    ];
    await approve('Ultra Ball');
    await match();
    expect(await mailAtOnce()).toEqual([]);
    const mail = only(mails());
    expect(header(mail, 'Subject')).toBe('3 new matches');
    expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(header(mail, 'Auto-Submitted')).toBe('auto-generated');
    const text = readable(mail);
    for (const label of [balls.label, leftovers.label]) expect(text).toContain(`${label}:`);
    for (const id of [cheap, dear, other]) expect(text).toContain(`https://market.example/sale/${id}`);
    expect(text).not.toContain('Ultra Ball');

    await mailAtOnce();
    server.clock.advance(DAY_MS);
    await mailAtOnce();
    expect(mails()).toHaveLength(1);
  });

  it('say what was sold, and count a sale of two follows once', async () => {
    const filter = { kind: 'pokemon', name: 'Garchomp', exact: true } as const;
    await makeFollow(server, red, { filter, channels: atOnce });
    await makeFollow(server, red, { filter: { ...filter, nature: 'Adamant' }, channels: atOnce });
    await makeSale(server, { kind: 'pokemon', by: seller, price: 400_000, status: 'approved' });
    await match();
    await mailAtOnce();
    const mail = only(mails());
    expect(header(mail, 'Subject')).toMatch(/^New match: Adamant Garchomp: 400,000 PD/);
    expect(readable(mail)).toMatch(
      / {2}Ability Rough Skin, IVs 31\/31\/31\/4\/31\/31, hidden power \w+\. With proof\./,
    );
    const { data } = await (await caller()).inbox.list({});
    expect(data).toMatchObject([
      { data: { name: 'Adamant Garchomp' } },
      { data: { name: 'Adamant Garchomp' } },
    ]);
  });

  it('are gathered for a while after an email', async () => {
    await follow(atOnce);
    await approve();
    await match();
    await mailAtOnce();
    await approve();
    await match();
    await mailAtOnce();
    await approve();
    await match();
    await mailAtOnce();
    expect(subjects()).toEqual([expect.stringMatching(/^New match: Master Ball: 500,000 PD/)]);
    server.clock.advance(GATHER_MS);
    await mailAtOnce();
    expect(subjects().slice(1)).toEqual(['2 new matches']);
  });

  it('are mailed once by any number of processes', async () => {
    await follow(atOnce);
    for (let i = 0; i < 5; i += 1) await approve();
    await match();
    await Promise.all(Array.from({ length: 6 }, () => enqueueMatchMails(server.scope(), 'at_once')));
    const jobs = await server.sql<{ id: string; payload: unknown }>(
      `select id, payload from outbox where job = 'mail.follow-matches'`,
    );
    expect(jobs).toHaveLength(1);
    // A job that runs again, as after a worker was killed, sends nothing more.
    for (const { id, payload } of [...jobs, ...jobs]) await run('mail.follow-matches', payload, id);
    expect(header(only(mails()), 'Subject')).toBe('5 new matches');
    expect(header(only(mails()), 'Message-ID')).toBe(`<${jobs[0]?.id}@market.example>`);
  });

  it('are not deadlocked with the deletion of their account', async () => {
    await follow(atOnce);
    await approve();
    await match();
    const { user_id } = red.user;
    // The steps of a deletion.
    await holder.query(`begin; set local deadlock_timeout = '10ms'`);
    await holder.query('update account set username_skeleton = $1 where user_id = $2', ['deleted', user_id]);
    const enqueued = enqueueMatchMails(server.scope(), 'at_once');
    await lockAwaited(server);
    await holder.query('delete from follow where user_id = $1', [user_id]);
    await holder.query('commit');
    await enqueued;
  });

  it('stay unassigned when their emails cannot be enqueued', async () => {
    await follow(atOnce);
    await approve();
    await match();
    await server.sql(`alter table outbox add constraint refused check (job <> 'mail.follow-matches')`);
    await expect(enqueueMatchMails(server.scope(), 'at_once')).rejects.toThrow('"refused"');
    await server.sql('alter table outbox drop constraint refused');
    expect(await server.sql('select from follow_match where email_at is null')).toHaveLength(1);
    await mailAtOnce();
    expect(mails()).toHaveLength(1);
  });

  it('have the same Message-ID when the email is repeated', async () => {
    await follow(atOnce);
    await approve();
    await match();
    await enqueueMatchMails(server.scope(), 'at_once');
    const [job] = await server.sql<{ id: string; payload: unknown }>(
      `select id, payload from outbox where job = 'mail.follow-matches'`,
    );
    await run('mail.follow-matches', job?.payload, job?.id ?? '');
    // As after a kill between the mail server's answer and the mark.
    await server.sql('update email_delivery set sent_at = null where job_id = ?', [job?.id]);
    await run('mail.follow-matches', job?.payload, job?.id ?? '');
    const ids = mails().map((mail) => header(mail, 'Message-ID'));
    expect(ids).toEqual(Array(2).fill(`<${job?.id}@market.example>`));
  });
});

describe('nothing is mailed', () => {
  it.each<[string, (sale: number) => Promise<unknown>]>([
    [
      'of a sale that was returned to review',
      async (id) => (await caller(await makeAccount(server, 'admin'))).reviews.return({ id }),
    ],
    ['of a sale that was deleted', (id) => server.services().saleAdmin.remove('item', { id })],
    [
      'of a sale whose price was corrected above that of the follow',
      (id) => server.services().saleAdmin.edit('item', { id, change: { price: 500_001 } }),
    ],
    ['to a suspended account', () => suspend(server, red)],
    ['to an address that is not confirmed', () => unconfirm(server, red)],
    [
      'for a follow that was deleted',
      async () => (await caller()).follows.remove({ id: (await ownFollow()) ?? 0 }),
    ],
    [
      'for a follow that was paused',
      async () => (await caller()).follows.update({ id: (await ownFollow()) ?? 0, paused: true }),
    ],
    [
      'for a follow whose mails were switched off',
      async () =>
        (await caller()).follows.update({ id: (await ownFollow()) ?? 0, channels: { email: 'off' } }),
    ],
  ])('%s before delivery', async (_what, change) => {
    await makeFollow(server, red, {
      filter: { kind: 'item', name: 'Master Ball', exact: true },
      condition: { type: 'at_or_below', price: 500_000 },
      channels: atOnce,
    });
    const sale = await approve();
    await match();
    // After the email was enqueued, and also before.
    await enqueueMatchMails(server.scope(), 'at_once');
    await change(sale);
    expect(await runMails()).toEqual([]);
    server.clock.advance(GATHER_MS);
    expect(await mailAtOnce()).toEqual([]);
    expect(mails()).toEqual([]);
  });

  const ownFollow = async () => {
    const [row] = await server.sql<{ follow_id: number }>('select follow_id from follow where user_id = ?', [
      red.user.user_id,
    ]);
    return row?.follow_id;
  };
});

describe('digests', () => {
  it('are one email for each account and period, at 7:00 UTC, weekly ones on Mondays', async () => {
    const green = await makeAccount(server);
    await follow({ email: 'daily' });
    await follow({ email: 'daily' }, 'Leftovers');
    await follow({ email: 'weekly' }, 'Master Ball', green);
    await follow({ email: 'daily' }, 'Ultra Ball', green);
    moveTo(20, 2);
    for (const name of ['Master Ball', 'Master Ball', 'Leftovers']) await approve(name);
    await match();
    await mailDigest();
    expect([mails(red), mails(green)]).toEqual([[], []]);

    moveTo(7);
    await Promise.all([mailDigest(), mailDigest()]);
    expect(subjects(red)).toEqual(['Your daily digest: 3 matches']);
    expect(mails(red).map(readable)).toEqual([expect.stringContaining('New matches of the last day:')]);
    expect(mails(green)).toEqual([]);
    await approve();
    await match();
    await mailDigest();
    expect(mails(red)).toHaveLength(1);
    moveTo(7);
    await mailDigest();
    expect(subjects(red)).toEqual(['Your daily digest: 3 matches', 'Your daily digest: 1 match']);

    moveTo(7, 0);
    await mailDigest();
    expect(mails(green)).toEqual([]);
    moveTo(7, 1);
    await mailDigest();
    await mailDigest();
    expect(subjects(green)).toEqual(['Your weekly digest: 3 matches']);
    moveTo(7, 1);
    await mailDigest();
    expect([mails(red).length, mails(green).length]).toEqual([2, 1]);
  });

  it('have the matches that no email at once had, also soon after such an email', async () => {
    moveTo(6);
    server.clock.advance(HOUR_MS - GATHER_MS / 2);
    await follow(atOnce);
    await follow({ email: 'daily' }, 'Leftovers');
    for (const name of ['Master Ball', 'Leftovers']) await approve(name);
    await match();
    await mailAtOnce();
    expect(subjects()).toEqual([expect.stringMatching(/^New match: Master Ball/)]);
    moveTo(7);
    await mailDigest();
    expect(subjects().slice(1)).toEqual(['Your daily digest: 1 match']);
  });

  it('list some of many matches, and their number', async () => {
    const { search } = await follow({ email: 'daily' });
    for (let i = 0; i < 22; i += 1) await approve();
    await match();
    moveTo(7);
    await mailDigest();
    const mail = only(mails());
    expect(header(mail, 'Subject')).toBe('Your daily digest: 22 matches');
    expect(readable(mail)).toContain('(20 of 22):');
    expect(readable(mail)).toContain(`- Open the list\r\n  https://market.example/${search}`);
  });
});

describe('one click', () => {
  const click = async (mail: ReceivedMail, method = 'POST') => {
    const url = (header(mail, 'List-Unsubscribe') ?? '').slice(1, -1);
    const answer = await fetch(url.replace('https://market.example', server.url), { method });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const modes = async (account = red) =>
    (await (await caller(account)).follows.list({})).data.map(({ channels }) => channels.email);
  const recorded = async () => {
    const rows = await server.sql<{ detail: unknown }>(
      `select detail from audit_event where action = 'notices.unsubscribed' and target = ?`,
      [red.user.username],
    );
    return rows.map(({ detail }) => detail);
  };

  it('unsubscribes from the follows that an email at once named, and no other', async () => {
    const { follow_id } = await follow(atOnce);
    await follow(atOnce, 'Leftovers');
    await approve();
    await match();
    await mailAtOnce();
    const mail = only(mails());
    const asked = await click(mail, 'GET');
    expect(asked).toContain('about the search you follow');
    expect(asked).toContain('<a href="/following">');
    expect(await modes()).toEqual(['at_once', 'at_once']);
    for (let times = 0; times < 2; times += 1) await click(mail);
    expect(await modes()).toEqual(['off', 'at_once']);
    expect(await recorded()).toEqual([{ type: 'follows', follows: [follow_id] }]);
  });

  it('unsubscribes from a digest', async () => {
    await follow({ email: 'daily' });
    await follow({ email: 'weekly' }, 'Leftovers');
    await follow({ email: 'daily' }, 'Ultra Ball');
    const green = await makeAccount(server);
    await follow({ email: 'daily' }, 'Master Ball', green);
    await approve();
    await match();
    moveTo(7);
    await mailDigest();
    expect(await click(only(mails()), 'GET')).toContain('daily digest');
    for (let times = 0; times < 2; times += 1) await click(only(mails()));
    expect(await modes()).toEqual(['off', 'weekly', 'off']);
    expect(await modes(green)).toEqual(['daily']);
    expect(await recorded()).toEqual([{ type: 'digest', period: 'daily' }]);
  });
});

describe('an address that does not accept emails', () => {
  const email = async () => (await (await caller()).notices.settings({})).email;

  it('is paused after three days, which the inbox and the settings tell; resuming delivers what matches then', async () => {
    await follow(atOnce);
    mailServer.answerRecipients(550);
    const attempt = async () => {
      await approve();
      await match();
      return mailAtOnce();
    };
    expect(await attempt()).toHaveLength(1);
    expect(await email()).toMatchObject({
      last_error: 'Your mail server did not accept our emails.',
      paused_since: null,
    });
    server.clock.advance(CHANNEL_PATIENCE_DAYS * DAY_MS);
    expect(await attempt()).toHaveLength(1);
    expect((await email()).paused_since).not.toBeNull();
    const inbox = (await (await caller()).inbox.list({})).data;
    expect(inbox.filter(({ kind }) => kind === 'channel_paused')).toHaveLength(1);

    mailServer.answerRecipients(250);
    server.clock.advance(HOUR_MS);
    expect(await attempt()).toEqual([]);
    expect(mails()).toEqual([]);
    await (await caller()).notices.resume({ channel: 'email' });
    server.clock.advance(HOUR_MS);
    expect(await mailAtOnce()).toEqual([]);
    expect(mails()).toEqual([]);
    await attempt();
    expect(mails()).toHaveLength(1);
    expect(await email()).toEqual({
      confirmed: true,
      failing_since: null,
      last_error: null,
      paused_since: null,
    });
  });

  it('has no error any more once it accepts an email', async () => {
    await follow(atOnce);
    await approve();
    await match();
    mailServer.answerRecipients(550);
    await mailAtOnce();
    expect((await email()).failing_since).not.toBeNull();
    mailServer.answerRecipients(250);
    server.clock.advance(HOUR_MS);
    await approve();
    await match();
    expect(await mailAtOnce()).toEqual([]);
    expect(mails()).toHaveLength(1);
    expect(await email()).toMatchObject({ failing_since: null, last_error: null });
  });

  it('is not blamed for a mail server that accepts no emails at all', async () => {
    await follow(atOnce);
    await approve();
    await match();
    mailServer.answerSenders(451);
    expect(await mailAtOnce()).toMatchObject([{ message: 'the mail server cannot be reached' }]);
    expect(await email()).toMatchObject({ failing_since: null, last_error: null });
  });

  it('starts without errors when the account gets another address', async () => {
    await follow(atOnce);
    mailServer.answerRecipients(550);
    await approve();
    await match();
    await mailAtOnce();
    expect((await email()).failing_since).not.toBeNull();
    await (await caller()).email.changeAddress({ email: `new_${red.user.email}` });
    expect((await email()).failing_since).toBeNull();
  });
});
