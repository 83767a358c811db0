import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, makeSale, type StoredSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
const by = testAccount(server);

const sell = (sale: StoredSale = {}) => makeSale(server, { by, status: 'approved', ...sale });
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' });

beforeAll(async () => {
  await sell({ price: 400_000 });
});

async function pictureAt(path: string) {
  const response = await open(path);
  const png = Buffer.from(await response.arrayBuffer());
  return { response, png, tag: response.headers.get('etag') ?? '' };
}

it('is a PNG of 1200 × 630 that other sites may show', async () => {
  const { response, png } = await pictureAt('/cards/item/master-ball.png');
  expect(response.status).toBe(200);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
});

it('is served from memory until the market changes', async () => {
  const first = await pictureAt('/cards/item/master-ball.png');
  // A paused process draws nothing.
  const { processId = 0 } = server.app.renderer;
  process.kill(processId, 'SIGSTOP');
  const again = await pictureAt('/cards/item/master-ball.png');
  expect(again.tag).toBe(first.tag);
  const known = await open('/cards/item/master-ball.png', { 'If-None-Match': first.tag });
  expect(known.status).toBe(304);
  process.kill(processId, 'SIGCONT');
  await sell({ price: 700_000 });
  const changed = await pictureAt('/cards/item/master-ball.png');
  expect(changed.response.status).toBe(200);
  expect(changed.tag).not.toBe(first.tag);
  // Another sale changes the market, but not this picture: it is not drawn again.
  process.kill(processId, 'SIGSTOP');
  await sell({ kind: 'pokemon' });
  expect((await pictureAt('/cards/item/master-ball.png')).tag).toBe(changed.tag);
  process.kill(processId, 'SIGCONT');
});

it('has the same answer at an address with a version', async () => {
  const { tag } = await pictureAt('/cards/item/master-ball.png');
  for (const version of ['1a2b3c4d5e', '2b'])
    expect(await pictureAt(`/cards/item/master-ball.png?v=${version}`)).toMatchObject({
      tag,
      response: { status: 200 },
    });
  const { tag: filtered } = await pictureAt('/cards/list.png?tab=pokemon&nature=Adamant');
  expect((await pictureAt('/cards/list.png?tab=pokemon&nature=Adamant&v=1a2b3c4d5e')).tag).toBe(filtered);
});

it('exists for a sale, a list, a price check and the site', async () => {
  const id = await sell({ kind: 'pokemon', price: 900_000 });
  const paths = [
    `/cards/sale/${id}.png`,
    '/cards/list.png?tab=pokemon&nature=Adamant',
    '/cards/pokemon/garchomp.png?check=nature.Adamant_price.500000',
    '/cards/site.png',
  ];
  const tags = new Set<string>();
  for (const path of paths) {
    const { response, tag } = await pictureAt(path);
    expect(response.status, path).toBe(200);
    tags.add(tag);
  }
  expect(tags.size).toBe(paths.length);
});

it.each([
  ['/cards/item/Master%20Ball.png?page=4', '/cards/item/master-ball.png'],
  ['/cards/list.png?tab=pokemon&nature=adamant&sort=price&x=1', '/cards/list.png?tab=pokemon&nature=Adamant'],
  ['/cards/list.png', '/cards/site.png'],
  ['/cards/site.png?', '/cards/site.png'],
  ['/cards/item/master-ball.png?v=x/y', '/cards/item/master-ball.png'],
  ['/cards/item/master-ball.png?v=1&v=2', '/cards/item/master-ball.png'],
])('%s redirects to the one address of the picture', async (path, canonical) => {
  const response = await open(path);
  expect([response.status, response.headers.get('location')]).toEqual([301, canonical]);
  expect((await open(canonical)).status).toBe(200);
});

it.each([
  '/cards/item/no-such-item.png',
  '/cards/sale/2000000000.png',
  '/cards/x.png',
  '/cards/list.png?name=None&exact=true',
  '/cards/sale/x.png',
])('there is nothing at %s', async (path) => {
  const response = await open(path);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
});

it('is not drawn for a sale that is not public', async () => {
  const id = await sell({ status: 'pending' });
  expect((await open(`/cards/sale/${id}.png`)).status).toBe(404);
});

describe('without the process that draws', () => {
  const broken = testServer();

  it('is refused with the time to wait', async () => {
    const seller = await makeAccount(broken);
    const offer = () => makeSale(broken, { by: seller, status: 'approved' });
    await offer();
    const url = `${broken.url}/cards/item/master-ball.png`;
    const drawn = await fetch(url);
    expect(drawn.status).toBe(200);
    broken.app.renderer.close();
    // From memory.
    expect((await fetch(url)).headers.get('etag')).toBe(drawn.headers.get('etag'));
    await offer();
    const response = await fetch(url);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
