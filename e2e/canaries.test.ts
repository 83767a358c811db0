import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { everythingStored } from '../src/testing/canaries.ts';
import { resetLinkIn } from '../src/testing/reset.ts';
import { readable } from '../src/testing/servers/mail-server.ts';
import { codeNow, nextCodes, wrongCode } from '../src/testing/totp.ts';
import { arrivesAt } from './kit/address.ts';
import { testBrowser } from './kit/browser.ts';
import { eventually } from './kit/eventually.ts';
import { testMails } from './kit/mails.ts';
import { testSite } from './kit/site.ts';

/**
 * activepieces PR 13055, elastic/apm-agent-nodejs#786: secrets of every kind go through the browser and back by
 * mail. Logs, database, job payloads and refusals are searched for them when the file ends, as after every file.
 */
const site = testSite();
const browser = testBrowser(site);
const mails = testMails(site);

const NAME = 'canary_bird';
const PASSWORD = 'canary password first 1x9z';
const CHANGED = 'canary password changed 1x9z';
const RESET = 'canary password reset 1x9z';

const subjects = () => mails.received.map((mail) => /^Subject: (.*)$/m.exec(mail.source)?.[1]?.trim());

async function signIn(page: Page, password: string, username = NAME) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
}

const code = (page: Page) => page.getByLabel('6-digit code');
const verify = (page: Page) => page.getByRole('button', { name: 'Verify', exact: true }).click();

// The second test searches for what the first one used.
describe('secrets', { shuffle: false }, () => {
  it('uses secrets of every kind, in valid and invalid ways; only the reset link appears in a mail', async () => {
    const page = await browser.open('/register');
    await page.getByLabel('Username').fill(NAME);
    await page.getByLabel('Email').fill(`${NAME}@example.org`);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByLabel(/^Confirm password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await arrivesAt(page, '/');

    await page.getByRole('banner').getByRole('link', { name: NAME }).click();
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByRole('button', { name: 'Set up 2FA' }).click();
    const panel = page.getByRole('region', { name: 'Two-factor authentication' });
    const secret = (await panel.locator('code').textContent())?.replaceAll(' ', '') ?? '';
    const enable = page.getByRole('button', { name: 'Verify and enable' });
    await code(page).fill(await wrongCode(site, secret));
    await enable.click();
    await page.getByText('This code is wrong.', { exact: true }).waitFor();
    await code(page).fill(await codeNow(site, secret));
    await enable.click();
    await panel.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    const [recoveryCode = ''] = await panel.getByRole('listitem').allTextContents();

    await logOut(page);
    nextCodes(site);
    await signIn(page, 'canary password wrong 1x9z');
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    // Secrets are typed into the wrong fields.
    await signIn(page, PASSWORD, PASSWORD);
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await signIn(page, PASSWORD);
    await code(page).fill(await wrongCode(site, secret));
    await verify(page);
    await page.getByText('This code is wrong.', { exact: true }).waitFor();
    await code(page).fill(await codeNow(site, secret));
    await verify(page);
    await arrivesAt(page, '/');
    await logOut(page);
    await signIn(page, PASSWORD);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await verify(page);
    await arrivesAt(page, '/');

    await page.getByRole('banner').getByRole('link', { name: NAME }).click();
    await page.getByRole('tab', { name: 'Security' }).click();
    const change = async (old: string) => {
      await page.getByLabel('Old password').fill(old);
      await page.getByLabel('New password').fill(CHANGED);
      await page.getByLabel('Confirm password').fill(CHANGED);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('canary password not old 1x9z');
    await page.getByText('The old password is wrong.', { exact: true }).waitFor();
    await change(PASSWORD);
    await page.getByText(/^Your password has been changed\./).waitFor();

    await logOut(page);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Username or email').fill(NAME);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await mails.drain();
    const link = () => mails.received.map(resetLinkIn).find((found) => found !== undefined);
    await eventually(link).toBeDefined();
    const late = await browser.open((link() ?? '').replace(site.url, ''));
    await late.getByLabel('New password').waitFor();
    await page.goto(link() ?? '');
    for (const tab of [page, late]) {
      await tab.getByLabel('New password').fill(RESET);
      await tab.getByLabel('Confirm password').fill(RESET);
      await tab.getByRole('button', { name: 'Reset password' }).click();
      await tab
        .getByRole('heading', { name: tab === page ? 'Password reset' : 'Invalid Reset Link' })
        .waitFor();
    }
    // Keeps a session and a second step open for the search, because the reset ended the earlier ones.
    nextCodes(site);
    for (const tab of [page, late]) {
      await tab.goto(`${site.url}/login`);
      await signIn(tab, RESET);
    }
    await code(late).waitFor();
    await code(page).fill(await codeNow(site, secret));
    await verify(page);
    await arrivesAt(page, '/');

    await mails.drain();
    const { canaries } = browser;
    await eventually(() => subjects().length).toBe(5);
    for (const mail of mails.received)
      expect(canaries.found(`${mail.source}\n${readable(mail)}`), mail.source).toEqual(
        resetLinkIn(mail) ? ['reset token'] : [],
      );
    expect(browser.takeErrors()).not.toEqual([]);
  });

  it('covers every kind of secret and every place to search', async () => {
    expect(browser.canaries.kinds).toEqual([
      'TOTP secret',
      'code',
      'password',
      'pending token',
      'recovery code',
      'reset token',
      'session token',
    ]);
    expect(browser.canaries.values.filter((value) => value.startsWith('canary'))).toHaveLength(5);
    expect(site.log.lines.filter(({ category }) => category === 'security').length).toBeGreaterThan(8);
    const stored = await everythingStored(site);
    expect(stored).toContain(NAME);
    expect(stored).toMatch(/^bullmq\..*mail\.password-reset/m);
    expect(stored).not.toContain(site.runtime.config.secret);
  });
});
