import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { makeAccount, makeSale } from '../../src/testing/accounts/factories.ts';
import { testBrowser } from '../kit/browser.ts';
import { counts, salesOf, stock } from '../kit/market-page.ts';
import { layoutShift } from '../kit/positions.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

let saleId: number;

beforeAll(async () => {
  await stock(site, [
    ...salesOf('Master Ball', 7),
    ...salesOf('Big Root', 1),
    ...salesOf('Garchomp', 7, { kind: 'pokemon', traits: { nature: 'Jolly' } }),
  ]);
  saleId = await makeSale(site, { name: 'Rare Candy', status: 'approved' });
  // The server finds what was sold.
  await fetch(`${site.url}/api/items`);
});

// A page that learns late, on a busy machine, that something has just changed requests its data again.
beforeEach(() => void vi.spyOn(site.runtime.changeFeed, 'quietFor').mockReturnValue(60_000));

/** What a page shows first, without the chart, which is drawn once it is on screen. */
const FIRST = /\/trpc\/[^?]*((items|pokemon)\.list|market\.(answer|name|overview|sale|similarToSale))/;

/** Opens a page; what it requests of what it shows first is collected. */
async function open(address: string, visit: Parameters<typeof browser.open>[1] = {}) {
  const requested: string[] = [];
  const page = await browser.open(address, {
    ...visit,
    prepare: async (opened) => {
      opened.on('request', (request) => {
        if (FIRST.test(request.url())) requested.push(request.url());
      });
    },
  });
  return { page, requested };
}

const SLOW = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };

const isShown = (page: Page, text: string) => page.getByText(text).first().waitFor();

it.each([
  ['/', '9 sales'],
  ['/?tab=pokemon&nature=Jolly&sort=price&order=asc', '7 sales'],
  ['/?name=Master+Ball&exact=true', '7 sales'],
  ['/?query=price+%3E+0&mode=advanced&limit=50', '9 sales'],
  ['/item/master-ball?days=365', '7 sales'],
  ['/pokemon/garchomp?nature=Jolly&page=1', '7 sales'],
  ['/pokemon/garchomp?chart=hidden', '7 sales'],
])('%s shows the data of its document, and requests none of them', async (address, total) => {
  const { page, requested } = await open(address);
  await counts(page, total);
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);
});

it('so does the page of a sale', async () => {
  const { page, requested } = await open(`/sale/${saleId}?without=nature`);
  await page.getByRole('heading', { name: 'Rare Candy', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(requested).toEqual([]);
});

it('requests nothing again when its live updates begin', async () => {
  const { page, requested } = await open('/?name=Big+Root&exact=true');
  await counts(page, '1 sale');
  await makeSale(site, { name: 'Big Root', status: 'approved' });
  await page.getByRole('button', { name: '1 new sale' }).waitFor();
  expect(requested).toEqual([]);
});

it.each([
  '/?name=Master+Ball&exact=true',
  '/?tab=pokemon&nature=Jolly',
  '/?tab=pokemon&query=price+%3E+0&mode=advanced',
  '/item/master-ball',
])('%s hardly moves while it loads on a phone with a slow network', async (address) => {
  const page = await browser.open(address, {
    width: 390,
    prepare: async (opened) => {
      const session = await opened.context().newCDPSession(opened);
      await session.send('Network.emulateNetworkConditions', SLOW);
      onTestFinished(() => session.detach());
    },
  });
  await counts(page, '7 sales');
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page)).toBeLessThan(0.01);
});

it("requests the data again for an account, because the document has a visitor's", async () => {
  const { page, requested } = await open(`/sale/${saleId}`, { as: await makeAccount(site, 'checker') });
  await page.getByRole('heading', { name: 'Rare Candy', level: 1 }).waitFor();
  await expect.poll(() => requested.join()).toMatch(/market\.sale/);
});

it('loads the screens that are opened next while it is idle', async () => {
  const scripts = new Set<string>();
  await browser.open('/', {
    prepare: async (opened) =>
      void opened.on('request', (request) => {
        const [screen] = request.url().match(/(name|sale)-screen/) ?? [];
        if (screen) scripts.add(screen);
      }),
  });
  await expect.poll(() => [...scripts].toSorted()).toEqual(['name-screen', 'sale-screen']);
});

it('shows what was sold meanwhile after "back", although the browser has kept the document', async () => {
  const { page } = await open('/?name=Rare+Candy&exact=true');
  await counts(page, '1 sale');
  await page.goto(`${site.url}/faq`);
  await isShown(page, 'FAQ');
  await makeSale(site, { name: 'Rare Candy', status: 'approved' });
  await page.goBack();
  await counts(page, '2 sales');
});
