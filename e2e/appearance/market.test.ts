import { beforeAll, expect, it } from 'vitest';
import { axeFindings, MORE_CONTRAST } from '../kit/axe.ts';
import { testBrowser } from '../kit/browser.ts';
import { pasteText } from '../kit/keyboard.ts';
import { counts, rowsOf, searchBox, stock } from '../kit/market-page.ts';
import { assortment, LONG_NAME, offersRetry, type Screen, testScreens } from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SCREENS: Screen[] = [
  {
    name: 'market-items',
    address: '/',
    ready: async (page) => {
      await page.getByRole('region', { name: 'Recent sales' }).waitFor();
      await rowsOf(page).getByRole('button', { name: LONG_NAME }).click();
      await page.getByRole('link', { name: "This sale's page" }).waitFor();
    },
  },
  {
    name: 'sale-long-name',
    address: async () => {
      const [sale] = await site.sql<{ sale_id: number }>('select sale_id from sale where name = ?', [
        LONG_NAME,
      ]);
      return `/sale/${sale?.sale_id}`;
    },
    ready: (page) => page.getByRole('link', { name: /^Everything on/ }).waitFor(),
  },
  {
    name: 'market-pokemon-open',
    address: '/?tab=pokemon&nature=Jolly&is_shiny=true&min_perfect_ivs=2&min_price=1000',
    ready: async (page) => {
      await counts(page, '1 sale');
      await rowsOf(page).first().locator('button[aria-expanded]').click();
    },
  },
  { name: 'market-pokemon', address: '/?tab=pokemon', ready: (page) => counts(page, '7 sales') },
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
      // The list follows the text a little later, and is faded until it has its sales.
      await counts(page, '6 sales');
    },
  },
  {
    name: 'market-search-terms',
    address: '/',
    ready: async (page) => {
      await searchBox(page).fill('adamant 5x31 <5m wat garcho');
      await page.getByRole('button', { name: 'Show sales' }).waitFor();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'market-pasted',
    address: '/',
    ready: async (page) => {
      await searchBox(page).focus();
      await pasteText(page, 'Garchomp @ Leftovers\nAbility: Rough Skin\nAdamant Nature\nmint condition');
      await page.getByText('mint condition').waitFor();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'price-checks',
    address: '/price-check?set=Garchomp~nature.Adamant_ivs.31-31-31-x-31-31&set=Rotom~form.Wash_shiny.true',
    ready: async (page) => {
      await page.getByText('No sales of this name yet.').waitFor();
      await pasteText(page, '31/31\n\n- Earthquake');
      await page.getByText('No set was found').waitFor();
    },
  },
  {
    name: 'share',
    address: '/?tab=pokemon&nature=Jolly',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByText('Embed the chart in a forum').click();
      await page.getByRole('img', { name: /^Card/ }).waitFor();
    },
  },
  { name: 'market-empty', address: '/?name=nothing', ready: (page) => counts(page, '0 sales') },
  {
    name: 'market-failed',
    address: '/',
    lost: /items\.list/,
    ready: offersRetry,
  },
  {
    name: 'market-loading',
    address: '/',
    held: /items\.list/,
    ready: (page) => page.getByRole('table').waitFor(),
  },
];

beforeAll(() => stock(site, assortment(6)));

testScreens(browser, SCREENS);

it.each(['light', 'dark'] as const)('has more contrast if the system asks for it: %s', async (theme) => {
  const page = await browser.open('/?tab=pokemon', { theme });
  await page.emulateMedia({ contrast: 'more' });
  await counts(page, '7 sales');
  expect(await axeFindings(page, MORE_CONTRAST)).toEqual([]);
  // The next test uses the same page.
  await page.emulateMedia({ contrast: null });
});
