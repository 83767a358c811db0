import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { todayUtc } from '../src/contract/dates.ts';
import { LIMITS } from '../src/contract/limits.ts';
import { MESSAGES } from '../src/contract/messages.ts';
import type { Role } from '../src/contract/roles.ts';
import { makeAccount, makeSale, type TestAccount } from '../src/testing/factories.ts';
import { axeFindings } from './axe.ts';
import { testBrowser } from './browser.ts';
import { counts, rowsOf, salesOf, stock } from './market-page.ts';
import { testSite } from './site.ts';

const site = testSite();
const browser = testBrowser(site);

const SHOTS = path.resolve(import.meta.dirname, 'shots');
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1440, 390] as const;
/** The narrowest phone: nothing may scroll sideways there. */
const NARROW = 360;

interface Screen {
  name: string;
  address: string;
  role?: Role;
  /** Brings it about, and waits until it is there. */
  ready: (page: Page) => Promise<unknown>;
  /** What a screen causes on purpose, such as a failed load. */
  faulty?: boolean;
  prepare?: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();

const LONG_NAME =
  'An Item With A Name As Long As Names Can Get, Which Is A Hundred Characters And Not One More, See?';

const SCREENS: Screen[] = [
  { name: 'market-items', address: '/', ready: (page) => counts(page, '13 sales') },
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
    ready: (page) => page.getByRole('slider').focus(),
  },
  {
    name: 'market-suggestions',
    address: '/',
    ready: async (page) => {
      await page.getByRole('combobox', { name: 'Item name' }).fill('master');
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  { name: 'market-empty', address: '/?name=nothing', ready: (page) => counts(page, '0 sales') },
  {
    name: 'market-failed',
    address: '/',
    faulty: true,
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
    name: 'register-faults',
    address: '/register',
    ready: (page) => page.getByRole('button', { name: 'Create account' }).click(),
  },
  { name: 'faq', address: '/faq', ready: (page) => page.locator('summary').first().click() },
  { name: 'legal', address: '/impressum', ready: heading('Legal Notice') },
  { name: 'not-found', address: '/nowhere', ready: (page) => page.getByText('There is no page').waitFor() },
  {
    name: 'access-denied',
    address: '/review-submissions',
    role: 'user',
    ready: (page) => page.getByText('Access Denied').waitFor(),
  },
  {
    name: 'submit-item-faults',
    address: '/submit-data',
    role: 'user',
    ready: async (page) => {
      await page.getByLabel('Item name').fill(LONG_NAME);
      await page.getByRole('button', { name: 'Submit Data' }).click();
      await page.getByText(MESSAGES.requiredFields).waitFor();
    },
  },
  {
    name: 'submit-pokemon',
    address: '/submit-data',
    role: 'user',
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
    role: 'user',
    // It goes by itself after 3 seconds, and axe needs a clock that runs: only that one timer waits for ever.
    prepare: (page) =>
      page.addInitScript((resetMs) => {
        const { setTimeout } = window;
        Object.assign(window, {
          setTimeout: (work: () => void, ms?: number) => (ms === resetMs ? 0 : setTimeout(work, ms)),
        });
      }, LIMITS.submitResetMs),
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
    role: 'checker',
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'review-all',
    address: '/review-submissions?tab=all&status=approved',
    role: 'checker',
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'review-dialog',
    address: '/review-submissions',
    role: 'checker',
    ready: async (page) => {
      await page.getByRole('button', { name: /^Review Garchomp/ }).click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
    },
  },
  {
    name: 'review-edit',
    address: '/review-submissions',
    role: 'checker',
    ready: async (page) => {
      await page.getByRole('button', { name: /^Review Garchomp/ }).click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Save changes' }).waitFor();
    },
  },
  {
    name: 'review-empty',
    address: '/review-submissions?tab=all&name=nothing',
    role: 'checker',
    ready: (page) => page.getByText('No submissions match').waitFor(),
  },
  {
    name: 'review-failed',
    address: '/review-submissions',
    role: 'checker',
    faulty: true,
    prepare: (page) => page.route(/reviews\.list/, (route) => route.abort()),
    ready: (page) => page.getByRole('button', { name: 'Retry' }).waitFor(),
  },
];

let accounts: Partial<Record<Role, TestAccount>>;

beforeAll(async () => {
  accounts = { user: await makeAccount(site, 'user'), checker: await makeAccount(site, 'checker') };
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
  if (process.env.SHOTS) mkdirSync(SHOTS, { recursive: true });
});

/** By how many pixels a page is wider than the window. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function look(page: Page, name: string, width: number, theme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: theme });
  if (process.env.SHOTS)
    await page.screenshot({ path: path.join(SHOTS, `${name}-${width}-${theme}.png`), fullPage: true });
  // Between the themes only colours differ.
  expect(await axeFindings(page, theme === 'dark' ? ['color-contrast'] : undefined), theme).toEqual([]);
}

it.each(SCREENS)('$name', async ({ name, address, role, ready, prepare, faulty = false }) => {
  const page = await browser.open(address, { as: role && accounts[role], ...(prepare && { prepare }) });
  await ready(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) await look(page, name, width, theme);
    expect(await sideways(page), `${width} pixels`).toBe(0);
  }
  await page.setViewportSize({ width: NARROW, height: 900 });
  expect(await sideways(page), `${NARROW} pixels`).toBe(0);
  if (faulty) expect(browser.takeFaults()).not.toEqual([]);
});
