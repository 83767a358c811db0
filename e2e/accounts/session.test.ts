import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAccount, PASSWORD, type TestAccount } from '../../src/testing/accounts/factories.ts';
import { call } from '../../src/testing/clients/rest-client.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { testSite } from '../kit/site.ts';
import { channelsOpen, watchSockets } from '../kit/sockets.ts';

const site = testSite();
const browser = testBrowser(site);

const PROFILE = /\/trpc\/[^?]*auth\.profile/;

const logIn = async (page: Page, username: string) => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
};

const endSessions = ({ user }: TestAccount) =>
  site.sql('delete from session where user_id = ?', [user.user_id]);

/** What a browser keeps of nobody in particular: the theme, and the last change of the market that it has seen. */
const OF_NO_ACCOUNT = ['marketdex.theme', 'marketdex.sequence'];

/** The number of session keys in local storage. */
const keptKeys = async (page: Page) => {
  const keys = await page.evaluate(() => Object.keys(localStorage));
  return keys.filter((key) => !OF_NO_ACCOUNT.includes(key)).length;
};

const signedOut = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();

it('restores a session behind a full-screen loading message', async () => {
  const account = await makeAccount(site);
  const held = Promise.withResolvers<void>();
  const page = await browser.open('/submit-data', {
    as: account,
    prepare: (opened) =>
      opened.route(PROFILE, async (route) => {
        await held.promise;
        await route.continue();
      }),
  });
  const loading = page.getByText('Loading…').locator('..');
  await loading.waitFor();
  const { width, height } = page.viewportSize() ?? {};
  expect(await loading.boundingBox()).toEqual({ x: 0, y: 0, width, height });
  const isCovered = await page
    .getByRole('banner')
    .evaluate((header) => !header.contains(document.elementFromPoint(20, 20)));
  expect(isCovered).toBe(true);
  held.resolve();
  await page.getByRole('heading', { name: 'Submit Data' }).waitFor();
  await page.getByRole('banner').getByText(account.user.username).waitFor();
  // The server draws the heading and the stored session the name: both are there before the profile is.
  await loading.waitFor({ state: 'hidden' });
  // Nothing else of the account is stored, such as its mail address.
  const stored = () => page.evaluate(() => localStorage.getItem('marketdex.user'));
  await expect
    .poll(async () => JSON.parse((await stored()) ?? ''))
    .toEqual({
      username: account.user.username,
      role: 'user',
    });
});

it('sends an expired session to the login, and returns afterwards', async () => {
  const account = await makeAccount(site);
  await endSessions(account);
  const page = await browser.open('/submit-data', { as: account });
  await arrivesAt(page, '/login?next=%2Fsubmit-data');
  expect(await keptKeys(page)).toBe(0);
  browser.allowErrors(401);
  await logIn(page, account.user.username);
  await arrivesAt(page, '/submit-data');
});

it('notices an expired session on navigation', async () => {
  const checker = await makeAccount(site, 'checker');
  let ended: Promise<unknown> | undefined;
  const page = await browser.open('/submit-data', {
    as: checker,
    prepare: (opened) =>
      // With the first call after the click: any call of the page before would notice the end too early.
      opened.route(/\/trpc\//, async (route) => {
        if (new URL(opened.url()).pathname === '/review-submissions') ended ??= endSessions(checker);
        await ended;
        await route.continue();
      }),
  });
  await page.getByRole('heading', { name: 'Submit Data' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Review' }).click();
  await arrivesAt(page, '/login?next=%2Freview-submissions');
  await page.getByText('Your session has ended. Please log in again.').waitFor();
  expect(await keptKeys(page)).toBe(0);
  await logIn(page, checker.user.username);
  await arrivesAt(page, '/review-submissions');
  browser.allowErrors(401);
});

it('sends no requests for the previous screen while the login screen loads', async () => {
  const account = await makeAccount(site);
  const held = Promise.withResolvers<void>();
  const sockets = watchSockets();
  const page = await browser.open('/account?tab=security', {
    as: account,
    prepare: async (opened) => {
      await sockets.prepare(opened);
      await opened.route(/\/login-screen-[^/]+\.js$/, async (route) => {
        await held.promise;
        await route.continue();
      });
      // The session ends between the click and its call, or the page may notice the end before the click.
      await opened.route(/twoFactor\.setup/, async (route) => {
        await endSessions(account);
        await route.continue();
      });
    },
  });
  await page.getByText('This device', { exact: true }).waitFor();
  await channelsOpen(sockets, 2);
  const unsigned: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/trpc/') && !request.headers().authorization) unsigned.push(request.url());
  });
  await page.getByRole('button', { name: 'Set up 2FA' }).click();
  await arrivesAt(page, '/login?next=%2Faccount%3Ftab%3Dsecurity');
  await page.getByText('Loading…').waitFor();
  held.resolve();
  await page.getByRole('heading', { name: 'Login' }).waitFor();
  expect(unsigned).toEqual([]);
  browser.allowErrors(401);
});

it('logs out, and stays on the page, when the session cannot be checked; a reload checks it again', async () => {
  const account = await makeAccount(site);
  const page = await browser.open('/faq', {
    as: account,
    prepare: (opened) => opened.route(PROFILE, (route) => route.abort()),
  });
  await signedOut(page);
  await arrivesAt(page, '/faq');
  await page.getByText('You were logged out because your session could not be checked.').waitFor();
  await page.unroute(PROFILE);
  await page.reload();
  await page.getByRole('banner').getByText(account.user.username).waitFor();
  expect(browser.takeErrors()).toContainEqual(expect.stringContaining('auth.profile'));
});

it('checks a session once more when the first response is lost', async () => {
  let lost = 0;
  const page = await browser.open('/submit-data', {
    as: await makeAccount(site),
    prepare: (opened) => opened.route(PROFILE, (route) => (lost++ === 0 ? route.abort() : route.continue())),
  });
  await page.getByLabel('Item name').waitFor();
  expect(lost).toBeGreaterThan(1);
  expect(browser.takeErrors()).toContainEqual(expect.stringContaining('auth.profile'));
});

it('logs out to the start page, here and on the server', async () => {
  const account = await makeAccount(site);
  const page = await browser.open('/submit-data', { as: account });
  const ended = page.waitForResponse(/auth\.logout/);
  await page.getByRole('button', { name: 'Logout' }).click();
  await arrivesAt(page, '/');
  await signedOut(page);
  expect(await keptKeys(page)).toBe(0);
  await (await ended).finished();
  expect(await call(site, 'GET', '/auth/profile', { token: account.token })).toMatchObject({ status: 401 });
});

it('keeps several tabs in sync', async () => {
  const account = await makeAccount(site);
  const one = await browser.open('/faq', { as: account });
  const other = await browser.open('/submit-data', { sameContextAs: one });
  await other.getByRole('heading', { name: 'Submit Data' }).waitFor();
  // Of what the other tab requests before it knows.
  browser.allowErrors(401);
  await one.getByRole('button', { name: 'Logout' }).click();
  await arrivesAt(other, '/login?next=%2Fsubmit-data');
  await logIn(other, account.user.username);
  await arrivesAt(other, '/submit-data');
  await one.getByRole('banner').getByText(account.user.username).waitFor();
});

it.each(['/dashboard', '/data-showcase'])('%s redirects to the start page', async (path) => {
  const page = await browser.open(path);
  await arrivesAt(page, '/');
  await page.getByRole('heading', { name: 'Market History' }).waitFor();
});
