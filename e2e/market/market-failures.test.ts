import { beforeAll, expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { answerImages } from '../kit/external-requests.ts';
import { counts, pricesOf, rowsOf, salesOf, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const LIST = /items\.list/;

beforeAll(async () => {
  await stock(site, [...salesOf('Master Ball', 3), { kind: 'pokemon', name: 'Rotom', traits: ROTOM }]);
});

const ROTOM = { ability: 'Levitate', form: 'Wash', is_shiny: true };

it('keeps the rows when a load fails, reports it, and retries on request', async () => {
  const page = await browser.open('/');
  await counts(page, '3 sales');
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await page.locator('[aria-sort=ascending]').waitFor();
  await page.route(LIST, (route) => route.abort());
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: MESSAGES.fetchFailed });
  await alert.waitFor();
  expect(await pricesOf(page)).toEqual([1000, 2000, 3000]);
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Retry' }).click();
  await eventually(() => pricesOf(page)).toEqual([3000, 2000, 1000]);
  await alert.waitFor({ state: 'detached' });
  expect(browser.takeErrors()).not.toEqual([]);
});

it('offers Retry when the first load fails', async () => {
  const page = await browser.open('/', { prepare: (opened) => opened.route(LIST, (route) => route.abort()) });
  await page.getByRole('alert').filter({ hasText: MESSAGES.fetchFailed }).waitFor();
  expect(await rowsOf(page).count()).toBe(0);
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Retry' }).click();
  await counts(page, '3 sales');
  expect(browser.takeErrors()).not.toEqual([]);
});

it("shows the server's message", async () => {
  const page = await browser.open('/', {
    // Like an old client that requests a removed feature from a newer server.
    prepare: (opened) =>
      opened.route(LIST, (route) =>
        route.continue({ url: route.request().url().replace('limit%22%3A25', 'limit%22%3A999') }),
      ),
  });
  await page.getByRole('alert').filter({ hasText: /limit/i }).waitFor();
  expect(browser.takeErrors()).toEqual([expect.stringContaining('400')]);
});

it('links to Submit Data when nothing matches', async () => {
  const page = await browser.open('/?name=Nothing+of+the+kind');
  await counts(page, '0 sales');
  await page.getByRole('main').getByRole('link', { name: 'Submit Data' }).click();
  await arrivesAt(page, '/login?next=%2Fsubmit-data');
});

it('falls back from image to image to the placeholder, without layout shift', async () => {
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  // With a filter, because the start page shows further pictures.
  const page = await browser.open('/?tab=pokemon&min_price=1', {
    prepare: async (opened) =>
      answerImages(opened, async (url) => {
        asked.push(url);
        await held.promise;
        return 'not found' as const;
      }),
  });
  await counts(page, '1 sale');
  const row = rowsOf(page).first();
  await row.locator('img').waitFor();
  const before = await row.boundingBox();
  held.resolve();
  await row.locator('img').waitFor({ state: 'detached' });
  expect(await row.boundingBox()).toEqual(before);
  expect(await row.locator('svg text').first().textContent()).toBe('R');
  expect(asked[0]).toContain('gen5-shiny/rotom-wash.png');
  // Each URL once, and none of a dead host.
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThanOrEqual(3);
  expect(browser.takeErrors()).toHaveLength(asked.length);
});
