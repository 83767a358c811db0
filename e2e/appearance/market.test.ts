import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFindings, MORE_CONTRAST } from '../kit/axe.ts';
import { testBrowser } from '../kit/browser.ts';
import { pasteText } from '../kit/keyboard.ts';
import { counts, rowsOf, searchBox, stock } from '../kit/market-page.ts';
import { assortment, LONG_NAME, offersRetry, type Screen, testScreens } from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';
import { spaceText } from '../kit/text-spacing.ts';

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

/** The contrast of an element's inner shadow to its background, or of a shape to that of its section. */
const signContrast = (element: Locator) =>
  element.evaluate((sign) => {
    const { boxShadow, fill } = getComputedStyle(sign);
    const section = sign instanceof SVGElement ? sign.closest('section') : null;
    const { backgroundColor } = getComputedStyle(section ?? sign);
    const shadows = boxShadow.split(/,(?![^(]*\))/).filter((shadow) => shadow.includes('inset'));
    const signs = section ? [fill] : shadows.map((shadow) => /\w+\([^)]*\)/.exec(shadow)?.[0]);
    const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const luminances = [backgroundColor, ...signs].map((colour) => {
      if (!paint || !colour) return 0;
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = Array.from(paint.getImageData(0, 0, 1, 1).data, (byte) =>
        byte > 10 ? ((byte / 255 + 0.055) / 1.055) ** 2.4 : byte / 255 / 12.92,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
  });

it.each(['light', 'dark'] as const)('has signs with a contrast of 3 to 1: %s', async (theme) => {
  const page = await browser.open('/?name=Master+Ball&exact=true', { theme });
  await counts(page, '6 sales');
  const chosen = page.locator('label', { has: page.getByRole('radio', { name: 'Easy' }) });
  expect(await signContrast(chosen)).toBeGreaterThan(3);
  const bars = page.getByText(/^Sales per (day|week)$/).locator('xpath=preceding-sibling::*[1]/*');
  expect(await signContrast(bars)).toBeGreaterThan(3);
  await searchBox(page).fill('master');
  const option = page.getByRole('option', { name: 'Master Ball' });
  await option.waitFor();
  await searchBox(page).press('ArrowDown');
  expect(await signContrast(option.and(page.getByRole('option', { selected: true })))).toBeGreaterThan(3);
});

it('cuts no usual name in the recent sales if a reader spaces the text', async () => {
  const page = await browser.open('/', { width: 1280 });
  const recent = page.getByRole('region', { name: 'Recent sales' });
  await recent.getByRole('link', { name: LONG_NAME }).first().waitFor();
  await spaceText(page);
  const cut = await recent
    .getByText('Master Ball', { exact: true })
    .evaluateAll((names) =>
      names.map((name) => [name.scrollWidth - name.clientWidth, name.scrollHeight - name.clientHeight]),
    );
  expect(cut.length).toBeGreaterThan(1);
  expect(cut).toEqual(cut.map(() => [0, 0]));
});
