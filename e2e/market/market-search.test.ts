import { beforeAll, expect, it } from 'vitest';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { chipsOf, counts, rowsOf, salesOf, searchBox, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SEARCH = /market\.search/;

beforeAll(async () => {
  await stock(site, [...salesOf('Master Ball', 2), ...salesOf('Master Plan', 1), ...salesOf('Leftovers', 3)]);
});

it('suggests names, with keyboard support: arrows, Enter, Escape', async () => {
  const page = await browser.open('/');
  const box = searchBox(page);
  await box.fill('mast');
  const options = page.getByRole('option');
  await options.first().waitFor();
  const names = await options.allTextContents();
  expect(names.slice(0, 2)).toEqual([
    expect.stringMatching(/Master Ball.*2 sales/),
    expect.stringMatching(/Master Plan.*1 sale$/),
  ]);
  expect(await box.getAttribute('aria-expanded')).toBe('true');

  const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
  await box.press('ArrowDown');
  await box.press('ArrowDown');
  expect(await chosen.textContent()).toContain('Master Plan');
  expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  await box.press('ArrowUp');
  expect(await chosen.textContent()).toContain('Master Ball');

  await box.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await box.inputValue()).toBe('mast');
  await box.press('ArrowDown');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await box.press('ArrowDown');
  await box.press('Enter');
  await arrivesAt(page, '/?name=Master+Ball&exact=true');
  await counts(page, '2 sales');
});

it('matches a chosen name exactly until the text is edited', async () => {
  const page = await browser.open('/');
  const box = searchBox(page);
  await box.fill('left');
  await page.getByRole('option', { name: /Leftovers/ }).click();
  await arrivesAt(page, '/?name=Leftovers&exact=true');
  expect(await box.inputValue()).toBe('Leftovers');
  expect(await chipsOf(page)).toEqual(['Name Leftovers']);
  await box.press('Backspace');
  await arrivesAt(page, '/?name=Leftover');
  expect(await chipsOf(page)).toEqual(['Name contains “Leftover”']);
  await counts(page, '3 sales');
});

it('searches from two characters on, and only when typing pauses', async () => {
  const asked: string[] = [];
  const page = await browser.open('/');
  page.on('request', (request) => {
    if (SEARCH.test(request.url())) asked.push(decodeURIComponent(request.url()));
  });
  const box = searchBox(page);
  await box.fill(' m ');
  await arrivesAt(page, '/?name=m');
  expect(await page.getByRole('listbox').count()).toBe(0);
  await box.fill('');
  await box.pressSequentially('mas');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('"text":"mas"');
});

it('shows that it is searching, and that nothing was found', async () => {
  const held = Promise.withResolvers<void>();
  const page = await browser.open('/', {
    prepare: (opened) =>
      opened.route(SEARCH, async (route) => {
        await held.promise;
        await route.continue();
      }),
  });
  await searchBox(page).fill('qqzzxx');
  await page
    .getByRole('paragraph')
    .filter({ hasText: /^Searching\.\.\.$/ })
    .waitFor();
  held.resolve();
  await page
    .getByRole('paragraph')
    .filter({ hasText: /^No results found$/ })
    .waitFor();
});

it('shows nothing when the suggestions fail', async () => {
  const page = await browser.open('/', {
    prepare: (opened) => opened.route(SEARCH, (route) => route.abort()),
  });
  const box = searchBox(page);
  await box.fill('mast');
  await counts(page, '3 sales');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(0);
  expect(addressOf(page)).toBe('/?name=mast');
  expect(browser.takeErrors()).not.toEqual([]);
});

it('ignores an outdated response', async () => {
  const held = Promise.withResolvers<void>();
  const page = await browser.open('/');
  await counts(page, '6 sales');
  await page.route(/item_name%22%3A%22Leftovers/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const late = page.waitForResponse(/item_name%22%3A%22Leftovers/);
  await page.goto(`${site.url}/?name=Leftovers`);
  await searchBox(page).fill('Master Plan');
  await counts(page, '1 sale');
  held.resolve();
  await (await late).finished();
  await counts(page, '1 sale');
  expect(await rowsOf(page).getByRole('button').allTextContents()).toEqual(['Master Plan']);
});
