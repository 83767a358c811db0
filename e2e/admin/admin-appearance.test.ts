import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { makeAccount, makeSale, makeSprite, suspend } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { testBrowser } from '../kit/browser.ts';
import { salesOf, stock } from '../kit/market-page.ts';
import { LONG_NAME, offersRetry, type Screen, testScreens } from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const PANEL = '/admin-panel';
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const rows = (page: Page) => page.getByRole('row').nth(1).getByRole('button').first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();
const skeletons = (page: Page) => page.getByRole('table').waitFor();

const admin = testAccount(site, 'admin', 'professor_oak');
const user = testAccount(site, 'user', 'a.name_that-is_as.long_as.names-can_get.which-is50');

/** Seen by the admin, unless another account is given. */
const SCREENS: Screen[] = [
  {
    name: 'admin-denied',
    address: PANEL,
    as: user,
    ready: (page) => page.getByText('Access Denied').waitFor(),
  },
  {
    name: 'admin-overview',
    address: PANEL,
    ready: async (page) => {
      await page.getByRole('link', { name: /^Total users \d/ }).waitFor();
      await page.getByText('PostgreSQL').waitFor();
      await page.getByText('Sale approved').first().waitFor();
    },
  },
  {
    name: 'admin-overview-loading',
    address: PANEL,
    held: /admin\./,
    ready: (page) => page.getByRole('link', { name: 'Total users' }).waitFor(),
  },
  { name: 'admin-overview-failed', address: PANEL, lost: /admin\./, ready: offersRetry },
  { name: 'admin-users', address: `${PANEL}?tab=users`, ready: rows },
  {
    name: 'admin-users-empty',
    address: `${PANEL}?tab=users&search=nobody+at+all`,
    ready: (page) => page.getByText('No users match').waitFor(),
  },
  { name: 'admin-users-loading', address: `${PANEL}?tab=users`, held: /admin\.users/, ready: skeletons },
  { name: 'admin-users-failed', address: `${PANEL}?tab=users`, lost: /admin\.users/, ready: offersRetry },
  {
    name: 'admin-manage',
    address: `${PANEL}?tab=users&search=ash`,
    ready: async (page) => {
      await press(page, 'Manage ash_k');
      await page.getByText('Second factor').waitFor();
    },
  },
  {
    name: 'admin-suspend',
    address: `${PANEL}?tab=users&search=ash`,
    ready: async (page) => {
      await press(page, 'Manage ash_k');
      await page.getByText('Second factor').waitFor();
      await press(page, 'Suspend');
      await page.getByRole('dialog', { name: 'Suspend ash_k?' }).waitFor();
    },
  },
  { name: 'admin-pokemon', address: `${PANEL}?tab=data`, ready: rows },
  { name: 'admin-items', address: `${PANEL}?tab=data&section=items`, ready: rows },
  {
    name: 'admin-items-deleted',
    address: `${PANEL}?tab=data&section=items&deleted=true`,
    ready: (page) => page.getByRole('button', { name: /^Restore/ }).waitFor(),
  },
  {
    name: 'admin-items-empty',
    address: `${PANEL}?tab=data&section=items&search=nothing`,
    ready: (page) => page.getByText('No entries match').waitFor(),
  },
  { name: 'admin-pokemon-loading', address: `${PANEL}?tab=data`, held: /admin\.pokemon/, ready: skeletons },
  { name: 'admin-pokemon-failed', address: `${PANEL}?tab=data`, lost: /admin\.pokemon/, ready: offersRetry },
  {
    name: 'admin-pokemon-edit',
    address: `${PANEL}?tab=data`,
    ready: async (page) => {
      await press(page, /^Edit Garchomp/);
      await page.getByText('Hidden power').last().waitFor();
    },
  },
  {
    name: 'admin-item-edit',
    address: `${PANEL}?tab=data&section=items&search=leftovers`,
    ready: async (page) => {
      await press(page, /^Edit Leftovers/);
      await page.getByLabel('Price').fill('');
      await page.getByLabel('Item name').fill('');
      await press(page, 'Save changes');
      await page.getByText('Price is required').waitFor();
    },
  },
  {
    name: 'admin-delete',
    address: `${PANEL}?tab=data&section=items`,
    ready: async (page) => {
      await press(page, /^Delete/);
      await dialog(page);
    },
  },
  {
    name: 'admin-merge',
    address: `${PANEL}?tab=data&section=items`,
    ready: async (page) => {
      await press(page, 'Merge two items…');
      await page.getByLabel('Spelling to replace').fill(LONG_NAME);
      await page.getByLabel('Correct item').fill('Leftovers');
      await press(page, 'Preview');
      await page.getByText('is no longer offered').waitFor();
    },
  },
  { name: 'admin-sprites', address: `${PANEL}?tab=data&section=sprites`, ready: rows },
  {
    name: 'admin-sprite-new',
    address: `${PANEL}?tab=data&section=sprites`,
    ready: async (page) => {
      await press(page, 'Add New Sprite');
      await page.getByLabel('Image link').fill('imgur.com/gallery/abc123');
      await press(page, 'Add sprite');
      await page.getByText('Pokemon name is required').waitFor();
      await page.getByText('https://i.imgur.com/abc123.jpg').waitFor();
    },
  },
  {
    name: 'admin-sprite-delete',
    address: `${PANEL}?tab=data&section=sprites`,
    ready: async (page) => {
      await press(page, /^Delete the/);
      await dialog(page);
    },
  },
  {
    name: 'admin-sprites-empty',
    address: `${PANEL}?tab=data&section=sprites&search=nothing`,
    ready: (page) => page.getByText('No sprites match').waitFor(),
  },
  {
    name: 'admin-two-factor',
    address: `${PANEL}?tab=two-factor`,
    ready: (page) => page.getByRole('button', { name: 'Set up 2FA' }).waitFor(),
  },
  {
    name: 'admin-settings',
    address: `${PANEL}?tab=settings`,
    ready: async (page) => {
      await page.getByRole('textbox', { name: 'Contact email' }).fill('nowhere');
      await page.getByRole('button', { name: 'Save Legal Notice' }).click();
      await page.getByText('must be an email address').waitFor();
      await page.getByRole('textbox', { name: 'Days to keep log entries' }).fill('31');
      await page.getByRole('button', { name: 'Save Log' }).click();
      await page.getByText(/^Saved\. Days to keep log entries is/).waitFor();
    },
  },
  {
    name: 'admin-settings-failed',
    address: `${PANEL}?tab=settings`,
    lost: /admin\.settings/,
    ready: offersRetry,
  },
];

beforeAll(async () => {
  const ash = await makeAccount(site, 'checker', 'ash_k');
  await suspend(site, await makeAccount(site, 'user', 'team_rocket'));
  await stock(site, [...salesOf('Master Ball', 3), ...salesOf('Garchomp', 4, { kind: 'pokemon' })]);
  const leftovers = await makeSale(site, { name: 'Leftovers' });
  await site.services(ash.actor).sales.decide('item', { id: leftovers, status: 'approved' });
  await makeSale(site, { name: LONG_NAME, price: 999_999_999_999, status: 'rejected' });
  await makeSale(site, { kind: 'pokemon', traits: { is_shiny: true, level: 100, held_item: 'Leftovers' } });
  const gone = await makeSale(site, { name: 'Rare Candy' });
  await site.services(admin.actor).saleAdmin.remove('item', { id: gone });
  await makeSprite(site, 445, 'Garchomp');
  await makeSprite(site, 445, 'Garchomp', 'Shiny');
});

testScreens(
  browser,
  SCREENS.map((screen) => ({ as: admin, ...screen })),
);
