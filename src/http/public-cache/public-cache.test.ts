import { request as ask } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeSale, makeSprite } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { batchPath, read, trpcPath } from '../../testing/clients/visitor.ts';
import { testServer } from '../../testing/run/server.ts';

const ORIGIN = 'https://tools.example';
const server = testServer({ CORS_ORIGINS: ORIGIN });

const submitter = testAccount(server);
const stranger = testAccount(server);
const checker = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');
let sales: number;

beforeAll(async () => {
  await makeSale(server, { by: submitter, status: 'approved' });
  await makeSale(server, { kind: 'pokemon', by: submitter, status: 'approved' });
  await makeSprite(server, 445, 'Garchomp');
});
afterEach(() => vi.restoreAllMocks());

const get = (path: string, headers: Record<string, string> = {}) => read(server.url, path, headers);

/** Whether the request is served without the database, apart from the check for changes. */
async function isFromMemory(path: string): Promise<boolean> {
  const reads = vi.spyOn(server.runtime.readServers, 'read');
  const fork = vi.spyOn(server.runtime.orm.em, 'fork');
  await get(path);
  const isSo = reads.mock.calls.length + fork.mock.calls.length === 0;
  reads.mockRestore();
  fork.mockRestore();
  return isSo;
}

/** Sales may be counted in the background when the request is served. */
const becomesFromMemory = (path: string) => expect.poll(() => isFromMemory(path)).toBe(true);

const nameless = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(
      ([name]) => !['x-request-id', 'date', 'etag', 'cache-control', 'vary'].includes(name),
    ),
  );

const PATHS = [
  '/api/items',
  '/api/pokemon?limit=25&sort=price&order=asc',
  '/api/pokemon?pokemon_name=chomp&min_hp_iv=31&is_shiny=false',
  '/api/pokemon?query=nature%20%3E%20Bold%20AND%20price%20%3C%20100k',
  '/api/items/price-history/Master%20Ball?days=365',
  '/api/items/price-history/Master%20Ball?query=item%20%3E%20x%20OR%20price%20%3C%20100k',
  '/api/items/answer/Master%20Ball?proof=with',
  '/api/pokemon/search/autocomplete?query=gar',
  '/api/pokemon/trait-worth/Garchomp',
  '/api/pokemon/trait-pairs/Garchomp?trait=speed_iv&value=31',
  '/api/pokemon/sprite/445/normal',
  '/api/abilities',
  trpcPath('items.list', { limit: 25 }),
  trpcPath('pokemon.priceHistory', { name: 'Garchomp' }),
  trpcPath('catalogue.identify', { pokemon: [{ names: ['Rotom-Wash'], ability: 'levitate' }] }),
  trpcPath('catalogue.speciesOptions', { pokemon_name: 'Garchomp' }),
  trpcPath('legal.notice'),
  trpcPath('market.search', { text: 'adamant garcho last 30d' }),
  trpcPath('market.overview', {}),
  batchPath([
    ['items.list', { limit: 1 }],
    ['pokemon.list', {}],
    ['abilities.list', {}],
  ]),
];

describe.each(PATHS)('%s', (path) => {
  it('is the same from the cache, uncached, and from the application', async () => {
    const first = await get(path);
    const again = await get(path);
    // A token bypasses the cache.
    const whole = await get(path, { authorization: `Bearer ${stranger.token}` });
    expect(first.status).toBe(200);
    await becomesFromMemory(path);
    expect(again.text).toBe(first.text);
    // PostgreSQL writes the rows of a page in lines.
    const compact = (text: string) => JSON.stringify(JSON.parse(text));
    expect(whole.text).toBe(compact(first.text));
    expect(
      Object.fromEntries([...again.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')),
    ).toEqual(
      Object.fromEntries([...first.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')),
    );
    const chunked = nameless(whole.headers);
    delete chunked['transfer-encoding'];
    expect(nameless(first.headers)).toEqual({
      ...chunked,
      'content-length': first.headers.get('content-length'),
    });
    expect(first.headers.get('x-request-id')).not.toBe(again.headers.get('x-request-id'));
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(whole.headers.get('cache-control')).toBe('no-store');
    expect(whole.headers.get('etag')).toBeNull();
    expect(first.headers.get('vary')).toBe('Authorization, Origin, Accept-Encoding, trpc-accept');
  });

  it('is 304 for a client that already has it', async () => {
    const { headers } = await get(path);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const known = await get(path, { 'if-none-match': tag });
      expect({ status: known.status, text: known.text, etag: known.headers.get('etag') }).toEqual({
        status: 304,
        text: '',
        etag,
      });
      expect(known.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'));
      expect(known.headers.get('content-type')).toBeNull();
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('a suggestion', () => {
  it('shows the number of sales soon after an approval, also when nothing else changes', async () => {
    const path = '/api/items/search/autocomplete?query=lagging%20orb&limit=1';
    const suggested = async () => JSON.parse((await get(path)).text).data;
    await makeSale(server, { by: submitter, name: 'Lagging Orb', status: 'approved' });
    await expect.poll(suggested).toMatchObject([{ sales: 1 }]);
    // Counts are updated only from time to time, so the last of these responses still shows an old one.
    for (let more = 0; more < 5; more += 1) {
      await makeSale(server, { by: submitter, name: 'Lagging Orb', status: 'approved' });
      await suggested();
    }
    await expect.poll(suggested).toMatchObject([{ sales: 6 }]);
    await becomesFromMemory(path);
  });
});

describe('an acknowledged change', () => {
  const shown = async () => {
    const rest = await call(server, 'GET', '/items?limit=100');
    const overTrpc = await get(trpcPath('items.list', { limit: 100 }));
    const body = JSON.parse(overTrpc.text).result.data;
    expect(body).toEqual(rest.body);
    sales = body.pagination.total;
    return body.data as { sale_id: number; price: number; image_url: string | null; item_name: string }[];
  };
  const find = async (id: number) => (await shown()).find(({ sale_id }) => sale_id === id);
  const decide = (id: number, status: string) =>
    call(server, 'PATCH', `/items/${id}/status`, { token: checker.token, body: { status } });

  it('is in the next response: approving, withdrawing, correcting, deleting', async () => {
    const id = await makeSale(server, { by: submitter, price: 111 });
    expect(await find(id)).toBeUndefined();
    const before = sales;
    expect((await decide(id, 'approved')).status).toBe(200);
    expect(await find(id)).toMatchObject({ price: 111 });
    expect(sales).toBe(before + 1);
    await server.services(checker.actor).sales.undo([{ id }]);
    expect(await find(id)).toBeUndefined();
    await decide(id, 'approved');
    expect(await find(id)).toMatchObject({ price: 111 });
    await call(server, 'PATCH', `/admin/items/${id}`, { token: admin.token, body: { price: 222 } });
    expect(await find(id)).toMatchObject({ price: 222 });
    await call(server, 'DELETE', `/admin/items/${id}`, { token: admin.token });
    expect(await find(id)).toBeUndefined();
    expect(sales).toBe(before);
  });

  it('is in the next response: a picture, a name, a setting, from any process', async () => {
    const id = await makeSale(server, { by: submitter, status: 'approved' });
    await shown();
    await server.sql(`update item set image_url = 'https://i.imgur.com/new.png' where name = 'Master Ball'`);
    expect(await find(id)).toMatchObject({ image_url: 'https://i.imgur.com/new.png' });
    const abilities = '/api/abilities';
    const generation = await get(abilities);
    await server.services(admin.actor).settings.set('catalogue_generation', '9');
    expect((await get(abilities)).text).not.toBe(generation.text);
    await server.services(admin.actor).settings.set('catalogue_generation', '5');
    expect((await get(abilities)).text).toBe(generation.text);
    const notice = trpcPath('legal.notice');
    await get(notice);
    await server.services(admin.actor).settings.set('legal_name', 'Somebody');
    expect((await get(notice)).text).toContain('Somebody');
  });

  it('includes a new day', async () => {
    const path = '/api/items/price-history/Master%20Ball';
    await get(path);
    await becomesFromMemory(path);
    server.clock.advance(86_400_000);
    expect(await isFromMemory(path)).toBe(false);
  });
});

describe('between visitors and accounts', () => {
  it('staff data is never served to visitors', async () => {
    const id = await makeSale(server, { by: submitter });
    await server
      .services(checker.actor)
      .sales.decide('item', { id, status: 'approved', review_notes: 'seen' });
    const path = '/api/items?limit=1';
    const authorization = `Bearer ${checker.token}`;
    for (const [first, then] of [
      [{ authorization }, {}],
      [{}, { authorization }],
    ] as Record<string, string>[][]) {
      const texts = [await get(path, first), await get(path, then), await get(path, first)].map(
        ({ text }) => text,
      );
      expect(texts[0]).toBe(texts[2]);
      expect(texts[0]).not.toBe(texts[1]);
    }
    expect((await get(path)).text).not.toContain('seen');
    expect((await get(path, { authorization })).text).toContain('seen');
    expect((await get('/api/items?status=pending', { authorization })).status).toBe(200);
    expect((await get('/api/items?status=pending')).status).toBe(401);
  });

  it('an invalid token is refused, and an empty header is a visitor', async () => {
    const path = '/api/items?limit=2';
    await get(path);
    expect((await get(path, { authorization: 'Bearer nobody' })).status).toBe(401);
    expect((await get(path, { authorization: '' })).status).toBe(200);
  });

  it('only a configured site gets CORS headers', async () => {
    const path = '/api/items?limit=3';
    const allowed = async (headers: Record<string, string>) =>
      (await get(path, headers)).headers.get('access-control-allow-origin');
    const asked = [{ origin: ORIGIN }, {}, { origin: 'https://evil.example' }, { origin: ORIGIN }];
    const allowances: (string | null)[] = [];
    for (const headers of [...asked, ...asked])
      allowances.push(await allowed(headers as Record<string, string>));
    expect(allowances).toEqual([ORIGIN, null, null, ORIGIN, ORIGIN, null, null, ORIGIN]);
    expect(
      (await get(trpcPath('items.list'), { origin: ORIGIN })).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });
});

it('equal queries in different forms share one cached response', async () => {
  // Sales that match are read from the database.
  await get('/api/pokemon?limit=7&nature=Adamant&ability=');
  expect(await isFromMemory('/api/pokemon?nature=Adamant&limit=7')).toBe(true);
  expect(await isFromMemory('/api/pokemon?nature=Adamant&limit=7&form=')).toBe(true);
  expect(await isFromMemory('/api/pokemon?nature=Adamant&limit=8')).toBe(false);
});

it('queries the changes once, also when it is made from parts that depend on them', async () => {
  const page = [
    ['market.name', { kind: 'pokemon', slug: 'garchomp' }],
    ['pokemon.list', { pokemon_name: 'Garchomp', exact: true }],
    ['market.answer', { kind: 'pokemon', name: 'Garchomp', exact: true }],
    ['market.search', { text: 'garchomp' }],
  ] as const;
  const changes = vi.spyOn(server.runtime.readServers, 'changes');
  expect((await get(batchPath(page))).status).toBe(200);
  expect(changes).toHaveBeenCalledTimes(1);
});

it('concurrent equal requests share one query', async () => {
  await makeSale(server, { by: submitter, status: 'approved' });
  const reads = vi.spyOn(server.runtime.readServers, 'read');
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/api/items?limit=9')));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  // The rows and their total.
  expect(reads.mock.calls.length).toBeLessThan(3);
});

it('HEAD has the headers of GET', async () => {
  const path = '/api/items?limit=8';
  for (const _ of ['uncached', 'cached']) {
    const head = await fetch(`${server.url}${path}`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    const { headers, text } = await get(path);
    expect(head.status).toBe(200);
    expect(head.headers.get('etag')).toBe(headers.get('etag'));
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(await head.text()).toBe('');
  }
});

describe('compressed', () => {
  const raw = (path: string, headers: Record<string, string>) =>
    new Promise<{ body: Buffer; headers: Record<string, unknown> }>((resolve, reject) => {
      ask(`${server.url}${path}`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ body: Buffer.concat(chunks), headers: response.headers }));
      })
        .on('error', reject)
        .end();
    });

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=0.8, br;q=0', gunzipSync],
  ])('with %s for clients that accept it, from the second request on', async (encoding, accepted, unpack) => {
    const path = '/api/abilities';
    const { text, headers } = await get(path, { 'accept-encoding': 'identity' });
    const header = { 'accept-encoding': accepted };
    await expect.poll(async () => (await raw(path, header)).headers['content-encoding']).toBe(encoding);
    const packed = await raw(path, header);
    expect(unpack(packed.body).toString()).toBe(text);
    expect(packed.headers['content-length']).toBe(String(packed.body.length));
    expect(packed.headers.etag).toBe(headers.get('etag')?.replace(/"$/, `-${encoding}"`));
    expect((await get(path, { 'if-none-match': String(packed.headers.etag) })).status).toBe(304);
    expect((await raw(path, { 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined();
  });
});
