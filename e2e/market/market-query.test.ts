import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { chipsOf, counts, pricesOf, searchBox, smallMarket, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

beforeAll(() => stock(site, smallMarket(6)));

const editor = (page: Page): Locator => page.getByRole('textbox', { name: 'Advanced query' });
const choose = (page: Page, mode: 'Easy' | 'Advanced') => page.getByText(mode, { exact: true }).click();
const alertOf = (page: Page, message: string): Locator =>
  page.getByRole('alert').filter({ hasText: message });
const queryAddress = (query: string): string => `/?tab=pokemon&${new URLSearchParams({ query })}`;
const options = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

/** Waits until the suggestions start with these. */
const suggests = (page: Page, ...labels: string[]) =>
  expect
    .poll(async () =>
      (await options(page).locator('span:first-child').allTextContents()).slice(0, labels.length),
    )
    .toEqual(labels);

describe('a query', () => {
  it('is restored by back, forward, reload and a pasted URL', async () => {
    const page = await browser.open(queryAddress('price > 900,000'));
    await counts(page, '1 sale');
    expect(await editor(page).inputValue()).toBe('price > 900,000');
    await editor(page).fill('price >= 900k');
    await editor(page).press('Enter');
    await counts(page, '2 sales');
    await page.goBack();
    await counts(page, '1 sale');
    expect(await editor(page).inputValue()).toBe('price > 900,000');
    await page.goForward();
    await counts(page, '2 sales');
    expect(await editor(page).inputValue()).toBe('price >= 900k');
    await page.reload();
    await counts(page, '2 sales');
    expect(await editor(page).inputValue()).toBe('price >= 900k');
  });

  it('combines with a name, in the list and the chart', async () => {
    const page = await browser.open('/?query=price+%3E+1000');
    await counts(page, '6 sales');
    await page.getByRole('region', { name: 'Price history' }).waitFor();
    await searchBox(page).fill('left');
    await counts(page, '1 sale');
    expect(await chipsOf(page)).toEqual(['Name contains “left”']);
    await page.getByRole('region', { name: 'Price history' }).waitFor({ state: 'detached' });
  });
});

describe('an invalid query', () => {
  it('in a pasted URL shows its error, and no unfiltered sales', async () => {
    const page = await browser.open(queryAddress('item = Leftovers'));
    await alertOf(page, 'item is a field of items; this query is for pokemon').waitFor();
    await alertOf(page, 'The query has an error').waitFor();
    await expect.poll(() => pricesOf(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await editor(page).fill('pokemon = Garchomp');
    await editor(page).press('Enter');
    await counts(page, '2 sales');
    expect(browser.takeErrors()).not.toEqual([]);
  });
});

describe('switching modes', () => {
  it('also works on the page of a name, which keeps its name', async () => {
    const page = await browser.open('/pokemon/garchomp?nature=Jolly');
    await counts(page, '1 sale');
    await choose(page, 'Advanced');
    await arrivesAt(page, '/pokemon/garchomp?query=nature+%3D+Jolly');
    await editor(page).fill('price >= 1');
    await editor(page).press('Enter');
    await counts(page, '2 sales');
    expect(await chipsOf(page)).toEqual([]);
    await choose(page, 'Easy');
    await arrivesAt(page, '/pokemon/garchomp?min_price=1');
    await counts(page, '2 sales');
  });

  it('offers to discard a query that simple filters cannot express', async () => {
    const query = 'price < 1m AND (nature = Jolly OR is shiny)';
    const page = await browser.open(queryAddress(query));
    await counts(page, '2 sales');
    await choose(page, 'Easy');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('nature = Jolly OR is shiny').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(addressOf(page)).toBe(queryAddress(query));
    expect(await editor(page).inputValue()).toBe(query);

    await choose(page, 'Easy');
    await dialog.getByRole('button', { name: 'Discard the query' }).click();
    await arrivesAt(page, '/?tab=pokemon');
    await counts(page, '3 sales');
    await page.goBack();
    await counts(page, '2 sales');
    expect(await editor(page).inputValue()).toBe(query);
  });
});

describe('looks correct', () => {
  it('with an ignored term and the help', async () => {
    const page = await browser.open(
      queryAddress(
        'nature IN (Adamant, Jolly, Bold) AND price LIKE 5 AND price <= 2,000,000 AND perfect_ivs >= 0',
      ),
    );
    await counts(page, '3 sales');
    await page.getByText('How to write a query').click();
    await checkAppearance(page, 'market-query');
  });

  it('with an error', async () => {
    const page = await browser.open('/?tab=pokemon&mode=advanced');
    await counts(page, '3 sales');
    await editor(page).fill('price < 5m AND nature = Bolt OR ability = Rough Skin');
    await editor(page).press('Enter');
    await alertOf(page, MESSAGES.queryInvalid).waitFor();
    await checkAppearance(page, 'market-query-error');
  });

  it('with suggestions', async () => {
    const page = await browser.open('/?tab=pokemon&mode=advanced');
    await counts(page, '3 sales');
    await editor(page).pressSequentially('price < 5m AND ');
    await suggests(page, 'pokemon');
    await editor(page).press('ArrowDown');
    // The list covers the button at no width.
    await checkAppearance(page, 'market-query-suggestions', () =>
      page.getByRole('button', { name: 'Apply' }).click({ trial: true }),
    );
  });
});
