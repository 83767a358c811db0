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
