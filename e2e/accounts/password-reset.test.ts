import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount } from '../../src/testing/accounts/factories.ts';
import { askForReset, resetLinkIn } from '../../src/testing/accounts/reset.ts';
import { codeNow, enrol } from '../../src/testing/accounts/totp.ts';
import { testMailJobs } from '../../src/testing/run/mail-jobs.ts';
import { RESET_REDIRECT_MS } from '../../web/lib/timings.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);
const mails = testMailJobs(site, () => site.url);

const NEW_PASSWORD = 'quite another password';

/** The first link sent to an email address. */
const linkTo = (email: string): string | undefined =>
  mails.to(email).flatMap((mail) => resetLinkIn(mail) ?? [])[0];

async function setPassword(page: Page, password: string, confirmation = password) {
  await page.getByLabel(/^New password/).fill(password);
  await page.getByLabel(/^Confirm password/).fill(confirmation);
  await page.getByRole('button', { name: 'Reset password' }).click();
}

it('resets a forgotten password, and still requires the second factor', async () => {
  const account = await makeAccount(site);
  const { username, email } = account.user;
  const { secret } = await enrol(site, account.token);
  const page = await browser.open('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await arrivesAt(page, '/forgot-password');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByText(MESSAGES.resetIdentifierRequired, { exact: true }).waitFor();
  await page.getByLabel('Username or email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  for (const hint of [/spam/, /Check what you entered/, /Contact support/])
    await page.getByRole('listitem').filter({ hasText: hint }).waitFor();

  await expect.poll(() => linkTo(email)).toBeDefined();
  await page.goto(linkTo(email) ?? '');
  await page.getByText(`A new password for ${username}`).waitFor();
  expect(addressOf(page)).toBe('/reset-password');
  await page.reload();
  await setPassword(page, 'short', 'short');
  await page.getByText(MESSAGES.passwordShort, { exact: true }).waitFor();
  await setPassword(page, NEW_PASSWORD, 'something else');
  await page.getByText(MESSAGES.passwordsDiffer, { exact: true }).waitFor();
  await page.clock.install();
  await setPassword(page, NEW_PASSWORD);
  await page.getByRole('heading', { name: 'Password reset' }).waitFor();
  expect(addressOf(page)).toBe('/reset-password');
  await page.clock.runFor(RESET_REDIRECT_MS);
  await arrivesAt(page, '/login');
  expect(browser.canaries.kinds).toContain('reset token');

  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('6-digit code').fill(await codeNow(site, secret));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await arrivesAt(page, '/');
});

it('responds the same for an unknown username', async () => {
  const { user } = await makeAccount(site);
  const page = await browser.open('/forgot-password');
  const answerTo = async (name: string) => {
    await page.getByLabel('Username or email').fill(name);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    const status = await page.locator('[data-announced]').filter({ hasText: /\w/ }).textContent();
    await page.getByRole('button', { name: 'Try another username or email' }).click();
    return status;
  };
  expect(await answerTo('nobody_at_all')).toBe(await answerTo(user.username));
});

it('reports a network error, and keeps the input', async () => {
  const page = await browser.open('/forgot-password');
  await page.route(/requestPasswordReset/, (route) => route.abort());
  await page.getByLabel('Username or email').fill('ash_k');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await page.getByRole('alert').getByText(MESSAGES.networkFailed, { exact: true }).waitFor();
  expect(await page.getByLabel('Username or email').inputValue()).toBe('ash_k');
  expect(browser.takeErrors()).not.toEqual([]);
});

it.each([
  ['/reset-password', MESSAGES.resetLinkMissing],
  ['/reset-password?token=', MESSAGES.resetLinkMissing],
  ['/reset-password?token=guessed', MESSAGES.resetLinkInvalid],
])('%s is an invalid link', async (address, message) => {
  const page = await browser.open(address);
  await page.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
  await page.getByText(message, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await arrivesAt(page, '/forgot-password');
});

it('can retry when the link could not be checked', async () => {
  const account = await makeAccount(site);
  const token = await askForReset(site, account.user);
  const page = await browser.open(`/reset-password?token=${token}`, {
    prepare: (opened) => opened.route(/validateResetToken/, (route) => route.abort()),
  });
  await page.getByText(MESSAGES.networkCheck, { exact: true }).waitFor();
  await page.unroute(/validateResetToken/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText(`A new password for ${account.user.username}`).waitFor();
  expect(browser.takeErrors()).not.toEqual([]);
});

it('reports a link that was used meanwhile, and signs out this browser too', async () => {
  const account = await makeAccount(site);
  const token = await askForReset(site, account.user);
  const page = await browser.open(`/reset-password?token=${token}`, { as: account });
  const late = await browser.open(`/reset-password?token=${token}`);
  await late.getByLabel(/^New password/).waitFor();
  await page.clock.install();
  await setPassword(page, NEW_PASSWORD);
  await page.getByRole('heading', { name: 'Password reset' }).waitFor();
  await page.clock.runFor(RESET_REDIRECT_MS);
  await arrivesAt(page, '/login');
  await page.getByRole('heading', { name: 'Login' }).waitFor();
  await setPassword(late, NEW_PASSWORD);
  await late.getByRole('heading', { name: 'Invalid Reset Link' }).waitFor();
  // The signed-in page may make a call before it knows that its session has ended.
  browser.allowErrors(401);
  expect(browser.takeErrors()).toEqual([expect.stringContaining('400')]);
});

it('shows the outcome even if it learns first that its session has ended', async () => {
  const account = await makeAccount(site);
  const token = await askForReset(site, account.user);
  const page = await browser.open(`/reset-password?token=${token}`, { as: account });
  await page.route(/resetPassword/, async (route) => {
    const response = await route.fetch();
    await page.waitForFunction(() => localStorage.getItem('marketdex.token') === null);
    await route.fulfill({ response });
  });
  await setPassword(page, NEW_PASSWORD);
  await page.getByRole('heading', { name: 'Password reset' }).waitFor();
  browser.allowErrors(401);
});
