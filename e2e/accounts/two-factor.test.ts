import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, openSession, PASSWORD } from '../../src/testing/accounts/factories.ts';
import { codeNow, enrol, nextCodes, wrongCode } from '../../src/testing/accounts/totp.ts';
import { COPIED_MS } from '../../web/lib/timings.ts';
import { arrivesAt } from '../kit/address.ts';
import { axeFindings } from '../kit/axe.ts';
import { testBrowser } from '../kit/browser.ts';
import { testSite } from '../kit/site.ts';
import { smallTargets } from '../kit/small-targets.ts';

const site = testSite();
const browser = testBrowser(site);

const { recoveryCodes: codeCount } = LIMITS.twoFactor;
const { blockSeconds, pendingMinutes } = LIMITS.wrongCodes;

const codeField = (page: Page) => page.getByLabel('6-digit code');
const verify = (page: Page) => page.getByRole('button', { name: 'Verify', exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' });
const showsText = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

/** The first step, with the right password. */
async function firstStep(page: Page, username: string) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
}

/** Sends a code and waits for the response. */
async function send(page: Page, code: string) {
  await codeField(page).fill(code);
  const answered = page.waitForResponse(/auth\.verify2fa/);
  await verify(page).click();
  await (await answered).finished();
}

it('is set up, required at sign-in, replaced by a recovery code, and disabled', async () => {
  const account = await makeAccount(site);
  const { username } = account.user;
  const page = await browser.open('/', { as: account });
  await page.getByRole('banner').getByRole('link', { name: username }).click();
  await page.getByRole('tab', { name: 'Security' }).click();
  await arrivesAt(page, '/account?tab=security');

  await panel(page).getByText('Disabled', { exact: true }).waitFor();
  await panel(page).getByText('Google Authenticator', { exact: true }).waitFor();
  await panel(page).getByRole('button', { name: 'Set up 2FA' }).click();
  const qr = panel(page).getByRole('img', { name: /^QR code/ });
  await qr.waitFor();
  // Modules of 4 pixels, with a margin of 20 pixels on each side.
  expect(((await qr.boundingBox())?.width ?? 0) % 4).toBe(0);
  const secret = (await panel(page).locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await codeField(page).fill(await codeNow(site, secret));
  await panel(page).getByRole('button', { name: 'Verify and enable' }).click();
  await panel(page).getByRole('heading', { name: 'Recovery codes' }).waitFor();
  const codes = panel(page).getByRole('listitem');
  await expect.poll(() => codes.count()).toBe(codeCount);
  const [recoveryCode = ''] = await codes.allTextContents();
  const downloading = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('marketdex-recovery-codes.txt');
  await panel(page).getByRole('button', { name: 'I have saved them' }).click();
  await panel(page).getByText('Enabled', { exact: true }).waitFor();
  expect(await page.getByText(recoveryCode).count()).toBe(0);
  await panel(page).locator(':focus').waitFor();

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  nextCodes(site);
  await firstStep(page, username);
  await send(page, await codeNow(site, secret));
  await arrivesAt(page, '/');

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await firstStep(page, username);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
  await verify(page).click();
  await arrivesAt(page, '/');
  const used = page.getByRole('region', { name: 'Notifications' });
  await used.getByText(`You used a recovery code. ${codeCount - 1} are left.`).waitFor();
  await used.getByRole('button', { name: 'Two-factor settings' }).click();
  await panel(page)
    .getByText(`${codeCount - 1} of ${codeCount} recovery codes left.`)
    .waitFor();
  await panel(page).getByRole('button', { name: 'Disable 2FA' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(MESSAGES.twoFactorDisableConfirm).waitFor();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  nextCodes(site);
  await page.locator('input[autocomplete="one-time-code"]:focus').waitFor();
  await codeField(page).fill(await codeNow(site, secret));
  await panel(page).getByRole('button', { name: 'Disable 2FA' }).click();
  await panel(page).getByText('Disabled', { exact: true }).waitFor();
  await panel(page).locator(':focus').waitFor();
  const notice = panel(page).getByText(/no longer asks for a code/);
  await notice.waitFor();
  await panel(page).getByRole('button', { name: 'Set up 2FA' }).click();
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await panel(page).locator('button:focus', { hasText: 'Set up 2FA' }).waitFor();
  expect(await notice.count()).toBe(0);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await arrivesAt(page, '/');
  // After the tests no log line, error response or row may have them.
  expect(browser.canaries.kinds).toEqual([
    'TOTP secret',
    'code',
    'password',
    'pending token',
    'recovery code',
    'session token',
  ]);
});

it('requires six digits, typed or pasted', async () => {
  const account = await makeAccount(site);
  const { secret } = await enrol(site, account.token);
  const page = await browser.open('/login?next=%2Ffaq');
  await firstStep(page, account.user.username);
  await page.locator('input[autocomplete="one-time-code"]:focus').waitFor();
  await page.keyboard.type('12a34 5');
  expect(await codeField(page).inputValue()).toBe('12345');
  expect(await verify(page).isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.type('67');
  expect(await codeField(page).inputValue()).toBe('123456');
  expect(await verify(page).isDisabled()).toBe(false);
  const code = await codeNow(site, secret);
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press('Enter');
  await arrivesAt(page, '/faq');
});

it('goes back to the username and password', async () => {
  const account = await makeAccount(site);
  await enrol(site, account.token);
  const page = await browser.open('/login');
  await firstStep(page, account.user.username);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'Login' }).waitFor();
  expect(await page.getByLabel('Username').inputValue()).toBe(account.user.username);
  expect(await page.getByLabel(/^Password/).inputValue()).toBe('');
});

it('counts down during a block, also after a reload', async () => {
  const account = await makeAccount(site);
  const { secret } = await enrol(site, account.token);
  const page = await browser.open('/login', { prepare: (opened) => opened.clock.install() });
  await firstStep(page, account.user.username);
  const wrong = await wrongCode(site, secret);
  await send(page, wrong);
  await showsText(page, 'This code is wrong. Please check it and try again.');
  await send(page, wrong);
  await page.clock.pauseAt(Date.now() + 60_000);
  await send(page, wrong);
  await page.getByRole('alert').getByText(MESSAGES.twoFactorBlocked, { exact: true }).waitFor();
  await page.clock.runFor(1000);
  await showsText(page, MESSAGES.twoFactorWait(blockSeconds - 1));
  await page.clock.runFor(4000);
  await showsText(page, MESSAGES.twoFactorWait(blockSeconds - 5));
  expect(await verify(page).isDisabled()).toBe(true);

  site.clock.advance(5000);
  await page.clock.resume();
  await page.reload();
  await page.clock.pauseAt(Date.now() + 300_000);
  await firstStep(page, account.user.username);
  await showsText(page, MESSAGES.twoFactorWait(blockSeconds - 5));
  await codeField(page).fill(wrong);
  expect(await verify(page).isDisabled()).toBe(true);
  site.clock.advance((blockSeconds - 5) * 1000);
  await page.clock.runFor((blockSeconds - 5) * 1000);
  await showsText(page, 'You can try again now.');
  await page.clock.resume();
  await send(page, await codeNow(site, secret));
  await arrivesAt(page, '/');
  expect(browser.takeErrors()).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('401')));
});

it('asks for the password again when the first step has expired', async () => {
  const account = await makeAccount(site);
  const { secret } = await enrol(site, account.token);
  const page = await browser.open('/login');
  await firstStep(page, account.user.username);
  site.clock.advance(pendingMinutes * 60_000);
  await send(page, await codeNow(site, secret));
  await page
    .getByRole('alert')
    .getByText('This login has ended. Please log in again.', { exact: true })
    .waitFor();
  expect(await page.getByLabel('Username').inputValue()).toBe(account.user.username);
  expect(browser.takeErrors()).toEqual([expect.stringContaining('401')]);
});

it('leads to an app on a phone, or copies the key and confirms that for 3 seconds', async () => {
  const account = await makeAccount(site);
  const page = await browser.open('/account?tab=security', {
    as: account,
    width: 390,
    prepare: async (opened) => {
      await opened.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await opened.clock.install();
    },
  });
  await panel(page).getByRole('button', { name: 'Set up 2FA' }).click();
  await panel(page).getByRole('link', { name: 'Open in an app on this device' }).waitFor();
  expect(
    await panel(page)
      .getByAltText(/^QR code/)
      .isVisible(),
  ).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  const secret = (await panel(page).locator('code').textContent())?.replaceAll(' ', '');
  await page.clock.pauseAt(Date.now() + 60_000);
  await panel(page).getByRole('button', { name: 'Copy key' }).click();
  const copied = panel(page).getByRole('button', { name: 'Copied' });
  await copied.waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await page.clock.runFor(COPIED_MS - 1);
  expect(await copied.count()).toBe(1);
  await page.clock.runFor(1);
  await panel(page).getByRole('button', { name: 'Copy key' }).waitFor();
});

it('ends a session by name, and all others', async () => {
  const account = await makeAccount(site);
  for (let others = 0; others < 3; others += 1) await openSession(site, account.user);
  const page = await browser.open('/account?tab=security', { as: account });
  const sessions = page.getByRole('region', { name: 'Sessions' });
  const rows = sessions.getByRole('listitem');
  const left = () => site.sql('select 1 from session where user_id = ?', [account.user.user_id]);
  await expect.poll(() => rows.count()).toBe(4);
  await sessions
    .getByRole('button', { name: /^End the session of/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^End the session of/ });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await left()).toHaveLength(4);
  await sessions
    .getByRole('button', { name: /^End the session of/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect.poll(() => rows.count()).toBe(3);
  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End 2 sessions' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await sessions.getByText('This device', { exact: true }).waitFor();
  expect(await left()).toHaveLength(1);
});

it('changes the password, and shows errors at the field', async () => {
  const account = await makeAccount(site);
  const page = await browser.open('/account?tab=security', { as: account });
  const form = page.getByRole('region', { name: 'Password' });
  const change = async (old: string, next: string, confirmation = next) => {
    await form.getByLabel(/^Current password/).fill(old);
    await form.getByLabel(/^New password/).fill(next);
    await form.getByLabel(/^Confirm password/).fill(confirmation);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await change(PASSWORD, 'a new password', 'another one');
  await showsText(page, MESSAGES.passwordsDiffer);
  await change('not the old one', 'a new password');
  await showsText(page, 'The current password is wrong.');
  await page.locator('input[name=oldPassword]:focus').waitFor();
  expect(browser.takeErrors()).toEqual([expect.stringContaining('400')]);
  await change(PASSWORD, 'a new password');
  await form.getByText(/^Your password has been changed\./).waitFor();
  expect(await form.getByLabel(/^Current password/).inputValue()).toBe('');
});
