import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { eventually } from '../kit/eventually.ts';
import { chipsOf, counts, pricesOf, searchBox, smallMarket, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

beforeAll(() => stock(site, smallMarket(6)));

const editor = (page: Page): Locator => page.getByRole('textbox', { name: 'Advanced query' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = (page: Page, mode: 'Easy' | 'Advanced') => page.getByText(mode, { exact: true }).click();
const alertOf = (page: Page, message: string): Locator =>
  page.getByRole('alert').filter({ hasText: message });
const queryAddress = (query: string): string => `/?tab=pokemon&${new URLSearchParams({ query })}`;
const options = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

/** Waits until the suggestions start with these. */
const suggests = (page: Page, ...labels: string[]) =>
  eventually(async () =>
    (await options(page).locator('span:first-child').allTextContents()).slice(0, labels.length),
  ).toEqual(labels);

describe('a query', () => {
  it('is applied by Enter or the button, is confirmed, and is kept in the URL', async () => {
    const page = await browser.open('/?tab=pokemon');
    await counts(page, '3 sales');
    await choose(page, 'Advanced');
    await arrivesAt(page, '/?tab=pokemon&mode=advanced');
    await editor(page).fill('nature = Adamant OR is shiny');
    await counts(page, '3 sales');
    await editor(page).press('Enter');
    await arrivesAt(page, queryAddress('nature = Adamant OR is shiny'));
    await alertOf(page, MESSAGES.queryApplied).waitFor();
    await counts(page, '2 sales');

    await editor(page).fill('price < 900k');
    expect(await alertOf(page, MESSAGES.queryApplied).count()).toBe(0);
    await press(page, 'Apply');
    await counts(page, '1 sale');
    await press(page, 'Clear');
    await arrivesAt(page, '/?tab=pokemon&mode=advanced');
    await counts(page, '3 sales');
    expect(await editor(page).inputValue()).toBe('');
  });

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

  it('is cleared with the mode when the tab changes', async () => {
    const page = await browser.open(queryAddress('is shiny'));
    await counts(page, '1 sale');
    await page.getByRole('tab', { name: 'Items' }).click();
    await arrivesAt(page, '/');
    await counts(page, '7 sales');
    await page.getByLabel('Price from').waitFor();
    expect(await page.getByRole('radio', { name: 'Easy' }).isChecked()).toBe(true);
  });
});

describe('an invalid query', () => {
  it('is not applied: it shows where it fails and what was expected, and moves the cursor there', async () => {
    const page = await browser.open(queryAddress('is shiny'));
    await counts(page, '1 sale');
    await editor(page).fill('price < 5m AND nature = Bolt');
    await editor(page).press('Enter');
    const alert = alertOf(page, MESSAGES.queryInvalid);
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(
      /At character 25: "Bolt" is not a valid nature\. Did you mean Bold\? Expected: /,
    );
    expect(await alert.locator('mark').textContent()).toBe('Bolt');
    const field = editor(page);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const selected = await field.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(selected).toBe('Bolt');
    expect(addressOf(page)).toBe(queryAddress('is shiny'));
    await counts(page, '1 sale');

    await field.pressSequentially('Bold');
    await alert.waitFor({ state: 'detached' });
    await field.press('Enter');
    await alertOf(page, MESSAGES.queryApplied).waitFor();
  });

  it('is required', async () => {
    const page = await browser.open('/?mode=advanced');
    await counts(page, '7 sales');
    await press(page, 'Apply');
    await alertOf(page, MESSAGES.queryEmpty).waitFor();
    expect(addressOf(page)).toBe('/?mode=advanced');
  });

  it('in a pasted URL shows its error, and no unfiltered sales', async () => {
    const page = await browser.open(queryAddress('item = Leftovers'));
    await alertOf(page, 'item is a field of items; this query is for pokemon').waitFor();
    await alertOf(page, 'The query has an error').waitFor();
    expect(await pricesOf(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await editor(page).fill('pokemon = Garchomp');
    await editor(page).press('Enter');
    await counts(page, '2 sales');
    expect(browser.takeErrors()).not.toEqual([]);
  });

  it('shows a failed load like any other', async () => {
    const page = await browser.open(queryAddress('is shiny'));
    await counts(page, '1 sale');
    await page.route(/pokemon\.list/, (route) => route.abort());
    await editor(page).fill('is not shiny');
    await editor(page).press('Enter');
    await alertOf(page, MESSAGES.fetchFailed).waitFor();
    expect(await pricesOf(page)).toEqual([400_000]);
    await page.unroute(/pokemon\.list/);
    await press(page, 'Retry');
    await counts(page, '2 sales');
    expect(browser.takeErrors()).not.toEqual([]);
  });
});

it('shows which terms are ignored and why, also after a reload', async () => {
  const page = await browser.open('/?tab=pokemon&mode=advanced');
  await editor(page).fill('nature > Bold AND price > 1m');
  await editor(page).press('Enter');
  await counts(page, '1 sale');
  const note = page.getByRole('listitem').filter({ hasText: 'was ignored' });
  const text =
    'nature > Bold was ignored: nature does not support >, only =, !=, LIKE, NOT LIKE, IN, NOT IN.';
  expect(await note.textContent()).toBe(text);
  await page.reload();
  await counts(page, '1 sale');
  expect(await note.textContent()).toBe(text);

  await editor(page).fill('nature > Bold');
  await editor(page).press('Enter');
  const alert = alertOf(page, MESSAGES.queryInvalid);
  await alert.filter({ hasText: 'nature does not support >' }).waitFor();
});

describe('completion', () => {
  it('completes fields, operators, values and keywords from the keyboard', async () => {
    const page = await browser.open('/?tab=pokemon&mode=advanced');
    const field = editor(page);
    await field.pressSequentially('nat');
    await suggests(page, 'nature');
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    await field.press('ArrowDown');
    const chosen = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { selected: true });
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await field.press('Tab');
    expect(await field.inputValue()).toBe('nature ');
    await suggests(page, '=', '!=', 'LIKE');
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('nature = ');
    await field.pressSequentially('jo');
    await suggests(page, 'Jolly');
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('nature = Jolly ');
    await suggests(page, 'AND', 'OR');
    await field.press('Escape');
    await eventually(() => options(page).count()).toBe(0);
    await field.press('Enter');
    await counts(page, '1 sale');
    await arrivesAt(page, queryAddress('nature = Jolly'));
  });

  it('takes names from the server, and abilities from a list', async () => {
    const page = await browser.open('/?tab=pokemon&mode=advanced');
    const field = editor(page);
    await field.pressSequentially('pokemon = garch');
    await suggests(page, 'Garchomp');
    await page.getByRole('option', { name: /Garchomp/ }).click();
    expect(await field.inputValue()).toBe('pokemon = Garchomp ');
    await field.pressSequentially('and ability = rough');
    await suggests(page, 'Rough Skin');
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('pokemon = Garchomp and ability = Rough Skin ');
    await field.press('Enter');
    await counts(page, '2 sales');
  });

  it('keeps the rest of the text', async () => {
    const page = await browser.open(queryAddress('nature = Jolly AND price < 1m'));
    const field = editor(page);
    await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(9, 14));
    await field.pressSequentially('ada');
    await suggests(page, 'Adamant');
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('nature = Adamant AND price < 1m');
    await field.pressSequentially('x');
    expect(await field.inputValue()).toBe('nature = Adamant xAND price < 1m');
    await field.press('Backspace');
    await field.press('Escape');
    await field.press('Enter');
    await counts(page, '0 sales');
  });

  it('follows closed lists and groups', async () => {
    const page = await browser.open('/?tab=pokemon&mode=advanced');
    const field = editor(page);
    await field.pressSequentially('(nature in (jol');
    await suggests(page, 'Jolly');
    await field.press('ArrowDown');
    await field.press('Enter');
    await field.pressSequentially(', bol');
    await suggests(page, 'Bold');
    await field.press('ArrowDown');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('(nature in (Jolly, Bold');
    await field.pressSequentially(') ');
    await suggests(page, 'AND', 'OR', ')');
    await field.pressSequentially(')');
    await field.press('Enter');
    await counts(page, '2 sales');
  });

  it('applies an example with a click', async () => {
    const page = await browser.open('/?tab=pokemon&mode=advanced');
    await page.getByText('How to write a query').click();
    await press(page, 'is shiny AND NOT form = Alola');
    await arrivesAt(page, queryAddress('is shiny AND NOT form = Alola'));
    await counts(page, '1 sale');
    expect(await editor(page).inputValue()).toBe('is shiny AND NOT form = Alola');
  });
});

describe('switching modes', () => {
  it('converts simple filters to a query and back', async () => {
    const easy = '/?tab=pokemon&name=Garchomp&exact=true&min_price=1000&nature=Jolly&max_speed_iv=30';
    const page = await browser.open(easy);
    await counts(page, '1 sale');
    await choose(page, 'Advanced');
    await counts(page, '1 sale');
    expect(await editor(page).inputValue()).toBe('price >= 1000 AND nature = Jolly AND speed_iv <= 30');
    expect(await searchBox(page).inputValue()).toBe('Garchomp');
    await choose(page, 'Easy');
    await arrivesAt(page, easy);
    await counts(page, '1 sale');
    expect(await page.getByLabel('Nature', { exact: true }).inputValue()).toBe('Jolly');
  });

  it('moves a name from the query to the name box', async () => {
    const page = await browser.open(queryAddress('pokemon LIKE %chomp% AND price < 1m'));
    await counts(page, '1 sale');
    await choose(page, 'Easy');
    await arrivesAt(page, '/?tab=pokemon&name=chomp&max_price=999999');
    expect(await searchBox(page).inputValue()).toBe('chomp');
    await counts(page, '1 sale');
  });

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
    await checkAppearance(page, 'market-query-suggestions');
  });
});
