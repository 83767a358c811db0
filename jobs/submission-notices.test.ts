import { beforeEach, describe, expect, it } from 'vitest';
import { FINAL_MS } from '../src/contract/review/review-values.ts';
import { formatDate } from '../src/contract/shared/dates.ts';
import { guardRights } from '../src/modules/sessions/actor-guard.ts';
import { JOBS } from '../src/queue/definitions.ts';
import { enqueue } from '../src/queue/outbox.ts';
import { createServices } from '../src/runtime/services.ts';
import { unconfirm } from '../src/testing/accounts/address-links.ts';
import { makeAccount, makeSale, suspend, type TestAccount } from '../src/testing/accounts/factories.ts';
import { testAccount } from '../src/testing/accounts/test-account.ts';
import { callerFor } from '../src/testing/clients/callers.ts';
import { lockAwaited } from '../src/testing/run/lock-waits.ts';
import { testMailJobs } from '../src/testing/run/mail-jobs.ts';
import { testServer } from '../src/testing/run/server.ts';
import { header, type ReceivedMail, readable } from '../src/testing/servers/mail-server.ts';

const server = testServer({ PUBLIC_URL: 'https://market.example' });
const jobs = testMailJobs(server);

const checker = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');
let red: TestAccount;
beforeEach(async () => {
  red = await makeAccount(server);
});

/** Makes all decisions final, and waits until their notices are written and their emails are sent. */
async function settled() {
  server.clock.advance(FINAL_MS);
  await expect
    .poll(() => server.sql('select from decision_notice join sale using (sale_id) where deleted_at is null'))
    .toEqual([]);
  await jobs.settled('mail.submission-');
}

const submit = (by = red) => makeSale(server, { by, price: 500_000 });
const review = (by = checker) => callerFor(server, by.token);
const decide = (id: number, status: 'approved' | 'rejected', review_notes: string | null = null) =>
  review().reviews.decideMany({ sales: [{ id }], status, review_notes });
const inbox = async (account = red) =>
  (await callerFor(server, account.token).inbox.list({})).data.map(({ kind, sale_id, data }) => ({
    kind,
    sale_id,
    data,
  }));
const mails = ({ user } = red) => jobs.to(user.email);
/** The notice of a sale of `submit`. */
const notice = (change: string, of = 'Master Ball for 500,000 PD') =>
  `Your sale of ${of}, sold ${formatDate(server.daysAgo(3))}, was ${change}`;
const subjects = (account = red) => mails(account).map((mail) => header(mail, 'Subject'));
const switchMails = (on: boolean, account = red) => {
  const each = { inbox: true, email: on };
  return callerFor(server, account.token).notices.save({
    approved: each,
    rejected: each,
    corrected: each,
    returned: each,
  });
};

describe('a rejection', () => {
  it('arrives with its reason in the inbox and by mail, once it is final', async () => {
    const id = await submit();
    await decide(id, 'rejected', 'The proof shows <b>another</b> price.');
    expect(await inbox()).toEqual([]);
    await settled();
    const data = { name: 'Master Ball', reason: 'The proof shows <b>another</b> price.' };
    expect(await inbox()).toEqual([{ kind: 'submission_rejected', sale_id: id, data }]);
    const [mail, ...more] = mails();
    expect(more).toEqual([]);
    expect(mail && header(mail, 'Subject')).toBe(notice('rejected'));
    expect(mail && readable(mail)).toContain(`${notice('rejected')}.`);
    expect(mail && readable(mail)).toContain('Reason: The proof shows <b>another</b> price.');
    expect(mail && readable(mail)).toContain(`${notice('rejected')}.`);
    expect(mail && readable(mail)).toContain('Reason: The proof shows &lt;b&gt;another&lt;/b&gt; price.');
    expect(mail && readable(mail)).toContain(`https://market.example/submit-data?correct=${id}`);
  });

  it('that is undone, or of a sale that is deleted before it is final, is not announced', async () => {
    const [undone, deleted] = [await submit(), await submit()];
    await decide(undone, 'rejected', 'oops');
    await decide(deleted, 'rejected', 'never');
    await review().reviews.undo({ sales: [{ id: undone }] });
    await review(admin).admin.deleteItem({ id: deleted });
    await settled();
    expect([await inbox(), mails()]).toEqual([[], []]);
  });

  it('is not mailed to an unconfirmed address, and not announced to a suspended account', async () => {
    const blue = await makeAccount(server);
    await unconfirm(server, red);
    for (const by of [red, blue]) await decide(await submit(by), 'rejected', 'no');
    await suspend(server, blue);
    await settled();
    expect(await inbox()).toHaveLength(1);
    expect([mails(red), mails(blue)]).toEqual([[], []]);
    expect(await server.sql('select from inbox_entry where user_id = ?', [blue.user.user_id])).toEqual([]);
  });

  it('is not mailed while emails to the account are paused, which leaves the inbox as it is', async () => {
    await server.sql(
      `insert into notice_channel (user_id, channel, failing_since, last_error, failures, paused_at)
       values (?, 'email', now(), 'No such mailbox.', 9, now())`,
      [red.user.user_id],
    );
    const [first, second] = [await submit(), await submit()];
    await decide(first, 'rejected', 'no');
    await settled();
    expect((await inbox()).map(({ sale_id }) => sale_id)).toEqual([first]);
    expect(mails()).toEqual([]);
    await callerFor(server, red.token).notices.resume({ channel: 'email' });
    await decide(second, 'rejected', 'no');
    await settled();
    expect(subjects()).toEqual([notice('rejected')]);
  });
});

describe('an approval', () => {
  it('notifies in the inbox, and by mail only on request', async () => {
    await decide(await submit(), 'approved');
    await settled();
    expect(await inbox()).toMatchObject([{ kind: 'submission_approved', data: { name: 'Master Ball' } }]);
    expect(mails()).toEqual([]);
    await switchMails(true);
    const id = await submit();
    await decide(id, 'approved');
    await settled();
    expect(subjects()).toEqual([notice('approved')]);
    expect(mails().map(readable).join()).toContain(`https://market.example/sale/${id}`);
  });

  it('comes with the corrections of its review, field by field, before and after', async () => {
    await switchMails(true);
    const id = await submit();
    await review().items.edit({ id, price: 550_000 });
    await review().items.edit({ id, price: 600_000, item_name: 'Ultra Ball' });
    // Corrected back: no correction.
    await review(admin).admin.editItem({ id, date_sold: server.daysAgo(4) });
    await review(admin).admin.editItem({ id, date_sold: server.daysAgo(3) });
    await decide(id, 'approved', 'Corrected.');
    await settled();
    const changes = [
      { field: 'price', before: 500_000, after: 600_000 },
      { field: 'name', before: 'Master Ball', after: 'Ultra Ball' },
    ];
    expect(await inbox()).toEqual([
      { kind: 'submission_corrected', sale_id: id, data: { name: 'Ultra Ball', changes } },
      { kind: 'submission_approved', sale_id: id, data: { name: 'Ultra Ball' } },
    ]);
    expect(subjects()).toEqual([notice('approved', 'Ultra Ball for 600,000 PD')]);
    expect(mails().map(readable).join()).toContain('500,000 PD');
    expect(mails().map(readable).join()).toContain('600,000 PD');

    // A second review reports only its own corrections.
    await review(admin).reviews.return({ id });
    await decide(id, 'approved');
    await settled();
    expect((await inbox()).map(({ kind }) => kind)).toEqual([
      'submission_approved',
      'submission_returned',
      'submission_corrected',
      'submission_approved',
    ]);
  });

  it('has no corrections when only the notes were changed, or the submitter changed the sale', async () => {
    const noted = await submit();
    await review(admin).admin.editItem({ id: noted, review_notes: 'The thread is long.' });
    const own = await submit(admin);
    await review(admin).items.edit({ id: own, price: 600_000 });
    for (const id of [noted, own]) await decide(id, 'approved');
    await settled();
    const approved = (sale_id: number) => [{ kind: 'submission_approved', sale_id }];
    expect([await inbox(red), await inbox(admin)]).toMatchObject([approved(noted), approved(own)]);
  });

  it('that returns to review notifies, unless its submitter did not know it yet', async () => {
    await switchMails(true);
    const [known, unknown] = [await submit(), await submit()];
    await decide(known, 'approved');
    await settled();
    await decide(unknown, 'approved');
    for (const id of [known, unknown]) await review(admin).reviews.return({ id });
    await settled();
    expect((await inbox()).map(({ kind, sale_id }) => [kind, sale_id])).toEqual([
      ['submission_returned', known],
      ['submission_approved', known],
    ]);
    expect(subjects()).toEqual([notice('approved'), notice('returned to review')]);
  });
});

it('each notice can be switched off, in the inbox and by mail', async () => {
  const off = { inbox: false, email: false };
  await callerFor(server, red.token).notices.save({
    approved: off,
    rejected: off,
    corrected: off,
    returned: off,
  });
  const [a, b] = [await submit(), await submit()];
  await review().items.edit({ id: a, price: 600_000 });
  await decide(a, 'approved');
  await decide(b, 'rejected', 'no');
  await settled();
  await review(admin).reviews.return({ id: a });
  await settled();
  expect([await inbox(), mails()]).toEqual([[], []]);

  // Corrections only.
  await callerFor(server, red.token).notices.save({ corrected: { inbox: true, email: true } });
  const c = await submit();
  await review().items.edit({ id: c, price: 600_000 });
  await decide(c, 'approved');
  await settled();
  expect((await inbox()).map(({ kind }) => kind)).toEqual(['submission_corrected']);
  expect(subjects()).toEqual([notice('corrected by a reviewer', 'Master Ball for 600,000 PD')]);
});

it('a notice that was switched off after its email was enqueued is not mailed', async () => {
  await switchMails(true);
  const [rejected, returned] = [await submit(), await submit()];
  for (const id of [rejected, returned]) await decide(id, 'rejected', 'no');
  const decided_at = server.clock.now().toISOString();
  await settled();
  await review(admin).reviews.return({ id: returned });
  await settled();
  expect(mails()).toHaveLength(3);
  await switchMails(false);
  const { em } = server.scope();
  await enqueue(em, JOBS.submissionDecidedMail, { sale_id: rejected, decided_at });
  await enqueue(em, JOBS.submissionReturnedMail, { sale_id: returned });
  await settled();
  expect(mails()).toHaveLength(3);
});

it('an email about a state that the sale no longer has is not sent', async () => {
  await switchMails(true);
  const id = await submit();
  await decide(id, 'rejected', 'no');
  const decided_at = server.clock.now().toISOString();
  await settled();
  await review(admin).reviews.return({ id });
  await settled();
  await decide(id, 'approved');
  await settled();
  const sent = [notice('rejected'), notice('returned to review'), notice('approved')];
  expect(subjects()).toEqual(sent);
  const { em } = server.scope();
  await enqueue(em, JOBS.submissionDecidedMail, { sale_id: id, decided_at });
  await enqueue(em, JOBS.submissionReturnedMail, { sale_id: id });
  await settled();
  expect(subjects()).toEqual(sent);
});

describe('the unsubscribe link', () => {
  const link = (mail: ReceivedMail) =>
    (header(mail, 'List-Unsubscribe') ?? '').slice(1, -1).replace('https://market.example', server.url);
  const rejected = async () => (await callerFor(server, red.token).notices.settings({})).submissions.rejected;

  it('of an email switches its notices off with one click, without a session', async () => {
    await decide(await submit(), 'rejected', 'no');
    await settled();
    const [mail] = mails();
    if (!mail) throw new Error('no mail');
    expect(header(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(readable(mail)).toContain(`Unsubscribe: ${header(mail, 'List-Unsubscribe')?.slice(1, -1)}`);

    // Programs that scan emails open links.
    const page = await fetch(link(mail));
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await page.text()).toContain('<form method="post">');
    expect(await rejected()).toEqual({ inbox: true, email: true });

    const click = () =>
      fetch(link(mail), { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    for (const answer of [await click(), await click()]) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('You are unsubscribed');
    }
    expect(await rejected()).toEqual({ inbox: true, email: false });
    const records = await server.sql(
      `select detail from audit_event where action = 'notices.unsubscribed' and target = ?`,
      [red.user.username],
    );
    expect(records).toEqual([{ detail: { type: 'submissions', notices: ['rejected'] } }]);
    await decide(await submit(), 'rejected', 'no');
    await settled();
    expect(mails()).toHaveLength(1);
    expect(await inbox()).toHaveLength(2);
  });

  it('does nothing once the account is deleted', async () => {
    await decide(await submit(), 'rejected', 'no');
    await settled();
    const [mail] = mails();
    await server.services(red.actor).accountRemoval.removeOwn(red.user.username);
    expect((await fetch(mail ? link(mail) : '', { method: 'POST' })).status).toBe(200);
    const left = await server.sql(
      `select user_id from notice_settings where user_id = ? union all
       select null from audit_event where action = 'notices.unsubscribed' and target = ?`,
      [red.user.user_id, `deleted user ${red.user.user_id}`],
    );
    expect(left).toEqual([]);
  });

  it('keeps what the owner changes at the same moment', async () => {
    await decide(await submit(), 'rejected', 'no');
    await settled();
    const [mail] = mails();
    const scope = server.scope(red.actor);
    guardRights(scope.em, scope);
    const { click } = await scope.em.transactional(async () => {
      await createServices(scope, server.runtime).notices.save({ rejected: { inbox: false, email: true } });
      const clicked = fetch(mail ? link(mail) : '', { method: 'POST' });
      await lockAwaited(server);
      return { click: clicked };
    });
    expect((await click).status).toBe(200);
    expect(await rejected()).toEqual({ inbox: false, email: false });
  });

  it('is refused when it was changed', async () => {
    await decide(await submit(), 'rejected', 'no');
    await settled();
    const [mail] = mails();
    const url = new URL(mail ? link(mail) : '');
    const [text = '', signature = ''] = (url.searchParams.get('token') ?? '').split('.');
    const payload = JSON.parse(Buffer.from(text, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...payload, user_id: checker.user.user_id })).toString(
      'base64url',
    );
    for (const token of [`${other}.${signature}`, `${text}.${signature}x`, text, '', 'x'.repeat(5_000)]) {
      url.searchParams.set('token', token);
      for (const method of ['GET', 'POST']) {
        const page = await fetch(url, { method });
        expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'no-store']);
        expect(await page.text()).toContain(
          '<p>This link is invalid. Copy the whole link from the email.</p>',
        );
      }
    }
    expect(await rejected()).toEqual({ inbox: true, email: true });
  });
});
