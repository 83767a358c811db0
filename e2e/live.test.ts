import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { publish } from '../src/events/publish.ts';
import { makeAccount, makeSale, PASSWORD, type TestAccount } from '../src/testing/accounts/factories.ts';
import { arrivesAt } from './kit/address.ts';
import { testBrowser } from './kit/browser.ts';
import { testSite } from './kit/site.ts';
import { channelsOpen, watchSockets } from './kit/sockets.ts';

const site = testSite();
const browser = testBrowser(site);

const COUNTS = /\/trpc\/[^?]*reviews\.counts/;

const reviewLink = (page: Page, waiting: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: waiting ? `Review (${waiting} pending)` : 'Review', exact: true })
    .waitFor();

/** The number of pending sales in the header. */
async function pendingSales(): Promise<number> {
  const [row] = await site.sql<{ waiting: number }>(
    `select count(*)::int as waiting from sale where status = 'pending' and deleted_at is null`,
  );
  return row?.waiting ?? 0;
}

const approve = (id: number, by: TestAccount) =>
  site.services(by.actor).sales.decide('item', { id, status: 'approved' });

/** Deletes a sale without an event, as if the event were lost. */
const dropSilently = (id: number) =>
  site.sql('update sale set deleted_at = now(), version = version + 1 where sale_id = ?', [id]);

it('keeps the number of pending sales in the header up to date', async () => {
  const [checker, other] = [await makeAccount(site, 'checker'), await makeAccount(site, 'checker')];
  const waiting = await pendingSales();
  const page = await browser.open('/', { as: checker });
  await reviewLink(page, waiting);
  const id = await makeSale(site, { name: 'Leftovers' });
  await reviewLink(page, waiting + 1);
  await makeSale(site, { name: 'Rare Candy', by: checker });
  await makeSale(site, { kind: 'pokemon' });
  await reviewLink(page, waiting + 2);
  await approve(id, other);
  await reviewLink(page, waiting + 1);
});

it('requests the count about once a second, however many changes there are', async () => {
  const checker = await makeAccount(site, 'checker');
  const submitter = await makeAccount(site);
  const waiting = await pendingSales();
  const asked: number[] = [];
  const page = await browser.open('/', {
    as: checker,
    prepare: async (opened) =>
      opened.on('request', (request) => COUNTS.test(request.url()) && asked.push(Date.now())),
  });
  await reviewLink(page, waiting);
  const started = Date.now();
  for (let i = 0; i < 20; i += 1) await makeSale(site, { by: submitter });
  await reviewLink(page, waiting + 20);
  const seconds = (Date.now() - started) / 1_000;
  expect(asked.filter((at) => at >= started).length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

it('catches up after events were lost, and after a lost connection', async () => {
  const checker = await makeAccount(site, 'checker');
  const ids = [await makeSale(site), await makeSale(site)];
  const waiting = await pendingSales();
  let cut = () => Promise.resolve();
  const page = await browser.open('/', {
    as: checker,
    prepare: (opened) =>
      opened.routeWebSocket(/\/trpc/, (socket) => {
        socket.connectToServer();
        cut = () => socket.close();
      }),
  });
  await reviewLink(page, waiting);

  await dropSilently(ids[0] as number);
  await site.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'marketdex-events' and datname = current_database()`,
  );
  await reviewLink(page, waiting - 1);
  expect(site.log.takeErrors()).toMatchObject([{ msg: 'the connection for events fails' }]);

  await dropSilently(ids[1] as number);
  await cut();
  await reviewLink(page, waiting - 2);
  const id = await makeSale(site);
  await reviewLink(page, waiting - 1);
  await approve(id, await makeAccount(site, 'checker'));
  await reviewLink(page, waiting - 2);
});

it('signs out when an admin suspends the account', async () => {
  const account = await makeAccount(site);
  const { opened, prepare } = watchSockets();
  const page = await browser.open('/submit-data', { as: account, prepare });
  await page.getByRole('heading', { name: 'Submit Data' }).waitFor();
  await expect.poll(() => opened.length).toBe(1);
  // Of what the page requests before it knows.
  browser.allowErrors(401);
  await site.services().accounts.setStatus(account.user.user_id, 'Suspended');
  await arrivesAt(page, '/login?next=%2Fsubmit-data');
  await expect.poll(() => opened.map((socket) => socket.isClosed())).toEqual([true]);
});

it('signs out when an admin removes the role', async () => {
  const account = await makeAccount(site, 'checker');
  const page = await browser.open('/review-submissions', { as: account });
  await page.getByRole('heading', { name: 'Review Submissions' }).waitFor();
  await reviewLink(page, await pendingSales());
  // Of what the page requests, such as details of the pending sales: before it knows, and before it has left the screen.
  browser.allowErrors(403);
  browser.allowErrors(401);
  await site.services().accounts.setRole(account.user.user_id, 'user');
  await arrivesAt(page, '/login?next=%2Freview-submissions');
  await page.getByText('Your role has changed. Please log in again.').waitFor();
});

it('notifies the submitter of a decision', async () => {
  const account = await makeAccount(site);
  const sockets = watchSockets();
  const page = await browser.open('/faq', { as: account, prepare: sockets.prepare });
  await channelsOpen(sockets, 2);
  const sale_id = await makeSale(site, { status: 'approved' });
  const decided = { sale_id, name: 'Garchomp', submitted_by: account.user.user_id } as const;
  await publish(site.runtime.orm.em.fork(), [
    { type: 'submission.decided', status: 'rejected', ...decided, submitted_by: account.user.user_id + 1 },
    { type: 'submission.decided', status: 'approved', ...decided },
  ]);
  await page.getByText('Your sale of Garchomp was approved.', { exact: true }).waitFor();
  expect(await page.getByText('was rejected').count()).toBe(0);
  await page.getByRole('button', { name: 'Show' }).click();
  await arrivesAt(page, `/sale/${sale_id}`);
});

it('opens a separate connection for each account, and for the visitor in between', async () => {
  const [first, second] = [await makeAccount(site), await makeAccount(site, 'checker')];
  const { opened, prepare } = watchSockets();
  const page = await browser.open('/faq', { as: first, prepare });
  await expect.poll(() => opened.length).toBe(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => opened[0]?.isClosed()).toBe(true);

  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Username').fill(second.user.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await reviewLink(page, await pendingSales());
  await makeSale(site);
  await reviewLink(page, await pendingSales());
  // A visitor receives market updates over a connection without a session.
  expect(opened.filter((socket) => socket.url().includes('connectionParams'))).toHaveLength(2);
  await expect.poll(() => opened.filter((socket) => !socket.isClosed()).length).toBe(1);
});
