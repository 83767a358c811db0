import { beforeAll } from 'vitest';
import { REJECTION_REASONS } from '../../src/contract/review/review-values.ts';
import { todayUtc } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeSale, openSession, type TestAccount } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { codeNow, enrol } from '../../src/testing/accounts/totp.ts';
import { SUBMIT_RESET_MS } from '../../web/lib/timings.ts';
import { testBrowser } from '../kit/browser.ts';
import { pasteText } from '../kit/keyboard.ts';
import { stock } from '../kit/market-page.ts';
import {
  assortment,
  LONG_NAME,
  offersRetry,
  press,
  type Screen,
  stopTimer,
  testScreens,
} from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const user = testAccount(site);
/** Sets up a second factor. */
const enrolling = testAccount(site);
/** Signed in elsewhere too, and with a second factor. */
const guarded = testAccount(site);
/** Has submissions in every state. */
const submitter = testAccount(site);

const SCREENS: Screen[] = [
  {
    name: 'submit-item-errors',
    address: '/submit-data',
    as: user,
    ready: async (page) => {
      await page.getByLabel('Item name').fill(LONG_NAME);
      await page.getByRole('button', { name: 'Submit Data' }).click();
      await page.getByText(MESSAGES.requiredFields).waitFor();
    },
  },
  {
    name: 'submit-pokemon',
    address: '/submit-data',
    as: user,
    ready: async (page) => {
      await page.getByRole('radio', { name: 'Pokemon' }).check({ force: true });
      await page.getByLabel('Pokemon name').fill('Garchomp');
      await page.getByLabel('Ability').selectOption('Rough Skin');
      await page.getByLabel('Nature').selectOption('Adamant');
      await page.getByLabel('HP IV').focus();
      await page.keyboard.type('313131043131');
      const compared = page.waitForResponse((response) => /market\.similar.*2500000/.test(response.url()));
      await page.getByLabel('Price').fill('2500000');
      await page.getByText('Hidden power').waitFor();
      // What is compared with fades meanwhile.
      await compared;
    },
  },
  {
    name: 'submit-pasted',
    address: '/submit-data',
    as: user,
    ready: async (page) => {
      await page.getByLabel('Item name').waitFor();
      await pasteText(page, 'Garchomp (F) @ Leftovers\nAbility: Levitate\nAdamant Nature\nmint condition');
      await page.getByText('mint condition').waitFor();
      await page
        .getByText(/^No sales of this name|Similar sales/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'submitted',
    address: '/submit-data',
    as: user,
    ready: async (page) => {
      await stopTimer(page, SUBMIT_RESET_MS);
      await page.getByLabel('Item name').fill('Leftovers');
      await page.getByLabel('Price').fill('1000');
      await page.getByLabel('Date sold').fill(todayUtc());
      await page.getByRole('button', { name: 'Submit Data' }).click();
      await page.getByRole('button', { name: 'Submit Another' }).waitFor();
    },
  },
  {
    name: 'account-submissions',
    address: '/account',
    as: submitter,
    ready: async (page) => {
      await page.getByText('4 submissions', { exact: true }).waitFor();
      await page.getByRole('radio', { name: 'Rejected 2' }).waitFor({ state: 'attached' });
    },
  },
  {
    name: 'account-submissions-empty',
    address: '/account',
    as: guarded,
    ready: (page) => page.getByRole('heading', { name: 'You have not submitted a sale yet' }).waitFor(),
  },
  {
    name: 'account-submissions-none-rejected',
    address: '/account?status=rejected',
    as: guarded,
    ready: (page) => page.getByRole('heading', { name: 'No rejected submissions' }).waitFor(),
  },
  {
    name: 'account-submissions-loading',
    address: '/account',
    as: submitter,
    held: /submissions\.list/,
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'account-submissions-failed',
    address: '/account',
    as: submitter,
    lost: /submissions\.list/,
    ready: offersRetry,
  },
  {
    name: 'account-failed',
    address: '/account?tab=security',
    as: user,
    lost: /twoFactor|sessions/,
    ready: (page) => page.getByRole('button', { name: 'Retry' }).nth(1).waitFor(),
  },
  {
    name: 'account-two-factor-off',
    address: '/account?tab=security',
    as: user,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Set up 2FA' }).waitFor();
      await page.getByText('No other sessions').waitFor();
    },
  },
  {
    name: 'account-two-factor-on',
    address: '/account?tab=security',
    as: guarded,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Disable 2FA' }).waitFor();
      await page.getByRole('button', { name: 'End all other sessions' }).waitFor();
    },
  },
  {
    name: 'account-disable',
    address: '/account?tab=security',
    as: guarded,
    ready: async (page) => {
      await press(page, 'Disable 2FA');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-disable-code',
    address: '/account?tab=security',
    as: guarded,
    ready: async (page) => {
      await press(page, 'Disable 2FA');
      await press(page, 'Continue');
      await page.getByLabel('6-digit code').waitFor();
    },
  },
  {
    name: 'account-set-up',
    address: '/account?tab=security',
    as: user,
    ready: async (page) => {
      await press(page, 'Set up 2FA');
      await page.getByRole('img', { name: /^QR code/ }).waitFor();
    },
  },
  {
    name: 'account-recovery-codes',
    address: '/account?tab=security',
    as: enrolling,
    ready: async (page) => {
      await press(page, 'Set up 2FA');
      const key = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? '';
      await page.getByLabel('6-digit code').fill(await codeNow(site, key));
      await press(page, 'Verify and enable');
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    },
  },
];

beforeAll(async () => {
  await enrol(site, guarded.token);
  for (let others = 0; others < 2; others += 1) await openSession(site, guarded.user);
  await stock(site, assortment(6));
  await submitEveryState(submitter);
});

async function submitEveryState(by: TestAccount) {
  const { sales } = site.services();
  for (const name of ['Leftovers', LONG_NAME]) {
    const id = await makeSale(site, { by, name });
    await sales.decide('item', { id, status: 'rejected', review_notes: REJECTION_REASONS.join('\n') });
  }
  await makeSale(site, { by, name: 'Rare Candy', status: 'approved' });
  await makeSale(site, { by, kind: 'pokemon', traits: { is_shiny: true } });
  site.clock.advance(LIMITS.review.undoSeconds * 1000 + 1);
}

testScreens(browser, SCREENS);
