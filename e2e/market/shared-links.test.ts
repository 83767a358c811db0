import { beforeAll, expect, it } from 'vitest';
import { makeAccount, makeSale } from '../../src/testing/accounts/factories.ts';
import { addressOf } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { stock } from '../kit/market-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const GARCHOMP = { kind: 'pokemon', name: 'Garchomp' } as const;
let saleId: number;

beforeAll(async () => {
  await stock(site, [
    { ...GARCHOMP, price: 400_000 },
    { ...GARCHOMP, price: 2_100_000 },
    { name: "King's Rock", price: 1000 },
  ]);
  const by = await makeAccount(site);
  saleId = await makeSale(site, {
    ...GARCHOMP,
    by,
    price: 1_500_000,
    date_sold: '2026-03-12',
    status: 'approved',
  });
});

/** What a link preview reads: the document without its scripts. */
async function shared(address: string) {
  const html = await (await fetch(site.url + address)).text();
  const found = (pattern: RegExp) =>
    pattern.exec(html)?.[1]?.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return {
    title: found(/<title>([^<]*)<\/title>/),
    shared: found(/<meta property="og:title" content="([^"]*)"/),
    count: html.match(/<title>/g)?.length,
  };
}

/** Waits for a link preview: a busy server responds without the market data. */
const preview = (address: string, expected: Awaited<ReturnType<typeof shared>>) =>
  expect.poll(() => shared(address)).toEqual(expected);

it.each([
  ['/pokemon/garchomp', 'Garchomp', 'Garchomp: 3 sales, 400,000 to 2,100,000 PD'],
  [
    '/pokemon/garchomp?nature=Adamant&min_perfect_ivs=5',
    'Adamant Garchomp, 5 perfect IVs or more',
    'Adamant Garchomp, 5 perfect IVs or more: 3 sales, 400,000 to 2,100,000 PD',
  ],
  [
    '/?tab=pokemon&max_price=500000',
    'Pokemon, price up to 500,000 PD',
    'Pokemon, price up to 500,000 PD: 1 sale, 400,000 PD',
  ],
  ['/item/kings-rock', "King's Rock", "King's Rock: 1 sale, 1,000 PD"],
  ['/faq', 'FAQ', 'FAQ'],
])('gives %s the same title in a link preview and in the browser', async (address, title, description) => {
  await preview(address, { title: `${title} · MarketDex`, shared: description, count: 1 });
  const page = await browser.open(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe(`${title} · MarketDex`);
});

it('describes the sale in the preview of its link', async () => {
  const title = 'Adamant Garchomp sold for 1,500,000 PD on 12 Mar 2026';
  await preview(`/sale/${saleId}`, { title: `${title} · MarketDex`, shared: title, count: 1 });
  const page = await browser.open(`/sale/${saleId}`);
  await expect.poll(() => page.title()).toBe(`${title} · MarketDex`);
});

it('redirects a mistyped link to the canonical URL of the name', async () => {
  const page = await browser.open('/POKEMON/Garchomp/?nature=Adamant');
  await page.getByRole('heading', { name: 'Garchomp', level: 1 }).waitFor();
  expect(addressOf(page)).toBe('/pokemon/garchomp?nature=Adamant');
});

it('shares a name as an image that link previews show too', async () => {
  const page = await browser.open('/pokemon/garchomp?nature=Adamant');
  await page.getByRole('button', { name: 'Share' }).click();
  const picture = page.getByRole('img', { name: 'Card: Adamant Garchomp' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1200, 630]);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy image' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bitmap = item && (await createImageBitmap(await item.getType('image/png')));
    return [bitmap?.width, bitmap?.height];
  });
  expect(copied).toEqual([1200, 630]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('adamant-garchomp.png');
  const html = await (await fetch(`${site.url}/pokemon/garchomp?nature=Adamant`)).text();
  expect(html).toMatch(/"og:image" content="[^"]*\/cards\/pokemon\/garchomp\.png\?nature=Adamant&amp;v=\w+"/);
  expect(await picture.getAttribute('src')).toBe('/cards/pokemon/garchomp.png?nature=Adamant');
});
