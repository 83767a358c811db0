import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addressLinkIn } from '../../src/testing/accounts/address-links.ts';
import { makeAccount } from '../../src/testing/accounts/factories.ts';
import { testMailJobs } from '../../src/testing/run/mail-jobs.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { testSite } from '../kit/site.ts';

const site = testSite({ SMTP_URL: 'smtp://127.0.0.1:9' });
const browser = testBrowser(site);
const mails = testMailJobs(site, () => site.url);

/** The address link in an email to an email address: in the first one with a link, or a later one by its number. */
async function linkTo(email: string, number = 1): Promise<string> {
  const links = () => mails.to(email).flatMap((mail) => addressLinkIn(mail) ?? []);
  await expect.poll(() => links().length).toBe(number);
  return links()[number - 1] ?? '';
}
const notice = (page: Page) => page.getByRole('region', { name: 'Confirm your email address' });
const emailSection = (page: Page) => page.getByRole('region', { name: 'Email address' });

it('registers with a checked password, confirms the address and may submit', async () => {
  const page = await browser.open('/register');
  await page.getByLabel('Username').fill('ash_k');
  await page.getByLabel('Email').fill('ash@example.org');
  const strength = page.locator('[data-announced=Strength]');
  const password = page.getByLabel(/^Password/);
  await password.fill('qwerty77');
  await strength.getByText('This password is too common.').waitFor();
  await password.fill('my ash_k tea');
  await strength.getByText('Password must not contain your username.').waitFor();
  await password.fill('a password for tests');
  await strength.getByText('Strong').waitFor();
  await page.getByLabel(/^Confirm/).fill('a password for tests');
  await checkAppearance(page, 'register with a verdict');
  await page.getByRole('button', { name: 'Create account' }).click();
  await arrivesAt(page, '/');
  await page.getByText('Check your email: we sent a link to ash@example.org.').waitFor();

  await page.getByRole('banner').getByRole('link', { name: 'Submit Data' }).click();
  await notice(page).getByText('ash@example.org').waitFor();
  await checkAppearance(page, 'submit with an unconfirmed address');
  // Otherwise the first email could arrive after the second, whose link replaces its own.
  await linkTo('ash@example.org');
  await notice(page).getByRole('button', { name: 'Send the link again' }).click();
  await notice(page).getByText('We have sent you another link.').waitFor();

  const tab = await browser.open('/', { sameContextAs: page });
  await tab.goto(await linkTo('ash@example.org', 2));
  await tab.getByText('Use ash@example.org as the email address of ash_k.').waitFor();
  expect(addressOf(tab)).toBe('/confirm-address');
  await checkAppearance(tab, 'confirm address');
  await tab.getByRole('button', { name: 'Confirm email address' }).click();
  await tab.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
  await tab.getByRole('link', { name: 'Submit Data' }).click();
  await tab.getByRole('heading', { name: 'Submit Data' }).waitFor();
  await tab.getByLabel(/^Item name/).waitFor();
  expect(await notice(tab).count()).toBe(0);
});

it('changes the address, exports the data and deletes the account', async () => {
  const account = await makeAccount(site, 'user', 'leaving');
  const page = await browser.open('/account?tab=profile', { as: account });
  await emailSection(page).getByText('Confirmed', { exact: true }).waitFor();
  await emailSection(page).getByLabel('New email address').fill('other@example.org');
  await emailSection(page).getByRole('button', { name: 'Change email address' }).click();
  await emailSection(page).getByText('Replaced by other@example.org').waitFor();
  await checkAppearance(page, 'profile with a pending address');
  const tab = await browser.open('/', { sameContextAs: page });
  await tab.goto(await linkTo('other@example.org'));
  await tab.getByRole('button', { name: 'Confirm email address' }).click();
  await tab.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
  await tab.goto(await linkTo(account.user.email));
  await tab.getByRole('heading', { name: 'Keep your email address' }).waitFor();

  await page.reload();
  await emailSection(page).getByText('other@example.org').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^marketdex-leaving-\d{4}-\d\d-\d\d\.json$/);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type the username to confirm').fill('somebody');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByText('Type the username to continue').waitFor();
  await dialog.getByLabel('Type the username to confirm').fill('leaving');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.getByText('Your account is deleted.').waitFor();
  await arrivesAt(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
});
