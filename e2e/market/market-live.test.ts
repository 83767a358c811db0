import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { todayUtc } from '../../src/contract/shared/dates.ts';
import {
  deleteSales,
  makeAccount,
  makeSale,
  type StoredSale,
  type TestAccount,
} from '../../src/testing/accounts/factories.ts';
import { testBrowser } from '../kit/browser.ts';
import { counts, rowsOf, salesOf, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';
import { watchSockets } from '../kit/sockets.ts';

const site = testSite();
const browser = testBrowser(site);

/** A unique name per test, so that its sales are separate. */
const addressOf = (name: string, more = '') => `/?name=${encodeURIComponent(name)}&exact=true${more}`;

const sell = (sale: StoredSale) => makeSale(site, { status: 'approved', ...sale });

/** Approves a sale as a reviewer does, over the API. */
async function approve(id: number, { token }: TestAccount): Promise<void> {
  const answer = await fetch(`${site.url}/api/items/${id}/status`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'approved' }),
  });
  expect(answer.status).toBe(200);
}

const news = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true });
const hasNews = async (page: Page): Promise<boolean> =>
  (await page.getByRole('button', { name: /new sale|have changed/ }).count()) > 0;

/** Opens a page with its list loaded and its subscription started. */
async function listening(
  address: string,
  sales: number,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  // After a recent change, and on a busy machine also after others, a page requests its data again. The response may then
  // contain the sale that the test is about to make.
  vi.spyOn(site.runtime.changeFeed, 'quietFor').mockReturnValue(60_000);
  const sockets = watchSockets();
  const page = await browser.open(address, {
    prepare: async (opened) => {
      await sockets.prepare(opened);
      await prepare(opened);
    },
  });
  await counts(page, sales === 1 ? '1 sale' : `${sales} sales`);
  await expect.poll(() => sockets.received.join()).toContain('"here"');
  return page;
}

describe('a sale that is approved while the page is open', () => {
  it('is announced, and is added on request without layout shift', async () => {
    const name = 'Leftovers';
    await stock(site, salesOf(name, 30));
    const page = await listening(addressOf(name), 30);
    const checker = await makeAccount(site, 'checker');
    const id = await sell({ name, price: 777_000, status: 'pending' });
    await approve(id, checker);
    await news(page, '1 new sale').waitFor();
    await counts(page, '30 sales');
    await expect.poll(() => rowsOf(page).count()).toBe(25);

    await sell({ name, price: 888_000 });
    await news(page, '2 new sales').waitFor();
    const top = () => page.evaluate(() => scrollY);
    await news(page, '2 new sales').scrollIntoViewIfNeeded();
    const before = await top();
    await news(page, '2 new sales').click();
    await counts(page, '32 sales');
    await page.getByText('777,000').first().waitFor();
    await page.getByText('888,000').first().waitFor();
    expect(await top()).toBe(before);
    expect(await hasNews(page)).toBe(false);
    // Keyboard focus stays where the button was.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('tabindex'))).toBe('-1');
  });

  it('is in the figures of the start page too, which lead to the sales that they count', async () => {
    await deleteSales(site);
    await sell({ name: 'Old Amber', date_sold: todayUtc() });
    const page = await listening('/', 1);
    const recent = page.getByRole('region', { name: 'Recent sales' });
    const today = recent.getByText(/^[\d,]+ items?$/).first();
    const before = Number.parseInt((await today.textContent()) ?? '', 10);
    await sell({ name: 'Moon Stone', date_sold: todayUtc() });
    await sell({ name: 'Moon Stone', date_sold: todayUtc() });
    await news(page, '2 new sales').click();
    await expect.poll(() => today.textContent()).toBe(`${before + 2} items`);
    await recent.getByRole('link', { name: 'Moon Stone 2 sales' }).waitFor();
    await today.click();
    await counts(page, `${before + 2} sales`);
  });

  it('is not announced when the filter excludes it', async () => {
    const name = 'Rare Candy';
    await stock(site, salesOf(name, 3));
    const page = await listening(addressOf(name, '&min_price=2000'), 2);
    await sell({ name, price: 1_999 });
    await sell({ name: 'Potion', price: 5_000 });
    await sell({ name, price: 2_001 });
    await news(page, '1 new sale').waitFor();
    await news(page, '1 new sale').click();
    await counts(page, '3 sales');
  });

  it('is no longer announced when the approval is undone', async () => {
    const name = 'Master Ball';
    await stock(site, salesOf(name, 2));
    const page = await listening(addressOf(name), 2);
    const [first, second] = [await sell({ name }), await sell({ name })];
    await news(page, '2 new sales').waitFor();
    await site.sql('update sale set deleted_at = now(), version = version + 1 where sale_id = ?', [first]);
    await news(page, '1 new sale').waitFor();
    await site.sql('update sale set deleted_at = now(), version = version + 1 where sale_id = ?', [second]);
    await expect.poll(() => hasNews(page)).toBe(false);
    await counts(page, '2 sales');
  });

  it('is announced on the page of its name', async () => {
    const name = 'Max Revive';
    await stock(site, salesOf(name, 2));
    const page = await listening('/item/max-revive', 2);
    await sell({ name });
    await news(page, '1 new sale').click();
    await counts(page, '3 sales');
  });
});

it('announces that a listed sale has changed, and shows it on request', async () => {
  const name = 'Ether';
  await stock(site, salesOf(name, 2));
  const page = await listening(addressOf(name), 2);
  await site.sql(`update sale set price = 424242, version = version + 1 where name = ? and price = 1000`, [
    name,
  ]);
  await news(page, 'Sales in this list have changed').click();
  await page.getByText('424,242').first().waitFor();
});

it('receives exactly the missed events after a lost connection', async () => {
  const name = 'Elixir';
  await stock(site, salesOf(name, 2));
  let cut = () => Promise.resolve();
  const page = await listening(addressOf(name), 2, (opened) =>
    opened.routeWebSocket(/\/trpc/, (socket) => {
      cut = () => socket.close();
      socket.connectToServer();
    }),
  );
  await sell({ name });
  await news(page, '1 new sale').waitFor();
  await page.context().setOffline(true);
  await cut();
  const missed = await sell({ name });
  await sell({ name });
  await site.sql('update sale set deleted_at = now(), version = version + 1 where sale_id = ?', [missed]);
  await sell({ name: 'Potion' });
  expect(await news(page, '1 new sale').count()).toBe(1);
  await page.context().setOffline(false);
  await news(page, '2 new sales').click();
  await counts(page, '4 sales');
  browser.takeErrors();
});

it('summarises a bulk change', async () => {
  const name = 'Full Heal';
  await stock(site, salesOf(name, 2));
  const page = await listening(addressOf(name), 2);
  await site.sql(
    `insert into sale (kind, name, item_id, price, date_sold, status, decided_at, version)
     select 'item', name, item_id, 1000, '2026-05-01', 'approved', now(), 2
     from item, generate_series(1, 1001) where name = ?`,
    [name],
  );
  await news(page, 'Sales in this list may have changed').click();
  await counts(page, '1,003 sales');
});
