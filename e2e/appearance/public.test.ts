import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, PASSWORD } from '../../src/testing/accounts/factories.ts';
import { askForReset } from '../../src/testing/accounts/reset.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { enrol, wrongCode } from '../../src/testing/accounts/totp.ts';
import { RESET_REDIRECT_MS } from '../../web/lib/timings.ts';
import { testBrowser } from '../kit/browser.ts';
import { press, type Screen, stopTimer, testScreens, titled } from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

/** An account with a second factor, and its secret. */
const guarded = testAccount(site);
let secret: string;

beforeAll(async () => {
  ({ secret } = await enrol(site, guarded.token));
});

/** The first step of the guarded account's sign-in. */
async function firstStep(page: Page) {
  await page.getByLabel('Username').fill(guarded.user.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await press(page, 'Login');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
}

const resetAddress = async () =>
  `/reset-password?token=${await askForReset(site, (await makeAccount(site)).user)}`;

const SCREENS: Screen[] = [
  { name: 'login', address: '/login', ready: titled('Login') },
  {
    name: 'login-code-blocked',
    address: '/login',
    fails: true,
    ready: async (page) => {
      await firstStep(page);
      for (let tries = 0; tries < LIMITS.wrongCodes.blockAfter; tries += 1) {
        await page.getByLabel('6-digit code').fill(await wrongCode(site, secret));
        const answered = page.waitForResponse(/auth\.verify2fa/);
        await press(page, 'Verify');
        await (await answered).finished();
      }
      await page.getByRole('timer').waitFor();
    },
  },
  {
    name: 'login-recovery-code',
    address: '/login',
    ready: async (page) => {
      await firstStep(page);
      await press(page, 'Use a recovery code instead');
      await page.getByLabel('Recovery code').waitFor();
    },
  },
  {
    name: 'forgot-password-errors',
    address: '/forgot-password',
    ready: async (page) => {
      await press(page, 'Send reset link');
      await page.getByText(MESSAGES.resetIdentifierRequired).waitFor();
    },
  },
  {
    name: 'forgot-password-sent',
    address: '/forgot-password',
    ready: async (page) => {
      await page.getByLabel('Username or email').fill('ash_k');
      await press(page, 'Send reset link');
      await page.getByText('spam').waitFor();
    },
  },
  {
    name: 'reset-password-errors',
    address: resetAddress,
    ready: async (page) => {
      await page.getByLabel(/^New password/).fill('abc');
      await press(page, 'Reset password');
      await page.getByText(MESSAGES.passwordShort).waitFor();
    },
  },
  {
    name: 'reset-password-done',
    address: resetAddress,
    ready: async (page) => {
      await stopTimer(page, RESET_REDIRECT_MS);
      await page.getByLabel(/^New password/).fill('another password for tests');
      await page.getByLabel(/^Confirm password/).fill('another password for tests');
      await press(page, 'Reset password');
      await titled('Password reset')(page);
    },
  },
  {
    name: 'reset-password-invalid',
    address: '/reset-password?token=guessed',
    ready: titled('Invalid Reset Link'),
  },
  {
    name: 'register-errors',
    address: '/register',
    ready: (page) => page.getByRole('button', { name: 'Create account' }).click(),
  },
  { name: 'faq', address: '/faq', ready: (page) => page.locator('summary').first().click() },
  { name: 'legal', address: '/impressum', ready: titled('Legal Notice') },
  {
    name: 'not-found',
    address: '/nowhere',
    fails: true,
    ready: (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
  },
];

testScreens(browser, SCREENS);
