import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { addToInbox, type NewEntry } from '../../src/modules/inbox/inbox.ts';
import { makeSale, type TestAccount } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { makeFollow, matchFollows } from '../../src/testing/market/follows.ts';
import { testBrowser } from '../kit/browser.ts';
import { stock } from '../kit/market-page.ts';
import { assortment, LONG_NAME, offersRetry, press, type Screen, testScreens } from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

/** Follows searches, has entries of every kind, and own sales. */
const player = testAccount(site);
const newcomer = testAccount(site);
/** Has a sale; the screen of own submissions marks decisions as read. */
const seller = testAccount(site);

const LIST = '/?tab=pokemon&nature=Adamant';

const opensDialog = async (page: Page) => {
  await press(page, 'Follow Adamant Pokemon');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'At or below a price' }).check();
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  await dialog.getByText('Enter a price').waitFor();
};

const SCREENS: Screen[] = [
  {
    name: 'inbox',
    address: '/inbox',
    as: player,
    ready: async (page) => {
      await page.getByText('8 entries').waitFor();
      await page.getByRole('banner').getByRole('link', { name: 'Inbox (8 unread, 1 rejected)' }).waitFor();
    },
  },
  {
    name: 'inbox-empty',
    address: '/inbox',
    as: newcomer,
    ready: (page) => page.getByRole('heading', { name: 'Nothing here yet' }).waitFor(),
  },
  { name: 'inbox-failed', address: '/inbox', as: player, lost: /inbox\.list/, ready: offersRetry },
  {
    name: 'following',
    address: '/following',
    as: player,
    ready: async (page) => {
      await page.getByText('3 followed searches').waitFor();
      await page.getByText('Last matches').click();
      await page.getByRole('link', { name: LONG_NAME, exact: true }).last().waitFor();
      await press(page, 'Create the feed link');
      await press(page, 'Dismiss');
      await page.getByRole('button', { name: 'Copy link' }).waitFor();
    },
  },
  {
    name: 'following-empty',
    address: '/following',
    as: newcomer,
    ready: async (page) => {
      await page.getByRole('heading', { name: 'You do not follow a search yet' }).waitFor();
      await press(page, 'Connect');
      await page.getByLabel('Webhook URL').and(page.locator('[aria-invalid=true]')).waitFor();
    },
  },
  { name: 'follow-dialog', address: LIST, as: newcomer, ready: opensDialog },
  {
    name: 'account-notices',
    address: '/account?tab=notices',
    as: player,
    ready: (page) => page.getByText('You follow 3 of at most 50 searches.').waitFor(),
  },
  {
    name: 'account-sales-chart',
    address: '/account?chart=shown',
    as: seller,
    ready: (page) => page.getByRole('slider', { name: /^Prices of your items: 1 sale/ }).focus(),
  },
];

beforeAll(async () => {
  await stock(site, assortment(3));
  // What was approved before a follow does not match it.
  site.clock.advance(1_000);
  const item = { kind: 'item', name: LONG_NAME, exact: true };
  await makeFollow(site, player, { filter: item, channels: { inbox: true, email: 'weekly' } });
  const dear = { type: 'at_or_above', price: 999_999_999_999 } as const;
  await makeFollow(site, player, { filter: { kind: 'pokemon', is_shiny: true }, condition: dear });
  const { follow_id: id } = await makeFollow(site, player);
  await site.services(player.actor).follows.update({ id, paused: true });
  await makeSale(site, { by: seller, name: 'Leftovers', status: 'approved' });
  const own = await makeSale(site, { by: player, name: 'Leftovers', status: 'approved' });
  await makeSale(site, { name: LONG_NAME, price: 999_999_999_999, status: 'approved' });
  await matchFollows(site);
  await addEntries(player, own);
});

async function addEntries({ user: { user_id } }: TestAccount, sale_id: number) {
  const at = '2026-03-12T10:00:00.000Z';
  const entries: NewEntry[] = [
    { kind: 'submission_approved', data: { name: 'Leftovers' } },
    { kind: 'submission_approved', data: { name: LONG_NAME } },
    { kind: 'submission_rejected', data: { name: 'Leftovers', reason: 'The proof shows\nanother price.' } },
    {
      kind: 'submission_corrected',
      data: { name: 'Rotom', changes: [{ field: 'price', before: 5, after: 999_999_999_999 }] },
    },
    { kind: 'submission_returned', data: { name: 'Big Root' } },
    { kind: 'report_outcome', data: { name: 'Big Nugget', outcome: 'returned', comment: 'Thank you.' } },
    {
      kind: 'channel_paused',
      data: { channel: 'discord', last_error: 'Discord answered 404.', failing_since: at },
    },
  ].map((entry, index) => ({ ...entry, user_id, sale_id, key: String(index) }) as NewEntry);
  await addToInbox(site.scope().em, entries, site.clock.now());
}

testScreens(browser, SCREENS);
