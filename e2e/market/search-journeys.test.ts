import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { hasFocus } from '../kit/keyboard.ts';
import { chipsOf, counts, pricesOf, salesOf, searchBox, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const ANSWER = '/?tab=pokemon&name=Garchomp&exact=true&nature=Adamant&min_perfect_ivs=5';
const NAMED = 'Name Garchomp';

beforeAll(async () => {
  const garchomp = { kind: 'pokemon', name: 'Garchomp' } as const;
  await stock(site, [
    { ...garchomp, price: 69_000 },
    { ...garchomp, price: 50_000, traits: { nature: 'Jolly' } },
    { ...garchomp, price: 20_000, traits: { iv_hp: 3, iv_defense: 4 } },
    { kind: 'pokemon', name: 'Gible', price: 5_000 },
    ...salesOf('Leftovers', 2),
    ...salesOf('Adamant Orb', 3),
  ]);
});

/** The pieces of the search that were understood, by the labels of their chips. */
const termsOf = async (page: Page): Promise<string[]> => {
  const labels = await page
    .getByRole('button', { name: /^Remove from the search: / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace('Remove from the search: ', ''));
};

const isFocused = (page: Page) => hasFocus(searchBox(page));

describe('the Garchomp question', () => {
  it('takes one input and one key from the start page', async () => {
    const page = await browser.open('/');
    await searchBox(page).fill('adamant 5x31 garchomp');
    await page.keyboard.press('Enter');
    await arrivesAt(page, ANSWER);
    await counts(page, '1 sale');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText(/^1 exact match: 69,000 PD on \d+ \w+ \d{4}, with proof\.$/).waitFor();
    await answer
      .getByText(/^1 similar sale: too few to say where prices lie\. Last one 50,000 PD on /)
      .waitFor();
    await expect.poll(() => pricesOf(page)).toEqual([69_000]);
    expect(await chipsOf(page)).toEqual([NAMED, 'Nature Adamant', 'Perfect IVs 5 or more']);
    expect(await searchBox(page).inputValue()).toBe('Garchomp');
    expect(await page.getByRole('listbox').count()).toBe(0);
  });

  it('takes no more with typing mistakes, on a phone', async () => {
    const page = await browser.open('/', { width: 390 });
    await searchBox(page).fill('garchmop 5x31 adament');
    await searchBox(page).press('Enter');
    await arrivesAt(page, '/?tab=pokemon&name=Garchomp&exact=true&nature=Adamant&min_perfect_ivs=5');
  });

  it('prints as an advanced query', async () => {
    const page = await browser.open(ANSWER);
    await page.getByText('Advanced', { exact: true }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Advanced query' }).inputValue())
      .toBe('nature = Adamant AND perfect_ivs >= 5');
  });

  it('can be followed by another one, which replaces only what it names', async () => {
    const page = await browser.open(ANSWER);
    await searchBox(page).fill('jolly garchomp');
    await searchBox(page).press('Enter');
    await expect.poll(() => chipsOf(page)).toEqual([NAMED, 'Nature Jolly', 'Perfect IVs 5 or more']);
  });
});

it('has alternatives and an order', async () => {
  const page = await browser.open('/');
  await searchBox(page).fill('cheapest adamant/jolly garchomp');
  await expect.poll(() => termsOf(page)).toEqual(['Cheapest first', 'Nature Adamant or Nature Jolly']);
  await searchBox(page).press('Enter');
  await arrivesAt(
    page,
    '/?tab=pokemon&name=Garchomp&exact=true&query=nature+IN+%28Adamant%2C+Jolly%29&sort=price&order=asc',
  );
  await expect.poll(() => pricesOf(page)).toEqual([20_000, 50_000, 69_000]);
  await searchBox(page).fill('adamant/jolly garcho');
  await page.getByRole('option', { name: /Garchomp/ }).click();
  await arrivesAt(
    page,
    '/?tab=pokemon&name=Garchomp&exact=true&query=nature+IN+%28Adamant%2C+Jolly%29&sort=price&order=asc',
  );
});

it.each(['Enter', 'a suggestion'])('shows what was found on a touch screen, after %s', async (by) => {
  const page = await browser.open('/', { width: 390 });
  await searchBox(page).fill('garchomp');
  const suggestion = page.getByRole('option').first();
  await suggestion.waitFor();
  await (by === 'Enter' ? searchBox(page).press('Enter') : suggestion.click());
  await page.waitForFunction(() => document.activeElement === document.body);
  await counts(page, '3 sales');
  await expect.poll(async () => (await searchBox(page).boundingBox())?.y).toBeLessThan(60);
});

it('suggests items and pokemon in groups, and goes to the tab of the chosen one', async () => {
  const page = await browser.open('/?min_price=1000');
  await searchBox(page).fill('garcho');
  const groups = page.getByRole('listbox').getByRole('group');
  await groups.first().waitFor();
  expect(await groups.evaluateAll((found) => found.map((group) => group.getAttribute('aria-label')))).toEqual(
    ['Pokemon', 'Items'],
  );
  await page
    .getByRole('option')
    .first()
    .filter({ hasText: /Garchomp.*3 sales/ })
    .waitFor();
  await searchBox(page).press('ArrowDown');
  await searchBox(page).press('Enter');
  await arrivesAt(page, '/?tab=pokemon&name=Garchomp&exact=true');
  await counts(page, '3 sales');
});

it('applies what else was typed to a chosen name', async () => {
  const page = await browser.open('/');
  await searchBox(page).fill('jolly garcho');
  await page.getByRole('option', { name: /Garchomp/ }).click();
  await arrivesAt(page, '/?tab=pokemon&name=Garchomp&exact=true&nature=Jolly');
  await searchBox(page).fill('adamant');
  await page.getByRole('option', { name: /Adamant Orb/ }).click();
  await arrivesAt(page, '/?name=Adamant+Orb&exact=true');
  await counts(page, '3 sales');
});

describe('what was understood', () => {
  it('is shown before it is applied, and can be removed', async () => {
    const page = await browser.open('/');
    const box = searchBox(page);
    await box.fill('adamant, 5x31 wat garcho <1m');
    await expect
      .poll(() => termsOf(page))
      .toEqual(['Nature Adamant', 'Perfect IVs 5 or more', 'Price up to 1,000,000 PD']);
    await page.getByText('Not understood: wat').waitFor();
    expect(addressOf(page)).toBe('/');
    await page.getByRole('button', { name: 'Remove from the search: Perfect IVs 5 or more' }).click();
    expect(await box.inputValue()).toBe('adamant, wat garcho <1m');
    await expect.poll(() => termsOf(page)).toEqual(['Nature Adamant', 'Price up to 1,000,000 PD']);
    await page.getByRole('button', { name: 'Show sales' }).click();
    await arrivesAt(page, '/?tab=pokemon&name=garcho&max_price=1000000&nature=Adamant');
    expect(await box.inputValue()).toBe('garcho');
  });

  it('can be reached and removed with the keyboard', async () => {
    const page = await browser.open('/');
    const box = searchBox(page);
    await box.fill('adamant 5x31 garcho');
    await expect.poll(() => termsOf(page)).toHaveLength(2);
    await box.press('Tab');
    await page.keyboard.press('Enter');
    await isFocused(page);
    expect(await box.inputValue()).toBe('5x31 garcho');
    await expect.poll(() => termsOf(page)).toEqual(['Perfect IVs 5 or more']);
    await box.press('Escape');
    await expect.poll(() => termsOf(page)).toEqual([]);
    expect(await box.inputValue()).toBe('5x31 garcho');
  });
});

it('keeps its text when the tab changes, and an empty tab links to the other one', async () => {
  const page = await browser.open('/');
  await searchBox(page).fill('garchomp');
  await arrivesAt(page, '/?name=garchomp');
  await searchBox(page).press('Escape');
  await page.getByRole('tab', { name: 'Pokemon' }).click();
  await arrivesAt(page, '/?tab=pokemon&name=garchomp');
  expect(await searchBox(page).inputValue()).toBe('garchomp');
  await searchBox(page).fill('adamant 5x31 gar');
  await expect.poll(() => termsOf(page)).toHaveLength(2);
  await searchBox(page).press('Escape');
  await page.getByRole('tab', { name: 'Items' }).click();
  await arrivesAt(page, '/?name=garchomp');
  expect(await searchBox(page).inputValue()).toBe('adamant 5x31 gar');
  await page.getByRole('link', { name: '3 under Pokemon' }).click();
  await arrivesAt(page, '/?tab=pokemon&name=garchomp');
  await counts(page, '3 sales');
});

it('searches for a part of names in the current tab if it has such sales', async () => {
  const page = await browser.open('/');
  for (const [text, address] of [
    ['ado', '/?name=ado'],
    ['gib', '/?tab=pokemon&name=gib'],
    ['left', '/?name=left'],
  ] as const) {
    await searchBox(page).fill(text);
    await searchBox(page).press('Enter');
    await arrivesAt(page, address);
  }
});

describe('the shortcuts', () => {
  it.each(['/', 'Control+k'])('%s focuses the search, from any page', async (key) => {
    const page = await browser.open('/?name=left');
    await counts(page, '2 sales');
    await page.keyboard.press(key);
    await isFocused(page);
    await page.keyboard.type('gib');
    expect(await searchBox(page).inputValue()).toBe('gib');
    for (const address of ['/faq', '/login']) {
      await page.goto(`${site.url}${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('body').press(key);
      await arrivesAt(page, '/');
      await isFocused(page);
    }
  });

  it('leave a slash to the field that it is typed into', async () => {
    const page = await browser.open('/login');
    await page.getByLabel('Username').pressSequentially('a/b');
    expect(await page.getByLabel('Username').inputValue()).toBe('a/b');
    expect(addressOf(page)).toBe('/login');
    await page.keyboard.press('Control+k');
    await arrivesAt(page, '/');
    await isFocused(page);
    await page.keyboard.type('31/');
    expect(await searchBox(page).inputValue()).toBe('31/');
  });
});
