import { beforeAll, expect, it } from 'vitest';
import { makeAccount } from '../../src/testing/accounts/factories.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { chipsOf, counts, stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const DEMO = 'Demo data: the sales on this site are generated. They are not real.';

beforeAll(async () => {
  await stock(site, [
    { name: 'Master Ball', price: 1000 },
    { name: 'Master Ball', price: 1100, proof_url: null },
    { kind: 'pokemon', name: 'Garchomp' },
    { kind: 'pokemon', name: 'Garchomp', price: 80_000_000, traits: { is_shiny: true } },
    { kind: 'pokemon', name: 'Garchomp', price: 7, traits: { iv_hp: 1, iv_attack: 2, iv_speed: 3 } },
  ]);
});

it('offers only the sales with proof, since some have none', async () => {
  const page = await browser.open('/');
  await counts(page, '2 sales');
  await page.getByRole('button', { name: 'Only sales with proof' }).click();
  await counts(page, '1 sale');
  await arrivesAt(page, '/?proof=with');
  expect(await chipsOf(page)).toEqual(['With proof']);
  expect(await page.getByRole('button', { name: 'Only sales with proof' }).count()).toBe(0);
});

it('names the filters of an address that it does not know', async () => {
  const page = await browser.open('/?tab=pokemon&nature=Grumpy&min_hp_iv=99&ability=Rough+Skin');
  await counts(page, '3 sales');
  await page.getByText('These filters in the URL are not valid for pokemon and were ignored:').waitFor();
  await page.getByText('nature=Grumpy', { exact: true }).waitFor();
  await checkAppearance(page, 'market-ignored-filters');
  await page.getByText('min_hp_iv=99', { exact: true }).waitFor();
  expect(await chipsOf(page)).toEqual(['Ability Rough Skin']);
  await page.getByRole('button', { name: 'Remove filter: Ability Rough Skin' }).click();
  await arrivesAt(page, '/?tab=pokemon');
  expect(await page.getByText('nature=Grumpy').count()).toBe(0);
});

it('does not compare the price of a sale with others that are not similar', async () => {
  const [sale] = await site.sql<{ sale_id: number }>(
    `select sale_id from sale where kind = 'pokemon' and price < 80000000 order by price desc limit 1`,
  );
  const page = await browser.open(`/sale/${sale?.sale_id}`);
  const similar = page.getByRole('region', { name: 'Similar sales' });
  await similar.getByText('No exact match.').waitFor();
  await similar.getByText('No similar sales.').waitFor();
  const others = similar.getByRole('list', { name: /^Other sales of / });
  expect(await others.getByRole('link', { name: /^Sale #/ }).count()).toBe(2);
});

it('does not call an unfinished name unknown', async () => {
  const page = await browser.open('/submit-data', { as: await makeAccount(site) });
  const name = page.getByRole('combobox', { name: 'Item name' });
  const first = page.getByText('No item of this name has been sold yet: yours is the first.');
  const compared = page.waitForResponse(/market\.similar/);
  await name.fill('lefto');
  await (await compared).finished();
  await page.getByRole('option', { name: /Leftovers/ }).waitFor();
  expect(await first.count()).toBe(0);
  await name.fill('Splendid Orb');
  await page.getByLabel('Price').click();
  await first.waitFor();
  await name.fill('Master Ball');
  await page.getByRole('list', { name: /^Similar sales/ }).waitFor();
  expect(await first.count()).toBe(0);
});

it('shows on every page that its sales are generated, until none is left', async () => {
  await site.sql(`update sale set import_key = 'demo-1' where sale_id = (select min(sale_id) from sale)`);
  const page = await browser.open('/');
  await counts(page, '2 sales');
  /** How many notices a page has; a busy server responds without any. */
  const noticesAt = async (path: string) => {
    await page.goto(`${site.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page.getByText(DEMO).count();
  };
  await expect.poll(() => noticesAt('/faq')).toBe(1);
  await expect.poll(() => noticesAt('/')).toBe(1);
  await counts(page, '2 sales');
  await checkAppearance(page, 'market-demo');
  await site.sql(`update sale set import_key = null where import_key is not null`);
  expect(await noticesAt('/')).toBe(0);
});
