import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { makeAccount } from '../../src/testing/accounts/factories.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { hasFocus } from '../kit/keyboard.ts';
import { chipsOf, counts, pricesOf, rowsOf, salesOf, searchBox, stock } from '../kit/market-page.ts';
import { areTopDown } from '../kit/positions.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const ROTOM = { kind: 'pokemon', name: 'Rotom', traits: { ability: 'Levitate' } } as const;

/** Six pairs of sales that differ in Speed alone; the fast one is dearer. */
const PAIRS = Array.from({ length: 12 }, (_, i) =>
  i % 2 ? { price: 100_000 + i * 10_000 } : { price: 100_000, traits: { iv_speed: 5 } },
);

beforeAll(async () => {
  await stock(site, [
    ...salesOf('Rotom', 8, ROTOM),
    { ...ROTOM, price: 90_000, traits: { ...ROTOM.traits, form: 'Wash' } },
    { ...ROTOM, price: 95_000, traits: { ...ROTOM.traits, form: 'Wash', nature: 'Bold' } },
    ...PAIRS.map((more) => ({ kind: 'pokemon', name: 'Garchomp', ...more }) as const),
    { name: 'Leftovers', price: 70_000 },
  ]);
});

const named = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const forms = (page: Page) => page.getByRole('navigation', { name: 'Forms' });
const check = (page: Page) => page.getByRole('region', { name: 'What would this go for?' });

it('brings the query into view on a phone, where its switch is below it', async () => {
  const page = await browser.open('/pokemon/garchomp', { width: 390 });
  const mode = page.getByText('Advanced', { exact: true });
  await mode.evaluate((label) => label.scrollIntoView({ block: 'start' }));
  await mode.click();
  const query = page.getByRole('textbox', { name: 'Advanced query' });
  await expect.poll(async () => (await query.boundingBox())?.y).toBeGreaterThanOrEqual(0);
});

it('prints without controls and placeholders, with the titles of columns and the numbers of IVs', async () => {
  const page = await browser.open('/pokemon/garchomp', { width: 1024 });
  await rowsOf(page).first().waitFor();
  await page.getByRole('combobox', { name: 'Price scale' }).waitFor();
  const hints = [
    page.getByText(/to zoom\.$/),
    page.getByText(/to see its details\.$/),
    rowsOf(page).first().locator('td > svg'),
  ];
  for (const hint of hints) await hint.waitFor();
  const ivs = rowsOf(page).first().getByText('31/31/31/4/31/5');
  expect(await ivs.count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await ivs.waitFor();
  const controls = page.locator('main').locator('button:not([data-opens]), select, nav[aria-label$=pages]');
  for (const control of await controls.all())
    if (!(await control.evaluate((one) => one.matches('th *'))))
      expect(await control.isVisible()).toBe(false);
  for (const hint of hints) expect(await hint.isVisible()).toBe(false);
  // The browser prints a button in the head of a table on one sheet only.
  const title = page.getByRole('columnheader', { name: 'Price' }).getByRole('button');
  expect(await title.evaluate((one) => getComputedStyle(one).display)).toBe('contents');
  expect(await page.getByText('What its traits are worth').first().isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
});

it('summarises a name, and shows its sales and its chart', async () => {
  const page = await browser.open('/pokemon/rotom');
  await named(page, 'Rotom');
  await page.getByText(/^10 sales since \d+ \w+ \d{4}, the last on \d+ \w+ \d{4}$/).waitFor();
  await counts(page, '10 sales');
  await page.getByRole('region', { name: 'Price history' }).waitFor();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer
    .getByText(/^10 sales: at least half of them between 3,000 and 8,000 PD, last one 1,000 PD on /)
    .waitFor();
  const last = page.getByRole('region', { name: 'Last sales' }).getByRole('listitem');
  expect(await last.first().textContent()).toMatch(/^Adamant.*1,000 PDWith proof$/);
  expect(await last.count()).toBe(5);
  // On a phone the answer comes before the actions, and the last sales before the chart.
  await page.setViewportSize({ width: 390, height: 844 });
  await areTopDown([
    answer,
    page.getByRole('button', { name: 'What would this go for?' }),
    last.first(),
    page.getByRole('region', { name: 'Price history' }),
    rowsOf(page).first(),
  ]);
  await expect.poll(() => page.title()).toBe('Rotom · MarketDex');
  // The name of the page is not a removable filter.
  expect(await chipsOf(page)).toEqual([]);
  expect(await searchBox(page).count()).toBe(0);
});

it('filters by form and trait, with its state in the URL', async () => {
  const page = await browser.open('/pokemon/rotom');
  await forms(page).getByRole('link', { name: /^Wash/ }).click();
  await arrivesAt(page, '/pokemon/rotom?form=Wash');
  await counts(page, '2 sales');
  await forms(page)
    .locator('[aria-current]')
    .filter({ hasText: /^Wash2/ })
    .waitFor();
  await page.getByLabel('Nature').selectOption('Bold');
  await counts(page, '1 sale');
  await expect.poll(() => chipsOf(page)).toEqual(['Nature Bold', 'Form Wash']);
  await expect.poll(() => page.title()).toBe('Bold Rotom, form Wash · MarketDex');
  await page.reload();
  await counts(page, '1 sale');
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await arrivesAt(page, '/pokemon/rotom');
  await counts(page, '10 sales');
  await page.goBack();
  await counts(page, '1 sale');
  await forms(page)
    .getByRole('link', { name: /^All forms/ })
    .click();
  await arrivesAt(page, '/pokemon/rotom?nature=Bold');
});

it('sorts and pages its sales', async () => {
  const page = await browser.open('/pokemon/rotom?chart=hidden');
  await counts(page, '10 sales');
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await arrivesAt(page, '/pokemon/rotom?sort=price&order=asc&chart=hidden');
  await expect.poll(async () => (await pricesOf(page))[0]).toBe(1000);
  await expect.poll(() => rowsOf(page).count()).toBe(10);
});

it('shows what an item sold for', async () => {
  const page = await browser.open('/item/leftovers');
  await named(page, 'Leftovers');
  await page.getByText(/^1 sale, on /).waitFor();
  await counts(page, '1 sale');
  expect(await forms(page).count()).toBe(0);
  expect(await page.getByLabel('Nature').count()).toBe(0);
});

it('invites the first sale of a name without sales', async () => {
  const page = await browser.open('/pokemon/unown');
  await page.getByText('No sales recorded yet.').waitFor();
  await page.getByRole('heading', { name: 'No sales yet' }).waitFor();
  expect(await forms(page).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'What would this go for?' }).count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Filters' }).count()).toBe(0);
  const submit = page.getByRole('main').getByRole('link', { name: /^Submit/ });
  expect(await submit.getAttribute('href')).toBe('/submit-data?kind=pokemon&name=Unown');
});

it('estimates a price from a partial description', async () => {
  const page = await browser.open('/pokemon/rotom');
  await page.getByRole('button', { name: 'What would this go for?' }).click();
  await arrivesAt(page, '/pokemon/rotom?check=any');
  await check(page)
    .getByText(/^10 sales: at least half of them between 3,000 and 8,000 PD, last one 1,000 PD on /)
    .waitFor();

  await check(page).getByLabel('Form').selectOption('Wash');
  await check(page).getByLabel('Nature').selectOption('Adamant');
  const first = check(page).getByRole('listitem').filter({ hasText: '90,000' });
  await first.getByText('As described').waitFor();
  await check(page).getByText('≠Normal, not Wash').first().waitFor();

  await check(page).getByLabel('Your price').fill('6500');
  await check(page)
    .getByText(/^1 exact match: 90,000 PD on .*, with proof\.$/)
    .waitFor();
  await check(page)
    .getByText(/^9 similar sales: at least half of them between 3,000 and 7,000 PD/)
    .waitFor();
  await check(page).getByText('6 of these 10 sales were lower than 6,500 PD, 4 higher.').waitFor();
  expect(await check(page).locator('g > circle').count()).toBe(10);
  await first.getByText('14 times as much').waitFor();
  for (const stat of ['HP', 'Atk', 'Def', 'SpD', 'Spe'])
    await check(page).getByLabel(`${stat} IV`).fill('31');
  await arrivesAt(page, '/pokemon/rotom?check=nature.Adamant_form.Wash_ivs.31-31-31-x-31-31_price.6500');
  await check(page).getByRole('button', { name: 'Form', exact: true }).click();
  await expect.poll(() => addressOf(page)).toContain('_without.form');

  await page.reload();
  expect(await check(page).getByLabel('Nature').inputValue()).toBe('Adamant');
  expect(await check(page).getByLabel('SpA IV').inputValue()).toBe('');
  expect(await check(page).getByLabel('Your price').inputValue()).toBe('6,500');
  await check(page)
    .getByText(/^9 exact matches: /)
    .waitFor();
  await check(page)
    .getByRole('button', { name: /^Close/ })
    .click();
  await arrivesAt(page, '/pokemon/rotom');
  await hasFocus(page.getByRole('button', { name: 'What would this go for?' }));
});

it('reports too few sales for an estimate', async () => {
  const page = await browser.open('/item/leftovers?check=price.5');
  await check(page)
    .getByText(/^1 sale: 70,000 PD on .*, with proof\.$/)
    .waitFor();
  await check(page).getByText('Too few sales to compare 5 PD with.').waitFor();
});

it('is linked from a chosen name in Market History', async () => {
  const page = await browser.open('/?tab=pokemon&name=Rotom&exact=true&form=Wash');
  await counts(page, '2 sales');
  await page.getByRole('link', { name: 'Everything on Rotom' }).click();
  await arrivesAt(page, '/pokemon/rotom?form=Wash');
  await page.goBack();
  await page.getByRole('link', { name: 'What would this go for?' }).click();
  await arrivesAt(page, '/pokemon/rotom?form=Wash&check=form.Wash');
  await check(page).waitFor();
});

it('starts a submission of its name, after signing in', async () => {
  const account = await makeAccount(site);
  const page = await browser.open('/pokemon/rotom', { as: account });
  await page.getByRole('link', { name: 'Submit a sale' }).click();
  await arrivesAt(page, '/submit-data?kind=pokemon&name=Rotom');
  await expect.poll(() => page.getByLabel('Pokemon name').inputValue()).toBe('Rotom');
  await page.locator('select').and(page.getByLabel('Form')).selectOption('Wash');
});

it('suggests names for an unknown one', async () => {
  const page = await browser.open('/pokemon/garchmop');
  await page.getByRole('heading', { name: 'There is no pokemon called “garchmop”' }).waitFor();
  await page.getByRole('link', { name: 'Garchomp', exact: true }).waitFor();
  await checkAppearance(page, 'name-missing');
  await page.getByRole('combobox', { name: 'Find a pokemon' }).fill('roto');
  await page.getByRole('option', { name: /Rotom/ }).click();
  await arrivesAt(page, '/pokemon/rotom');
  await named(page, 'Rotom');
  browser.takeErrors();
});

it('says what traits are worth, and opens the pairs of sales behind it', async () => {
  const page = await browser.open('/pokemon/garchomp');
  await page.getByRole('link', { name: 'What its traits are worth' }).click();
  const worth = page.getByRole('region', { name: 'What its traits are worth' });
  const speed = worth.getByRole('button', {
    name: /^Speed 31 rather than less Dearer 6 pairs, dearer in all/,
  });
  await speed.press('Enter');
  const pairs = worth.getByRole('table', { name: /^Pairs: Speed 31/ });
  await pairs.getByText('210,000').waitFor();
  expect(await pairs.getByRole('link', { name: /^Proof of sale/ }).count()).toBe(12);
  await checkAppearance(page, 'name-traits');
});

it('keeps the page when the similar sales fail to load, and retries', async () => {
  const page = await browser.open('/pokemon/rotom?check=any', {
    prepare: (fresh) =>
      fresh.route(/market\.similar/, (route) => route.fulfill({ status: 502, body: 'Bad gateway' })),
  });
  await check(page).getByRole('alert').waitFor();
  await page.unroute(/market\.similar/);
  await check(page).getByRole('button', { name: 'Retry' }).click();
  await check(page)
    .getByText(/^10 sales: at least half of them/)
    .waitFor();
  browser.takeErrors();
});

it('looks correct', async () => {
  const page = await browser.open('/pokemon/rotom');
  await counts(page, '10 sales');
  await page.getByText('10 sales in 90 days').waitFor();
  await checkAppearance(page, 'name-page');
  await page.goto(`${site.url}/pokemon/rotom?chart=hidden&check=nature.Bold_ivs.31-31-31-x-31-31_price.5000`);
  await check(page)
    .getByText(/of these \d+ sales/)
    .waitFor();
  await counts(page, '10 sales');
  await checkAppearance(page, 'name-price-check');
});
