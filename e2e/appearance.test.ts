import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { REJECTION_REASONS } from '../src/contract/review/review.ts';
import { todayUtc } from '../src/contract/shared/dates.ts';
import { LIMITS } from '../src/contract/shared/limits.ts';
import { MESSAGES } from '../src/contract/shared/messages.ts';
import { makeAccount, makeSale, openSession, PASSWORD, type TestAccount } from '../src/testing/factories.ts';
import { askForReset } from '../src/testing/reset.ts';
import { codeNow, enrol, wrongCode } from '../src/testing/totp.ts';
import { testBrowser } from './kit/browser.ts';
import { checkAppearance } from './kit/check-appearance.ts';
import { counts, rowsOf, salesOf, searchBox, stock } from './kit/market-page.ts';
import { testSite } from './kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

interface Accounts {
  user: TestAccount;
  checker: TestAccount;
  /** Signed in elsewhere too, and with a second factor. */
  guarded: TestAccount;
  /** Has submissions in every state. */
  submitter: TestAccount;
}

interface Screen {
  name: string;
  address: string | (() => Promise<string>);
  as?: keyof Accounts;
  /** Brings the screen into its state and waits for it. */
  ready: (page: Page) => Promise<unknown>;
  /** The screen causes page errors on purpose, such as a failed load. */
  fails?: boolean;
  prepare?: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();

/** Stops timers of this length, so that the screen stays; axe needs all others. */
const stopTimer = (page: Page, stoppedMs: number) =>
  page.addInitScript((stopped) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => (ms === stopped ? 0 : setTimeout(work, ms)),
    });
  }, stoppedMs);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The first step of the guarded account's sign-in. */
async function firstStep(page: Page) {
  await page.getByLabel('Username').fill(accounts.guarded.user.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await press(page, 'Login');
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
}

const resetAddress = async () =>
  `/reset-password?token=${await askForReset(site, (await makeAccount(site)).user)}`;

const LONG_NAME =
  'An Item With A Name As Long As Names Can Get, Which Is A Hundred Characters And Not One More, See?';

const SCREENS: Screen[] = [
  { name: 'market-items', address: '/', ready: (page) => counts(page, '14 sales') },
  {
    name: 'market-pokemon-open',
    address: '/?tab=pokemon&nature=Jolly&is_shiny=true&min_perfect_ivs=2&min_price=1000',
    ready: async (page) => {
      await counts(page, '1 sale');
      await rowsOf(page).first().locator('button[aria-expanded]').click();
    },
  },
  { name: 'market-pokemon', address: '/?tab=pokemon', ready: (page) => counts(page, '17 sales') },
  {
    name: 'market-chart',
    address: '/?name=Master+Ball&exact=true',
    ready: (page) => page.getByRole('slider', { name: /^Prices of/ }).focus(),
  },
  {
    name: 'market-suggestions',
    address: '/',
    ready: async (page) => {
      await searchBox(page).fill('master');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'market-search-terms',
    address: '/',
    ready: async (page) => {
      await searchBox(page).fill('adamant 5x31 <5m wat garcho');
      await page.getByRole('button', { name: 'Show sales' }).waitFor();
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'market-empty', address: '/?name=nothing', ready: (page) => counts(page, '0 sales') },
  {
    name: 'market-failed',
    address: '/',
    fails: true,
    prepare: (page) => page.route(/items\.list/, (route) => route.abort()),
    ready: (page) => page.getByRole('button', { name: 'Retry' }).waitFor(),
  },
  {
    name: 'market-loading',
    address: '/',
    prepare: (page) => page.route(/items\.list/, () => undefined),
    ready: (page) => page.getByRole('table').waitFor(),
  },
  { name: 'login', address: '/login', ready: heading('Login') },
  {
    name: 'login-code-blocked',
    address: '/login',
    fails: true,
    ready: async (page) => {
      await firstStep(page);
      for (let tries = 0; tries < LIMITS.twoFactor.blockAfter; tries += 1) {
        await page.getByLabel('6-digit code').fill(await wrongCode(site, guardedSecret));
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
      await page.getByLabel('New password').fill('abc');
      await press(page, 'Reset password');
      await page.getByText(MESSAGES.passwordShort).waitFor();
    },
  },
  {
    name: 'reset-password-done',
    address: resetAddress,
    prepare: (page) => stopTimer(page, LIMITS.passwordReset.redirectMs),
    ready: async (page) => {
      await page.getByLabel('New password').fill('another password for tests');
      await page.getByLabel('Confirm password').fill('another password for tests');
      await press(page, 'Reset password');
      await heading('Password reset')(page);
    },
  },
  {
    name: 'reset-password-invalid',
    address: '/reset-password?token=guessed',
    ready: heading('Invalid Reset Link'),
  },
  {
    name: 'register-errors',
    address: '/register',
    ready: (page) => page.getByRole('button', { name: 'Create account' }).click(),
  },
  { name: 'faq', address: '/faq', ready: (page) => page.locator('summary').first().click() },
  { name: 'legal', address: '/impressum', ready: heading('Legal Notice') },
  {
    name: 'not-found',
    address: '/nowhere',
    ready: (page) => page.getByRole('heading', { name: 'Page not found' }).waitFor(),
  },
  {
    name: 'access-denied',
    address: '/review-submissions',
    as: 'user',
    ready: (page) => page.getByText('Access Denied').waitFor(),
  },
  {
    name: 'submit-item-errors',
    address: '/submit-data',
    as: 'user',
    ready: async (page) => {
      await page.getByLabel('Item name').fill(LONG_NAME);
      await page.getByRole('button', { name: 'Submit Data' }).click();
      await page.getByText(MESSAGES.requiredFields).waitFor();
    },
  },
  {
    name: 'submit-pokemon',
    address: '/submit-data',
    as: 'user',
    ready: async (page) => {
      await page.getByRole('radio', { name: 'Pokemon' }).check({ force: true });
      await page.getByLabel('Pokemon name').fill('Garchomp');
      await page.getByLabel('Ability').selectOption('Rough Skin');
      await page.getByLabel('Nature').selectOption('Adamant');
      await page.getByLabel('HP IV').focus();
      await page.keyboard.type('313131043131');
      await page.getByLabel('Price').fill('2500000');
      await page.getByText('Hidden power').waitFor();
    },
  },
  {
    name: 'submitted',
    address: '/submit-data',
    as: 'user',
    prepare: (page) => stopTimer(page, LIMITS.submitResetMs),
    ready: async (page) => {
      await page.getByLabel('Item name').fill('Leftovers');
      await page.getByLabel('Price').fill('1000');
      await page.getByLabel('Date sold').fill(todayUtc());
      await page.getByRole('button', { name: 'Submit Data' }).click();
      await page.getByRole('button', { name: 'Submit Another' }).waitFor();
    },
  },
  {
    name: 'review-pending',
    address: '/review-submissions',
    as: 'checker',
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'review-all',
    address: '/review-submissions?tab=all&status=approved',
    as: 'checker',
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'review-dialog',
    address: '/review-submissions',
    as: 'checker',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Review Garchomp/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
    },
  },
  {
    name: 'review-edit',
    address: '/review-submissions',
    as: 'checker',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Review Garchomp/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Save changes' }).waitFor();
    },
  },
  {
    name: 'review-empty',
    address: '/review-submissions?tab=all&name=nothing',
    as: 'checker',
    ready: (page) => page.getByText('No submissions match').waitFor(),
  },
  {
    name: 'review-failed',
    address: '/review-submissions',
    as: 'checker',
    fails: true,
    prepare: (page) => page.route(/reviews\.list/, (route) => route.abort()),
    ready: (page) => page.getByRole('button', { name: 'Retry' }).waitFor(),
  },
  {
    name: 'account-submissions',
    address: '/account',
    as: 'submitter',
    ready: async (page) => {
      await page.getByText('4 submissions', { exact: true }).waitFor();
      await page.getByRole('radio', { name: 'Rejected 2' }).waitFor({ state: 'attached' });
    },
  },
  {
    name: 'account-submissions-empty',
    address: '/account',
    as: 'guarded',
    ready: (page) => page.getByRole('heading', { name: 'You have not submitted a sale yet' }).waitFor(),
  },
  {
    name: 'account-submissions-none-rejected',
    address: '/account?status=rejected',
    as: 'guarded',
    ready: (page) => page.getByRole('heading', { name: 'No rejected submissions' }).waitFor(),
  },
  {
    name: 'account-submissions-loading',
    address: '/account',
    as: 'submitter',
    prepare: (page) => page.route(/submissions\.list/, () => undefined),
    ready: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'account-submissions-failed',
    address: '/account',
    as: 'submitter',
    fails: true,
    prepare: (page) => page.route(/submissions\.list/, (route) => route.abort()),
    ready: (page) => page.getByRole('button', { name: 'Retry' }).waitFor(),
  },
  {
    name: 'account-failed',
    address: '/account?tab=security',
    as: 'user',
    fails: true,
    prepare: (page) => page.route(/twoFactor|sessions/, (route) => route.abort()),
    ready: (page) => page.getByRole('button', { name: 'Retry' }).nth(1).waitFor(),
  },
  {
    name: 'account-two-factor-off',
    address: '/account?tab=security',
    as: 'user',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Set up 2FA' }).waitFor();
      await page.getByText('No other sessions').waitFor();
    },
  },
  {
    name: 'account-two-factor-on',
    address: '/account?tab=security',
    as: 'guarded',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Disable 2FA' }).waitFor();
      await page.getByRole('button', { name: 'End all other sessions' }).waitFor();
    },
  },
  {
    name: 'account-disable',
    address: '/account?tab=security',
    as: 'guarded',
    ready: async (page) => {
      await press(page, 'Disable 2FA');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-disable-code',
    address: '/account?tab=security',
    as: 'guarded',
    ready: async (page) => {
      await press(page, 'Disable 2FA');
      await press(page, 'Continue');
      await page.getByLabel('6-digit code').waitFor();
    },
  },
  {
    name: 'account-set-up',
    address: '/account?tab=security',
    as: 'user',
    ready: async (page) => {
      await press(page, 'Set up 2FA');
      await page.getByRole('img', { name: /^QR code/ }).waitFor();
    },
  },
  {
    name: 'account-recovery-codes',
    address: '/account?tab=security',
    as: 'user',
    ready: async (page) => {
      await press(page, 'Set up 2FA');
      const key = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? '';
      await page.getByLabel('6-digit code').fill(await codeNow(site, key));
      await press(page, 'Verify and enable');
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    },
  },
];

let accounts: Accounts;
let guardedSecret: string;

beforeAll(async () => {
  accounts = {
    user: await makeAccount(site, 'user'),
    checker: await makeAccount(site, 'checker'),
    guarded: await makeAccount(site, 'user'),
    submitter: await makeAccount(site, 'user'),
  };
  guardedSecret = (await enrol(site, accounts.guarded.token)).secret;
  for (let others = 0; others < 2; others += 1) await openSession(site, accounts.guarded.user);
  await stock(site, [
    ...salesOf('Master Ball', 12),
    { name: LONG_NAME, price: 999_999_999_999 },
    ...salesOf('Garchomp', 16, { kind: 'pokemon' }),
    {
      kind: 'pokemon',
      name: 'Togekiss',
      traits: { nature: 'Jolly', ability: 'Serene Grace', iv_attack: 0, iv_speed: 30, is_shiny: true },
    },
  ]);
  for (const name of ['Leftovers', LONG_NAME]) await makeSale(site, { name });
  await makeSale(site, { kind: 'pokemon', traits: { is_shiny: true, level: 100, held_item: 'Leftovers' } });
  await submitEveryState(accounts.submitter);
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

it.each(SCREENS)('$name', async ({ name, address, as, ready, prepare, fails = false }) => {
  const at = typeof address === 'string' ? address : await address();
  const visit = { as: as && accounts[as] };
  // A prepared page is not shared, because its routes and scripts would stay.
  const page = await (prepare ? browser.open(at, { ...visit, prepare }) : browser.show(at, visit));
  await ready(page);
  await checkAppearance(page, name);
  if (fails) expect(browser.takeErrors()).not.toEqual([]);
});
