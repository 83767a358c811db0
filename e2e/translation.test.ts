import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ANY, printChecks } from '../src/contract/market/price-check-search-params.ts';
import { makeSale, type TestAccount } from '../src/testing/accounts/factories.ts';
import { testAccount } from '../src/testing/accounts/test-account.ts';
import { makeFollow } from '../src/testing/market/follows.ts';
import { testBrowser } from './kit/browser.ts';
import { rowsOf, smallMarket, stock } from './kit/market-page.ts';
import { testSite } from './kit/site.ts';
import { translatePage } from './kit/translator.ts';

const site = testSite();
const browser = testBrowser(site);

const player = testAccount(site);
const checker = testAccount(site, 'checker');

const NAMES = [
  ...['Master Ball', 'Leftovers', 'Garchomp', 'Togekiss', 'Adamant', 'Jolly', 'Bold', 'Serene Grace'],
  ...['Rough Skin', 'Rotom', 'Wash', 'Levitate'],
];

beforeAll(async () => {
  await stock(site, smallMarket(30));
  await makeFollow(site, player, { filter: { kind: 'pokemon', nature: 'Jolly' } });
  await makeSale(site, {
    by: player,
    kind: 'pokemon',
    name: 'Rotom',
    traits: { form: 'Wash', ability: 'Levitate', held_item: 'Leftovers' },
  });
  await makeSale(site, { by: player, name: 'Leftovers', price: 70_000 });
});

/** The texts of a page in capital letters, as the translator of the tests writes them. White space depends on the elements. */
const textsOf = async (page: Page): Promise<string> =>
  ((await page.locator('main').textContent()) ?? '').toUpperCase().replace(/\s+/g, '');

/** What follows the first character in which two texts differ; null for equal ones. */
function firstDifference([one = '', other = '']: readonly string[]): [string, string] | null {
  const at = [...one, ''].findIndex((letter, index) => letter !== other.charAt(index));
  return one === other ? null : [one.slice(at, at + 80), other.slice(at, at + 80)];
}

/** A page that the browser translates, and the same page untranslated. */
async function openBoth(address: string): Promise<[translated: Page, original: Page]> {
  const pages: [Page, Page] = [await browser.open(address), await browser.open(address)];
  for (const page of pages) await rowsOf(page).first().waitFor();
  // The script that prepares for translations loads last.
  await pages[0].waitForFunction(() => !`${Node.prototype.removeChild}`.includes('[native code]'));
  await translatePage(pages[0]);
  return pages;
}

it('shows what is true, and goes on, while the browser translates it', async () => {
  const pages = await openBoth('/');
  const [translated] = pages;
  await translated.getByText(/SALES/).first().waitFor();
  const steps: [name: string, act: (page: Page) => Promise<unknown>][] = [
    ['another kind', (page) => page.getByRole('tab', { name: /^pokemon$/i }).click()],
    ['a filter', (page) => page.getByLabel(/^nature$/i).selectOption('Jolly')],
    ['no filter', (page) => page.getByRole('button', { name: /^clear all$/i }).click()],
    ['another order', (page) => page.getByRole('button', { name: /^price$/i }).click()],
    ['an open row', (page) => rowsOf(page).getByRole('button').first().click()],
    ['a name', (page) => page.getByRole('link', { name: /^everything on togekiss$/i }).click()],
    ['back', (page) => page.goBack()],
    ['the other kind', (page) => page.getByRole('tab', { name: /^items$/i }).click()],
  ];
  for (const [name, act] of steps) {
    for (const page of pages) await act(page);
    await expect
      .poll(() => Promise.all(pages.map(textsOf)).then(firstDifference), { message: name })
      .toBeNull();
  }
});

it('keeps the texts of a chart, which a translation would hide', async () => {
  const page = await browser.open('/item/master-ball');
  await page.getByText(/Sales per day/).waitFor();
  await translatePage(page);
  await page.getByText(/SALES PER DAY/).waitFor();
  expect(await page.locator('svg text').count()).toBeGreaterThan(0);
  expect(await page.locator('svg font').count()).toBe(0);
});

/** The names in texts that browsers may translate. */
async function translatableNames(page: Page, names: readonly string[]): Promise<string[]> {
  return page.locator('main').evaluate((main, sought) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      const text = textContent?.trim() ?? '';
      if (sought.some((name) => text.includes(name)) && !parentElement?.closest('[translate=no], textarea'))
        found.push(text);
    }
    return found;
  }, names);
}

const CHECK = { name: 'Garchomp', check: { ...ANY, nature: 'Jolly', ability: 'Rough Skin' } };

const SCREENS: [address: string, ready: (page: Page) => Promise<unknown>, as?: TestAccount][] = [
  ['/', (page) => page.getByRole('region', { name: 'Recent sales' }).waitFor()],
  [
    '/?tab=pokemon&nature=Jolly',
    async (page) => {
      await rowsOf(page).getByRole('button').first().click();
      await page.getByRole('heading', { name: 'Similar sales' }).waitFor();
    },
  ],
  ['/pokemon/garchomp', (page) => rowsOf(page).first().waitFor()],
  [`/price-check${printChecks([CHECK])}`, (page) => page.getByRole('table').waitFor()],
  ['/following', (page) => page.getByRole('article').waitFor(), player],
  ['/review-submissions?view=cards', (page) => page.getByRole('article').first().waitFor(), checker],
  [
    '/review-submissions?view=workbench',
    (page) => page.getByRole('heading', { name: 'History' }).waitFor(),
    checker,
  ],
];

it.each(SCREENS)(
  'keeps the names of the market and of accounts as they are: %s',
  async (address, ready, account) => {
    const page = await browser.open(address, account && { as: account });
    await ready(page);
    await expect.poll(() => translatableNames(page, [...NAMES, player.user.username])).toEqual([]);
  },
);
