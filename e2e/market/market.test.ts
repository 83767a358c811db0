import { beforeAll, expect, it } from 'vitest';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { openNextPage } from '../kit/keyboard.ts';
import { chipsOf, counts, pricesOf, searchBox, smallMarket, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

beforeAll(() => stock(site, [...smallMarket(28), { name: 'Rare Candy', price: 2_500_000 }]));

it('applies filters at once, shows them, and removes them', async () => {
  const page = await browser.open('/?tab=pokemon');
  await counts(page, '3 sales');
  await page.getByLabel('Nature').selectOption('Adamant');
  await counts(page, '1 sale');
  expect(await chipsOf(page)).toEqual(['Nature Adamant']);
  await page.getByRole('button', { name: 'Remove filter: Nature Adamant' }).click();
  await counts(page, '3 sales');

  await page.getByLabel('Price from', { exact: true }).pressSequentially('1.5m');
  expect(await page.getByLabel('Price from', { exact: true }).inputValue()).toBe('1,500,000');
  await counts(page, '1 sale');
  // Unfinished input is not a filter yet; clearing the filters discards it.
  await page.getByLabel('Price to', { exact: true }).fill('1.5');
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await arrivesAt(page, '/?tab=pokemon');
  for (const bound of ['Price from', 'Price to'])
    expect(await page.getByLabel(bound, { exact: true }).inputValue(), bound).toBe('');
  await counts(page, '3 sales');

  await page.getByLabel('Spe IV, most').fill('30');
  await counts(page, '1 sale');
  await page.getByLabel('Spe IV, most').fill('99');
  expect(await page.getByLabel('Spe IV, most').inputValue()).toBe('31');
  await counts(page, '3 sales');
  await page.getByLabel('Shiny').selectOption('Shiny only');
  await page.getByLabel('Perfect IVs').selectOption('5 or more are 31');
  await page.getByLabel('Hidden power').selectOption({ index: 1 });
  // A maximum of 31 leaves out nothing.
  await expect.poll(() => chipsOf(page)).toHaveLength(3);
});

it('keeps each sorted header on one line on tablets', async () => {
  const page = await browser.open('/?tab=pokemon', { width: 768 });
  await counts(page, '3 sales');
  const lines = await page
    .getByRole('columnheader')
    .getByRole('button')
    .evaluateAll((headers) =>
      headers.map(({ firstChild }) => {
        const text = document.createRange();
        if (firstChild) text.selectNodeContents(firstChild);
        return [firstChild?.textContent, text.getClientRects().length];
      }),
    );
  expect(lines).toEqual([
    ['Name', 1],
    ['Price', 1],
    ['Date sold', 1],
  ]);
});

it('restores its state on back, forward and reload', async () => {
  const page = await browser.open('/');
  await counts(page, '30 sales');
  await searchBox(page).fill('master');
  await counts(page, '28 sales');
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await expect.poll(async () => (await pricesOf(page))[0]).toBe(1000);
  await openNextPage(page);
  const last = '/?name=master&sort=price&order=asc&page=2';
  await arrivesAt(page, last);
  await expect.poll(() => pricesOf(page)).toEqual([26_000, 27_000, 28_000]);
  await page.reload();
  await expect.poll(() => pricesOf(page)).toEqual([26_000, 27_000, 28_000]);
  expect(await searchBox(page).inputValue()).toBe('master');

  await page.goBack();
  await expect.poll(async () => (await pricesOf(page))[0]).toBe(1000);
  await page.goBack();
  await page.goBack();
  await arrivesAt(page, '/');
  await counts(page, '30 sales');
  expect(await searchBox(page).inputValue()).toBe('');
  await page.goForward();
  await counts(page, '28 sales');
});

it('treats wildcards and quotes in a name as literal characters', async () => {
  const page = await browser.open(`/?name=${encodeURIComponent('%\'"_\\')}`);
  await counts(page, '0 sales');
  expect(await chipsOf(page)).toEqual(['Name contains “%\'"_\\”']);
});

it('opens a row in place, with every field and its proof', async () => {
  const page = await browser.open('/?tab=pokemon&nature=Adamant');
  await counts(page, '1 sale');
  const row = page.getByRole('button', { name: 'Garchomp' });
  await row.click();
  expect(await row.getAttribute('aria-expanded')).toBe('true');
  const facts = page.locator(`[id="${await row.getAttribute('aria-controls')}"]`);
  const proof = facts.getByRole('link', { name: /^Proof of/ }).first();
  await proof.waitFor();
  const text = (await facts.textContent()) ?? '';
  for (const fact of ['Rough Skin', 'Adamant', '31/31/31/4/31/31', '2,000,000', 'forum.example'])
    expect(text).toContain(fact);
  expect(await proof.getAttribute('rel')).toBe('noopener nofollow ugc');
  expect(await proof.getAttribute('href')).toBe('https://forum.example/thread/2');
  await row.press('Enter');
  await facts.waitFor({ state: 'detached' });
});

it('shows the open row again after the page of a sale and back, and after a reload', async () => {
  const page = await browser.open('/?tab=pokemon&nature=Adamant');
  const row = page.getByRole('button', { name: 'Garchomp' });
  await row.click();
  await page.getByRole('link', { name: "This sale's page" }).click();
  await page.getByRole('heading', { name: 'Garchomp', level: 1 }).waitFor();
  await page.goBack();
  const open = page.getByRole('button', { name: 'Garchomp', expanded: true });
  await open.waitFor();
  await page.reload();
  await open.press('Enter');
  await page.getByRole('button', { name: 'Garchomp', expanded: false }).waitFor();
  await page.reload();
  await counts(page, '1 sale');
  expect(await page.getByRole('button', { expanded: true }).count()).toBe(0);
});

it('puts the filters in a sheet on phones, with the number of active ones', async () => {
  const page = await browser.open('/?tab=pokemon&nature=Bold', { width: 390 });
  await counts(page, '1 sale');
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Nature').selectOption('Any');
  // Only its body scrolls, so that the title and the button stay in sight.
  expect(await sheet.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0);
  await sheet.getByRole('button', { name: 'Show 3 sales' }).click();
  await sheet.waitFor({ state: 'hidden' });
  expect(addressOf(page)).toBe('/?tab=pokemon');
  await page.getByLabel('Sort by').selectOption('Cheapest first');
  await expect.poll(() => pricesOf(page)).toEqual([400_000, 900_000, 2_000_000]);
});

it("shows the server's message", async () => {
  const page = await browser.open('/', {
    // Like an old client that requests a removed feature from a newer server.
    prepare: (opened) =>
      opened.route(/items\.list/, (route) =>
        route.continue({ url: route.request().url().replace('limit%22%3A25', 'limit%22%3A999') }),
      ),
    withoutData: true,
  });
  await page.getByRole('alert').filter({ hasText: /limit/i }).waitFor();
  // The list may mount after the first response, and then asks again.
  browser.allowErrors(400);
});
