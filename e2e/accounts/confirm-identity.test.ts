import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { publish } from '../../src/events/publish.ts';
import { REPLACED_TOKEN_MS } from '../../src/modules/sessions/sessions.service.ts';
import { makeAccount, PASSWORD } from '../../src/testing/accounts/factories.ts';
import { isAlive } from '../../src/testing/accounts/sign-in.ts';
import { codeNow, enrol } from '../../src/testing/accounts/totp.ts';
import { testBrowser } from '../kit/browser.ts';
import { hasFocus } from '../kit/keyboard.ts';
import { testSite } from '../kit/site.ts';
import { channelsOpen, watchSockets } from '../kit/sockets.ts';

const site = testSite();
const browser = testBrowser(site);

const NEW_PASSWORD = 'quite another password';
const SECURITY = '/account?tab=security';

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const confirm = (page: Page) => question(page).getByRole('button', { name: 'Confirm' });
/** The browser reports each call that the server refused. */
const takeRefusals = (statuses: number[]) =>
  expect(browser.takeErrors().map((error) => Number(/status of (\d+)/.exec(error)?.[1]))).toEqual(statuses);
const later = () => site.clock.advance(LIMITS.confirmationMinutes * 60_000);

async function type(page: Page, password: string) {
  await question(page)
    .getByLabel(/^Password/)
    .fill(password);
  await confirm(page).click();
}

it('asks in place after five minutes, and continues what was begun', async () => {
  const account = await makeAccount(site);
  later();
  const page = await browser.open(SECURITY, { as: account });
  const factor = page.getByRole('region', { name: 'Two-factor authentication' });
  await factor.getByRole('button', { name: 'Set up 2FA' }).click();
  await hasFocus(question(page).getByLabel(/^Password/));
  await type(page, 'not the password');
  await question(page).getByText('The password is wrong.').waitFor();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await factor.getByText('Please confirm your identity first.').waitFor();

  await factor.getByRole('button', { name: 'Set up 2FA' }).click();
  await type(page, PASSWORD);
  await factor.getByRole('img', { name: /^QR code/ }).waitFor();
  await question(page).waitFor({ state: 'hidden' });

  // The current password is the confirmation.
  later();
  const password = page.getByRole('region', { name: 'Password', exact: true });
  await password.getByLabel(/^Current password/).fill(PASSWORD);
  await password.getByLabel(/^New password/).fill(NEW_PASSWORD);
  await password.getByLabel(/^Confirm/).fill(NEW_PASSWORD);
  await password.getByRole('button', { name: 'Change password' }).click();
  await password.getByText(/^Your password has been changed/).waitFor();
  takeRefusals([428, 400, 428, 428]);
});

it('continues in every tab with the new token of the session', async () => {
  const account = await makeAccount(site);
  later();
  const [first, second] = [watchSockets(), watchSockets()];
  const page = await browser.open(SECURITY, { as: account, prepare: first.prepare });
  const other = await browser.open(SECURITY, { sameContextAs: page, prepare: second.prepare });
  for (const tab of [first, second]) await channelsOpen(tab, 2);
  const begun = other.getByLabel(/^New password/);
  await begun.fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set up 2FA' }).click();
  await type(page, PASSWORD);
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  const kept = () => page.evaluate(() => localStorage.getItem('marketdex.token'));
  expect(await kept()).not.toBe(account.token);
  // Each tab opens its subscriptions on a connection with the new token.
  for (const tab of [first, second]) await channelsOpen(tab, 4);
  for (const { opened } of [first, second])
    await expect.poll(() => opened.map((socket) => socket.isClosed())).toEqual([true, false]);
  site.clock.advance(REPLACED_TOKEN_MS);
  await site.services().sessions.announceRevocation(account.user.user_id);
  const decided = { sale_id: 1, name: 'Garchomp', submitted_by: account.user.user_id } as const;
  await publish(site.runtime.orm.em.fork(), [{ type: 'submission.decided', status: 'approved', ...decided }]);
  const notice = (tab: Page) =>
    tab.getByText('Your sale of Garchomp was approved.', { exact: true }).waitFor();
  await Promise.all([page, other].map(notice));
  expect(await isAlive(site, account.token)).toBe(false);
  expect(await begun.inputValue()).toBe(NEW_PASSWORD);
  await page.getByText('No other sessions').waitFor();
  takeRefusals([428]);
});

it('asks in front of another dialog, for the code too if there is a second factor', async () => {
  const admin = await makeAccount(site, 'admin');
  const { secret } = await enrol(site, admin.token);
  const { user } = await makeAccount(site, 'user', 'brock');
  later();
  const page = await browser.open('/admin-panel?tab=users', { as: admin });
  await page.getByRole('button', { name: 'Manage brock', exact: true }).click();
  const manage = page.getByRole('dialog', { name: 'brock', exact: true });
  await manage.getByRole('button', { name: 'Suspend', exact: true }).click();
  const suspend = page.getByRole('dialog', { name: 'Suspend brock?' });
  await suspend.getByLabel('Reason').fill('Shares the password');
  await suspend.getByRole('button', { name: 'Suspend brock' }).click();

  await question(page)
    .getByLabel(/^Password/)
    .click();
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'hidden' });
  await suspend.getByRole('alert').filter({ hasText: 'Please confirm your identity first.' }).waitFor();
  expect(await suspend.getByLabel('Reason').inputValue()).toBe('Shares the password');

  await suspend.getByRole('button', { name: 'Suspend brock' }).click();
  await question(page)
    .getByLabel(/^Password/)
    .fill(PASSWORD);
  expect(await confirm(page).isDisabled()).toBe(true);
  await question(page)
    .getByLabel('6-digit code')
    .fill(await codeNow(site, secret));
  await confirm(page).click();
  // The dialog behind the question is hidden meanwhile.
  await question(page).waitFor({ state: 'hidden' });
  await expect
    .poll(() => site.sql('select account_status from account where user_id = ?', [user.user_id]))
    .toEqual([{ account_status: 'Suspended' }]);
  await suspend.waitFor({ state: 'hidden' });
  takeRefusals([428, 428]);
});
