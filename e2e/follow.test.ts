import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeAccount, makeSale, PASSWORD } from '../src/testing/accounts/factories.ts';
import {
  interactionBody,
  sendInteraction,
  turnOnCommands,
} from '../src/testing/clients/discord-interactions.ts';
import { makeFollow, matchFollows } from '../src/testing/market/follows.ts';
import { arrivesAt } from './kit/address.ts';
import { testBrowser } from './kit/browser.ts';
import { testSite } from './kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const LIST = '/?tab=pokemon&name=Garchomp&exact=true';
const bell = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it('a search that is followed from its list counts up the bell, and its entry opens the sale', async () => {
  const account = await makeAccount(site);
  await makeSale(site, { kind: 'pokemon', price: 700_000, status: 'approved' });
  site.clock.advance(1_000);
  const page = await browser.open(LIST, { as: account });
  await button(page, 'Follow Garchomp').click();
  const dialog = page.getByRole('dialog', { name: 'Follow this search' });
  await dialog.getByRole('radio', { name: 'At or below a price' }).check();
  await dialog.getByRole('textbox', { name: 'Price' }).fill('1m');
  await dialog.getByText('for 1,000,000 PD or less appears in your inbox.').waitFor();
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  await button(page, 'Following Garchomp').waitFor();
  await bell(page, 'Inbox');

  await makeSale(site, { kind: 'pokemon', price: 1_000_001, status: 'approved' });
  const id = await makeSale(site, { kind: 'pokemon', price: 999_999, status: 'approved' });
  await matchFollows(site);
  await bell(page, 'Inbox (1 unread)');

  await button(page, 'Followed searches').click();
  await arrivesAt(page, '/following');
  const follow = page.getByRole('article', { name: 'Garchomp, at or below 1,000,000 PD' });
  await follow.getByText('Last matches').click();
  await expect
    .poll(() => follow.getByRole('listitem').allTextContents())
    .toEqual([expect.stringContaining('999,999')]);
  await page.getByRole('banner').getByRole('link', { name: 'Inbox (1 unread)' }).click();
  await arrivesAt(page, '/inbox');
  await page.getByRole('link', { name: 'Garchomp sold for 999,999 PD' }).click();
  await arrivesAt(page, `/sale/${id}`);
  await bell(page, 'Inbox');
});

it('the prices of the last matches are below each other, however long the days are', async () => {
  const account = await makeAccount(site);
  site.clock.advance(1_000);
  await makeFollow(site, account, { filter: { kind: 'item', name: 'Leftovers', exact: true } });
  for (const date_sold of ['2025-05-05', '2025-05-25'])
    await makeSale(site, { name: 'Leftovers', price: 500_000, date_sold, status: 'approved' });
  await matchFollows(site);
  const page = await browser.open('/following', { as: account });
  await page.getByText('Last matches').click();
  const prices = page.getByRole('article').getByText('500,000');
  await expect.poll(() => prices.count()).toBe(2);
  const [first, second] = await Promise.all([0, 1].map((i) => prices.nth(i).boundingBox()));
  expect(first?.x).toBe(second?.x);
});

it('a visitor who follows a search signs in, and continues', async () => {
  const { user } = await makeAccount(site);
  await makeSale(site, {
    kind: 'pokemon',
    name: 'Togekiss',
    status: 'approved',
    traits: { ability: 'Serene Grace' },
  });
  const page = await browser.open('/pokemon/togekiss?nature=Adamant');
  await button(page, 'Follow Adamant Togekiss').click();
  await page.getByLabel('Username').fill(user.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await button(page, 'Login').click();
  const dialog = page.getByRole('dialog', { name: 'Follow this search' });
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  await button(page, 'Following Adamant Togekiss').waitFor();
  await arrivesAt(page, '/pokemon/togekiss?nature=Adamant');
  expect(await site.sql('select search from follow where user_id = ?', [user.user_id])).toEqual([
    { search: '?tab=pokemon&name=Togekiss&exact=true&nature=Adamant' },
  ]);
});

it('a command at Discord leads to the dialog that follows its search', async () => {
  const account = await makeAccount(site);
  await turnOnCommands(site);
  const raw = JSON.stringify(interactionBody('command', 'follow', { search: 'jolly 5x31 garchomp' }));
  const { body } = await sendInteraction(site, { raw });
  const { pathname, search, hash } = new URL(body.data.components[0].components[0].url);
  const page = await browser.open(`${pathname}${search}${hash}`, { as: account });
  const dialog = page.getByRole('dialog', { name: 'Follow this search' });
  await dialog.getByText('Jolly Garchomp, 5 perfect IVs or more').first().waitFor();
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  await button(page, 'Following Jolly Garchomp, 5 perfect IVs or more').waitFor();
});
