import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../../src/contract/shared/dates.ts';
import { makeAccount, makeSale } from '../../src/testing/accounts/factories.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { counts, pricesOf, rowsOf, searchBox, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const GARCHOMP = { kind: 'pokemon', name: 'Garchomp' } as const;
/** Adamant with five perfect IVs by default. */
const garchomp = (price: number, traits: Record<string, unknown> = {}) => ({ ...GARCHOMP, price, traits });
let saleId = 0;

beforeAll(async () => {
  await stock(site, [
    garchomp(1_500_000),
    garchomp(1_200_000),
    garchomp(900_000, { nature: 'Jolly' }),
    garchomp(2_000_000, { iv_sp_attack: 31 }),
    garchomp(700_000, { ability: 'Sand Veil', iv_speed: 30 }),
    garchomp(300_000, { iv_hp: 3, iv_defense: 9, iv_speed: 1 }),
    garchomp(80_000_000, { is_shiny: true }),
    { name: 'Master Ball', price: 1000 },
    { name: 'Master Ball', price: 1100 },
    { name: 'Master Ball', price: 1200 },
  ]);
  saleId = await makeSale(site, {
    ...garchomp(1_000_000),
    status: 'approved',
    date_sold: daysBefore(todayUtc(), 20),
  });
});

const similar = (page: Page) => page.getByRole('region', { name: 'Similar sales' });
const alike = (page: Page) =>
  similar(page)
    .getByRole('list', { name: /, the most similar first$/ })
    .locator(':scope > li');
async function openFirst(page: Page) {
  // It is above the rows, and moves them when it arrives.
  await page.getByRole('region', { name: 'Answer' }).waitFor();
  await rowsOf(page).first().locator('button[aria-expanded]').click();
}

it('answers "What did an Adamant 5x31 Garchomp go for?" in three inputs', async () => {
  const page = await browser.open('/?tab=pokemon');
  await counts(page, '8 sales');
  await searchBox(page).fill('garch');
  await page.getByRole('option', { name: /^Garchomp 8 sales/ }).click();
  await page.getByLabel('Nature').selectOption('Adamant');
  await page.getByLabel('Perfect IVs').selectOption('5 or more are 31');
  await counts(page, '5 sales');
  await expect.poll(() => pricesOf(page)).toEqual([1_500_000, 1_200_000, 2_000_000, 80_000_000, 1_000_000]);
  expect(
    await rowsOf(page)
      .getByRole('link', { name: /^Proof of sale/ })
      .count(),
  ).toBe(5);
  // The result can be shared as a link.
  const answer = addressOf(page);
  const pasted = await browser.open(answer);
  await counts(pasted, '5 sales');
});

it('also answers it in three inputs from the start page: the tab, the mode and a query', async () => {
  const page = await browser.open('/');
  await page.getByRole('tab', { name: 'Pokemon' }).click();
  await page.getByText('Advanced', { exact: true }).click();
  const query = page.getByRole('textbox', { name: 'Advanced query' });
  await query.fill('pokemon = Garchomp AND nature = Adamant AND perfect_ivs >= 5');
  await query.press('Enter');
  await counts(page, '5 sales');
  expect(
    await rowsOf(page)
      .getByRole('link', { name: /^Proof of sale/ })
      .count(),
  ).toBe(5);
});

it('shows similar sales, their differences and the price comparison in an open row', async () => {
  const page = await browser.open(
    '/?tab=pokemon&name=Garchomp&exact=true&max_price=1000000&sort=price&order=desc',
  );
  await counts(page, '4 sales');
  await openFirst(page);
  await similar(page)
    .getByText(/^2 exact matches, 1,200,000 to 1,500,000 PD, last one 1,500,000 PD on .*, all with proof\.$/)
    .waitFor();
  await similar(page)
    .getByText(/^3 similar sales: too few to say where prices lie\./)
    .waitFor();
  // Shiny sales and those with fewer perfect IVs are not compared.
  await similar(page).getByText('3 of these 5 sales were higher than 1,000,000 PD, 2 lower.').waitFor();
  expect(await similar(page).locator('circle').count()).toBe(5);
  await expect.poll(() => alike(page).count()).toBe(7);
  const [nearest = '', next = ''] = await alike(page).allTextContents();
  expect(`${nearest}${next}`).toContain('Same IVs, nature, ability and form');
  expect(`${nearest}${next}`).toMatch(/50% more|20% more/);
  const text = (await alike(page).allTextContents()).join('\n');
  const groups = similar(page).getByRole('heading', { level: 3 });
  expect(await groups.allTextContents()).toEqual([
    'Exact matches',
    'Similar sales',
    'Other sales of Garchomp',
  ]);
  for (const difference of ['Jolly, not Adamant', '1 more perfect IV', 'Sand Veil, not Rough Skin', 'Shiny'])
    expect(text).toContain(`≠${difference}`);
});

it('searches again without a trait that is turned off', async () => {
  const page = await browser.open(`/sale/${saleId}`);
  await similar(page)
    .getByText(/^3 of these 5 sales were higher/)
    .waitFor();
  const shininess = similar(page).getByRole('button', { name: 'Shininess' });
  expect(await shininess.getAttribute('aria-pressed')).toBe('true');
  await shininess.click();
  await similar(page)
    .getByText(/^4 of these 6 sales were higher/)
    .waitFor();
  expect(await shininess.getAttribute('aria-pressed')).toBe('false');
  await arrivesAt(page, `/sale/${saleId}?without=shiny`);
  await page.reload();
  await similar(page)
    .getByText(/^4 of these 6 sales were higher/)
    .waitFor();
  await similar(page).getByRole('button', { name: 'Shininess' }).click();
  await arrivesAt(page, `/sale/${saleId}`);
  await similar(page)
    .getByText(/^3 of these 5 sales were higher/)
    .waitFor();
});

it('gives a sale its own URL', async () => {
  const page = await browser.open(
    '/?tab=pokemon&name=Garchomp&exact=true&max_price=1000000&sort=price&order=desc',
  );
  await openFirst(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${site.url}/sale/${saleId}`);

  await page.goto(link);
  await page.getByRole('heading', { name: 'Garchomp', level: 1 }).waitFor();
  await expect
    .poll(() => page.title())
    .toMatch(/^Adamant Garchomp sold for 1,000,000 PD on \d+ \w+ \d{4} · MarketDex$/);
  for (const fact of ['31/31/31/4/31/31', 'Rough Skin', `#${saleId}`])
    await page.getByText(fact, { exact: true }).first().waitFor();
  await page
    .getByRole('link', { name: `Proof of sale ${saleId} at forum.example, opens in a new tab` })
    .waitFor();
  await page.getByRole('link', { name: 'Everything on Garchomp' }).click();
  await arrivesAt(page, '/pokemon/garchomp');
  await page.goBack();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Garchomp' }).click();
  await arrivesAt(page, '/?tab=pokemon&name=Garchomp&exact=true');
});

it.each(['999999', '0', 'x%20y'])('reports that there is no sale %s', async (id) => {
  const page = await browser.open(`/sale/${id}`);
  await page.getByRole('heading', { name: /^There is no sale / }).waitFor();
  await page.getByRole('link', { name: 'Browse Data' }).last().waitFor();
  browser.takeErrors();
});

it('does not show a pending sale', async () => {
  const waiting = await makeSale(site, garchomp(5));
  const page = await browser.open(`/sale/${waiting}`);
  await page.getByRole('heading', { name: /^There is no sale / }).waitFor();
  browser.takeErrors();
});

it('warns a submitter of an unusual price and of a duplicate, without blocking', async () => {
  const page = await browser.open('/submit-data?kind=item&name=Master%20Ball', {
    as: await makeAccount(site),
  });
  const price = page.getByLabel('Price');
  await page.getByRole('region', { name: 'Similar sales' }).getByText('1,200').waitFor();
  await price.fill('9999');
  const warning = (text: string) => page.locator('[data-announced]').getByText(text);
  await warning(
    'Over 3 times the middle of 3 comparable sales (1,000 to 1,200 PD). Is there a digit too many?',
  ).waitFor();
  await page.getByRole('region', { name: 'Similar sales' }).getByText('89% less').waitFor();
  await price.fill('3');
  await warning('Is there a digit missing?').waitFor();
  await price.fill('1100');
  await warning('Is there a digit missing?').waitFor({ state: 'detached' });
  await page.getByLabel('Date sold').fill(daysBefore(todayUtc(), 8));
  await warning('The same sale seems to be in the market history').waitFor();
  await price.fill('9999');
  await warning('Is there a digit too many?').waitFor();
  await page.getByRole('button', { name: 'Submit Data' }).click();
  await page.getByRole('heading', { name: /is submitted$/ }).waitFor();
});

it('looks correct', async () => {
  const page = await browser.open(`/sale/${saleId}`);
  await similar(page)
    .getByText(/^3 of these 5 sales were higher/)
    .waitFor();
  await checkAppearance(page, 'sale-page');
  await page.goto(`${site.url}/?tab=pokemon&name=Garchomp&exact=true&chart=hidden`);
  await openFirst(page);
  await similar(page)
    .getByText(/of these \d sales were/)
    .waitFor();
  await checkAppearance(page, 'open-row');
});

it('looks correct during a submission', async () => {
  const page = await browser.open('/submit-data?kind=pokemon&name=Garchomp', { as: await makeAccount(site) });
  await page.getByLabel('Ability').selectOption('Rough Skin');
  await page.getByLabel('Nature').selectOption('Adamant');
  for (const stat of ['HP', 'Atk', 'Def', 'SpA', 'SpD', 'Spe'])
    await page.getByLabel(`${stat} IV`).fill(stat === 'SpA' ? '4' : '31');
  await page.getByLabel('Price').fill('9m');
  await page.locator('[data-announced]').getByText('Is there a digit too many?').waitFor();
  await checkAppearance(page, 'submit-warnings');
});
