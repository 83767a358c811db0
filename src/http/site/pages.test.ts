import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Route, Switch } from 'wouter';
import type { PageData } from '../../contract/market/page-queries.ts';
import { PATHS } from '../../contract/shared/paths.ts';
import { DomainError } from '../../lib/errors.ts';
import { screenAt } from '../../modules/pages/page-head.ts';
import { makeAccount, makeSale, makeSprite, type StoredSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { testServer } from '../../testing/run/server.ts';
import { type PublicCache, publicCache } from '../public-cache/public-cache.ts';
import { requestIds } from '../request.ts';
import { builtClient } from './built-client.ts';
import { crawlers } from './crawlers.ts';
import { documentAround } from './head-html.ts';
import { pages } from './pages.ts';

const PUBLIC_URL = 'https://dex.example';
const server = testServer({ PUBLIC_URL });

/** The parts of the built document that matter here. */
const DOCUMENT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>MarketDex: what did this sell for?</title>
    <meta
      name="description"
      content="About the site"
    />
    <meta name="color-scheme" content="light dark" />
    <script type="module" src="/assets/main.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

let http: Server;
let pageData: PublicCache['pageData'];
let origin: string;
const by = testAccount(server);
/** Sales of Garchomp, cheap and plain or expensive and shiny, and of an item whose name is markup. */
const ids = {} as Record<'plain' | 'shiny' | 'markup' | 'pending', number>;

const sell = (sale: StoredSale) =>
  makeSale(server, { by, status: 'approved', date_sold: '2026-03-12', ...sale });
const MARKUP = `"><script>alert('x')</script> & Söhne`;

beforeAll(async () => {
  const garchomp = { kind: 'pokemon', proof_url: 'https://forum.example/t/1' } as const;
  ids.plain = await sell({ ...garchomp, price: 400_000, date_sold: '2026-02-01' });
  ids.shiny = await sell({ ...garchomp, price: 2_100_000, traits: { is_shiny: true } });
  ids.pending = await sell({ ...garchomp, price: 9, status: 'pending' });
  ids.markup = await sell({ name: MARKUP, price: 5, proof_url: null });
  await server.runtime.names.of('item');
  pageData = publicCache(server.runtime).pageData;
  const app = express();
  app.set('etag', false);
  const client = { scripts: {}, firstPaints: {}, ...builtClient()(), documentWith: documentAround(DOCUMENT) };
  app.use(
    requestIds(server.runtime.config),
    crawlers(server.runtime),
    pages(
      server.runtime,
      () => client,
      (...of) => pageData(...of),
    ),
  );
  app.use((_request, response) => {
    response.status(418).send('next');
  });
  http = createServer(app);
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});

afterAll(() => {
  http.close();
});

const open = (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: 'manual', ...init });

/** The HTML of a page without its data, and the data. */
function withoutData(html: string): [html: string, data: PageData | null] {
  const element = html.match(/<script type="application\/json" id="page-data">(.*?)<\/script>/s);
  return element ? [html.replace(element[0], ''), JSON.parse(element[1] ?? '')] : [html, null];
}

/** The contents of a page's head, as an HTML parser understands them. */
async function headOf(path: string) {
  const response = await open(path);
  const [html, data] = withoutData(await response.text());
  const asRead = (text = '') =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => asRead(found));
  const meta = (name: string) =>
    all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`, 'g'));
  return {
    status: response.status,
    html,
    data,
    titles: all(/<title>([^<]*)<\/title>/g),
    descriptions: meta('description'),
    canonical: all(/<link rel="canonical" href="([^"]*)" \/>/g)[0],
    robots: meta('robots')[0],
    shared: meta('og:title')[0],
    url: meta('og:url')[0],
    image: meta('og:image')[0],
    card: meta('twitter:card')[0],
  };
}

/** A path with the name of its test. */
const briefly = (path: string): [string, string] => [path.slice(0, 40), path];

it('every page names generated sales as such, while there are any', async () => {
  const isMarked = async (path: string) => (await headOf(path)).html.includes('name="marketdex:sales"');
  expect(await isMarked('/')).toBe(false);
  await server.sql(`update sale set import_key = 'demo-1' where sale_id = ?`, [ids.plain]);
  for (const path of ['/', '/faq', `/sale/${ids.shiny}`, '/sale/2000000000'])
    expect(await isMarked(path)).toBe(true);
  await server.sql(`update sale set import_key = null where sale_id = ?`, [ids.plain]);
  expect(await isMarked('/')).toBe(false);
});

it('every page says when the operator has raised the length of passwords', async () => {
  const { config } = server.runtime;
  const { passwordMinLength } = config;
  const said = async () =>
    (await headOf('/register')).html.match(/marketdex:password-length" content="(\d+)"/)?.[1];
  expect(await said()).toBeUndefined();
  config.passwordMinLength = 12;
  expect(await said()).toBe('12');
  config.passwordMinLength = passwordMinLength;
});

describe('a page of the market', () => {
  it('describes the site at the bare address', async () => {
    const head = await headOf('/');
    expect(head).toMatchObject({
      status: 200,
      titles: ['MarketDex: what did this sell for?'],
      canonical: `${PUBLIC_URL}/`,
      url: `${PUBLIC_URL}/`,
      shared: 'MarketDex: what did this sell for?',
      robots: undefined,
      image: `${PUBLIC_URL}/cards/site.png`,
      card: 'summary_large_image',
    });
    expect(head.descriptions).toHaveLength(1);
    expect(head.html).toContain('<script type="module" fetchpriority="low" src="/assets/main.js"></script>');
    expect(head.html).toContain('<div id="root"><div ');
  });

  it.each([
    [
      '?tab=pokemon&nature=adamant&page=7&sort=price',
      '?tab=pokemon&nature=Adamant',
      'Adamant Pokemon: 2 sales, 400,000 to 2,100,000 PD',
    ],
    [
      '?tab=pokemon&name=garchomp&exact=true&is_shiny=true',
      '?tab=pokemon&name=Garchomp&exact=true&is_shiny=true',
      'Shiny Garchomp: 1 sale, 2,100,000 PD',
    ],
    [
      '?tab=pokemon&min_price=500000',
      '?tab=pokemon&min_price=500000',
      'Pokemon, price from 500,000 PD: 1 sale, 2,100,000 PD',
    ],
    [
      '?tab=pokemon&query=price+%3E+400000',
      '?tab=pokemon&query=price+%3E+400000',
      'Pokemon, query “price > 400000”: 1 sale, 2,100,000 PD',
    ],
  ])('names the filters of %s', async (search, canonical, shared) => {
    const head = await headOf(`/${search}`);
    expect(head).toMatchObject({ status: 200, shared, robots: undefined });
    expect(head.canonical).toBe(`${PUBLIC_URL}/${canonical}`);
    expect(head.titles).toEqual([`${shared.split(':')[0]} · MarketDex`]);
  });

  it('is noindex when it shows nothing', async () => {
    const head = await headOf('/?name=nothing');
    expect(head).toMatchObject({ robots: 'noindex', shared: 'Items with “nothing” in the name: no sales' });
  });

  it.each(
    [
      '/?nature=Nice&min_price=-1&page=0&tab=cars',
      '/?query=%28%28%28',
      '/?query=nature+%3E+Bold',
      '/?utm_source=chat&__proto__=1&constructor=2',
      '/?%',
      '/?%zz=%ff&name=%00',
      `/?${'a'.repeat(5000)}`,
    ].map(briefly),
  )('treats %s as the bare address', async (_brief, path) => {
    expect(await headOf(path)).toMatchObject({
      status: 200,
      titles: ['MarketDex: what did this sell for?'],
      canonical: `${PUBLIC_URL}/`,
    });
  });
});

describe('the page of a name', () => {
  it('describes its sales', async () => {
    await makeSprite(server, 445, 'Garchomp');
    const head = await headOf('/pokemon/garchomp?days=365&page=2');
    expect(head).toMatchObject({
      status: 200,
      titles: ['Garchomp · MarketDex'],
      shared: 'Garchomp: 2 sales, 400,000 to 2,100,000 PD',
      descriptions: [
        '2 sales, 400,000 to 2,100,000 PD, the last on 12 Mar 2026. What it really sold for; no account needed.',
      ],
      canonical: `${PUBLIC_URL}/pokemon/garchomp`,
      image: expect.stringMatching(/^https:\/\/[^/]+\/cards\/pokemon\/garchomp\.png\?v=\w{10}$/),
      robots: undefined,
    });
  });

  it('has another picture after another sale, since chats keep a picture by its URL', async () => {
    await sell({ name: 'Ultra Ball', price: 700 });
    const { image } = await headOf('/item/ultra-ball');
    expect((await headOf('/item/ultra-ball')).image).toBe(image);
    await sell({ name: 'Ultra Ball', price: 900 });
    expect((await headOf('/item/ultra-ball')).image).not.toBe(image);
  });

  it('names the filters of its URL', async () => {
    const head = await headOf(
      '/pokemon/garchomp?nature=Adamant&min_perfect_ivs=5&name=Pikachu&tab=items&is_shiny=no',
    );
    expect(head).toMatchObject({
      titles: ['Adamant Garchomp, 5 perfect IVs or more · MarketDex'],
      shared: 'Adamant Garchomp, 5 perfect IVs or more: 2 sales, 400,000 to 2,100,000 PD',
      canonical: `${PUBLIC_URL}/pokemon/garchomp?nature=Adamant&min_perfect_ivs=5`,
    });
  });

  it.each([
    ['/pokemon/Garchomp', '/pokemon/garchomp'],
    ['/POKEMON/garchomp/?nature=Bold&page=2', '/pokemon/garchomp?nature=Bold&page=2'],
    ['/item/Master%20Ball?x=%0d%0aSet-Cookie:a', '/item/master-ball?x=%0d%0aSet-Cookie:a'],
    ['/sale/ID/', '/sale/ID'],
    ['/Sale/00ID', '/sale/ID'],
    // Copied out of a text with the punctuation after it.
    ['/sale/ID.', '/sale/ID'],
    ['/sale/ID),', '/sale/ID'],
    ['/sale/ID%E2%80%9D?without=nature', '/sale/ID?without=nature'],
    ['/item/master-ball).', '/item/master-ball'],
    ['/pokemon/garchomp,', '/pokemon/garchomp'],
  ])('redirects %s to %s', async (from, to) => {
    const withId = (path: string) => path.replace('ID', String(ids.plain));
    const response = await open(withId(from));
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(withId(to));
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('shows the price range of very many sales', async () => {
    await sell({ name: 'Crowded Orb', price: 50, date_sold: '2026-01-01' });
    await server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at, item_id)
       select 'item', 'Crowded Orb', 100 + n, '2025-01-01'::date + n % 300, 'approved', now(),
         (select item_id from item where name = 'Crowded Orb') from generate_series(1, 5000) n`,
    );
    expect(await headOf('/item/crowded-orb')).toMatchObject({
      shared: 'Crowded Orb: 5,001 sales, 50 to 5,100 PD',
      descriptions: [expect.stringContaining('the last on 1 Jan 2026')],
    });
    expect((await headOf('/item/crowded-orb?min_price=101&max_price=5100')).shared).toBe(
      'Crowded Orb, price 101 to 5,100 PD: 5,000 sales, 101 to 5,100 PD',
    );
  });

  it('of a merged item redirects to its current name', async () => {
    for (const name of ['Mastre Bal', 'Bold Orb']) await sell({ name, price: 7 });
    expect((await open('/item/mastre-bal')).status).toBe(200);
    const admin = await makeAccount(server, 'admin');
    await server.services(admin.actor).itemMerge.merge({ from: 'Mastre Bal', into: 'Bold Orb' });
    const response = await open('/item/Mastre-Bal?min_price=1');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/item/bold-orb?min_price=1');
    expect((await headOf('/item/bold-orb')).shared).toBe('Bold Orb: 2 sales, all at 7 PD');
  });

  it.each(
    [
      '/pokemon/nosuch',
      '/item/%E0%A4%A',
      '/item/%00',
      '/item/..%2f..%2fetc',
      '/item/__proto__',
      '/sale/PENDING',
      '/sale/0',
      '/sale/-1',
      '/sale/2147483647',
      '/sale/99999999999999999999',
      '/sale/1%27--',
      '/sale/1.5',
      `/item/${'x'.repeat(3000)}`,
    ].map(briefly),
  )('is not found at %s, and noindex', async (_brief, path) => {
    const head = await headOf(path.replace('PENDING', String(ids.pending)));
    expect(head).toMatchObject({ status: 404, titles: ['Page not found · MarketDex'], robots: 'noindex' });
    expect(head.html).toContain('<div id="root"></div>');
  });
});

describe('the page of a sale', () => {
  it('describes the sale', async () => {
    expect(await headOf(`/sale/${ids.shiny}?utm=x`)).toMatchObject({
      status: 200,
      titles: ['Shiny Adamant Garchomp sold for 2,100,000 PD on 12 Mar 2026 · MarketDex'],
      shared: 'Shiny Adamant Garchomp sold for 2,100,000 PD on 12 Mar 2026',
      descriptions: [
        'Ability Rough Skin, IVs 31/31/31/4/31/31, hidden power Electric. Proof at forum.example. What it really sold for; no account needed.',
      ],
      canonical: `${PUBLIC_URL}/sale/${ids.shiny}`,
    });
  });

  it('does not claim what a sale without a proof really sold for', async () => {
    const id = await sell({ price: 12, proof_url: null });
    expect((await headOf(`/sale/${id}`)).descriptions).toEqual(['No proof link.']);
  });

  it('is not found after the sale is deleted', async () => {
    const id = await sell({ price: 11 });
    expect((await open(`/sale/${id}`)).status).toBe(200);
    await server.services().saleAdmin.remove('item', { id });
    expect((await open(`/sale/${id}`)).status).toBe(404);
  });
});

describe('text of other users', () => {
  it('is escaped in a head', async () => {
    const head = await headOf(`/sale/${ids.markup}`);
    expect(head.shared).toBe(`${MARKUP} sold for 5 PD on 12 Mar 2026`);
    expect(head.html.match(/<script/g)).toHaveLength(1);
    const page = await headOf('/item/script-alert-x-script-sohne');
    expect(page.titles).toEqual([`${MARKUP} · MarketDex`]);
    expect(page.html.match(/<script/g)).toHaveLength(1);
  });

  it.each(['name', 'ability', 'form', 'query'])('in the URL as %s is escaped too', async (field) => {
    const hostile = `"'><script>alert(1)</script><meta http-equiv=refresh content=0>\u202e\u0000$&$\`\\`;
    const head = await headOf(`/?tab=pokemon&${field}=${encodeURIComponent(hostile)}`);
    expect(head.status).toBe(200);
    expect(head.html.match(/<script/g)).toHaveLength(1);
    expect(head.html).not.toMatch(/<meta (?!charset|name=|property=)|[\p{Cf}\0]/u);
    expect(head.titles).toHaveLength(1);
  });
});

it.each([
  ['/faq', 'FAQ', undefined],
  ['/login', 'Login', 'noindex'],
  ['/admin-panel', 'Admin', 'noindex'],
])('%s has its own title', async (path, title, robots) => {
  expect(await headOf(`${path}?token=secret`)).toMatchObject({
    status: 200,
    titles: [`${title} · MarketDex`],
    canonical: PUBLIC_URL + path,
    robots,
  });
});

it.each([
  '/no-such-page',
  '/item',
  '/item/a/b',
  '/sale/1/edit',
  '/index.html',
  '/assets/none.js',
  '/assets/',
  '/.env',
  '/.git/config',
  '/metrics',
  '/dev/ui',
  '/__proto__',
  '/%',
])('is not found at %s', async (path) => {
  // The whole server, so that no other handler answers first.
  const response = await fetch(server.url + path);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const html = await response.text();
  expect(html).toContain('<title>Page not found · MarketDex</title>');
  expect(html).toContain('<meta name="robots" content="noindex" />');
  expect(html).toContain('<div id="root">');
  expect(html).not.toContain('<main');
});

it.each(['/dashboard', '/data-showcase', '/Dashboard/?tab=pokemon'])(
  'redirects %s to the start page',
  async (path) => {
    const { status, headers } = await open(path);
    expect({ status, location: headers.get('location'), caching: headers.get('cache-control') }).toEqual({
      status: 302,
      location: '/',
      caching: 'no-cache',
    });
  },
);

it('knows the screens that the client has', async () => {
  const example = { ':slug': 'garchomp', ':id': String(ids.plain) };
  for (const pattern of Object.values(PATHS)) {
    if (pattern === PATHS.item) continue;
    const path = pattern.replace(/:\w+/, (name) => example[name as keyof typeof example]);
    const isMoved = pattern === PATHS.dashboard || pattern === PATHS.showcase;
    expect((await open(path)).status, path).toBe(isMoved ? 302 : 200);
  }
  const paths = Object.values(PATHS).flatMap((pattern) =>
    ['', '/', '//', '/x'].flatMap((end) => [
      pattern + end,
      pattern.toUpperCase() + end,
      `/x${pattern}${end}`,
    ]),
  );
  const routes = Object.entries(PATHS).map(([name, path]) => createElement(Route, { path }, name));
  const routeAt = (pathname: string) => {
    vi.stubGlobal('location', { pathname });
    return renderToStaticMarkup(createElement(Switch, null, ...routes));
  };
  expect(routeAt('/FAQ/')).toBe('faq');
  for (const path of paths) expect(screenAt(path) ?? '', path).toBe(routeAt(path));
  vi.unstubAllGlobals();
});

it('passes other methods of unknown paths on', async () => {
  expect((await open('/no-such-page', { method: 'POST' })).status).toBe(418);
});

it('responds 304 unless the page has changed', async () => {
  await sell({ name: 'Renewed Orb', price: 5 });
  const first = await open('/item/renewed-orb');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const etag = first.headers.get('etag') ?? '';
  const again = () =>
    open('/item/renewed-orb', { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
  expect((await again()).status).toBe(304);
  const head = await open('/item/renewed-orb', { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  await sell({ name: 'Renewed Orb', price: 6 });
  expect((await again()).status).toBe(200);
});

describe('a page without market data', () => {
  const comesPlain = async () => {
    for (const path of ['/pokemon/garchomp', '/?name=x', `/sale/${ids.plain}`])
      expect(await headOf(path)).toMatchObject({
        status: 200,
        titles: ['MarketDex: what did this sell for?'],
        canonical: PUBLIC_URL + path.replace('?name=x', ''),
        data: null,
      });
  };

  it('has a plain head while the database is unavailable', async () => {
    const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    vi.spyOn(server.runtime.readServers, 'read').mockRejectedValue(away);
    vi.spyOn(server.runtime.counts, 'total').mockRejectedValue(away);
    await comesPlain();
  });

  it('has a plain head for a rate-limited client, without a database query', async () => {
    const tooMany = new DomainError('rate_limited', 'TOO_MANY', 'Too many requests.');
    vi.spyOn(server.runtime.calls, 'countRead').mockReturnValue(tooMany);
    const reads = vi.spyOn(server.runtime.readServers, 'read');
    await comesPlain();
    expect(reads).not.toHaveBeenCalled();
  });

  it('has a plain head after an unexpected error, which is logged', async () => {
    vi.spyOn(server.runtime.names, 'of').mockRejectedValue(new Error('unforeseen'));
    expect((await headOf('/pokemon/garchomp')).titles).toEqual(['MarketDex: what did this sell for?']);
    expect(server.log.takeErrors()).toMatchObject([{ msg: 'page head without market data' }]);
  });
});

describe('the data of a page', () => {
  it('are the results of the queries with which it starts', async () => {
    const { data } = await headOf(`/sale/${ids.markup}?without=nature`);
    expect(data?.queries).toEqual([
      { path: 'market.sale', input: { id: ids.markup } },
      { path: 'market.similarToSale', input: { sale_id: ids.markup, without: ['nature'] } },
    ]);
    expect(data?.results[0]?.result.data).toMatchObject({ item_name: MARKUP, price: 5 });
  });

  it.each([
    ['/', ['items.list', 'market.overview']],
    ['/?tab=pokemon&nature=Jolly', ['pokemon.list']],
    ['/?query=price+%3E+1', ['items.list', 'market.answer']],
    ['/pokemon/garchomp', ['market.name', 'pokemon.list', 'market.answer', 'pokemon.list']],
    ['/pokemon/garchomp?chart=hidden', ['market.name', 'pokemon.list', 'market.answer']],
    ['/faq', undefined],
    ['/sale/2000000000', undefined],
    ['/?query=price+%3E', undefined],
  ])('of %s are those of %j', async (path, queries) => {
    expect((await headOf(path)).data?.queries.map((query) => query.path)).toEqual(queries);
  });

  it('are new after each change', async () => {
    const prices = async () => [
      ...new Set(JSON.stringify((await headOf('/item/data-orb')).data?.results).match(/"price":\d+/g)),
    ];
    await sell({ name: 'Data Orb', price: 5 });
    for (const _time of [1, 2]) expect(await prices()).toEqual(['"price":5']);
    await sell({ name: 'Data Orb', price: 6, date_sold: '2026-03-13' });
    expect(await prices()).toEqual(['"price":6', '"price":5']);
  });

  it('count as reads, from the cache too', async () => {
    const count = vi.spyOn(server.runtime.calls, 'countRead');
    await headOf('/');
    const reads = count.mock.calls.length;
    count.mockClear();
    await headOf('/');
    expect([reads, count.mock.calls.length]).toEqual([3, 3]);
    count.mockImplementation(() => new DomainError('rate_limited', 'TOO_MANY', 'Too many requests.'));
    expect((await headOf('/')).data).toBeNull();
  });

  it('are missing when they are not there in time', async () => {
    const usual = pageData;
    pageData = () => new Promise(() => undefined);
    expect(await headOf('/')).toMatchObject({ status: 200, data: null });
    pageData = usual;
  });
});

describe('search engines', () => {
  it('get the disallowed paths and the sitemap', async () => {
    const response = await open('/robots.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await response.text()).split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines).toEqual(expect.arrayContaining(['Disallow: /api/', 'Disallow: /admin-panel']));
    // Other sites read it for the preview of a shared link.
    expect(lines.filter((line) => line.includes(PATHS.priceCheck))).toEqual([]);
    expect(lines).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  });

  it('find every name with a sale, with the day of the newest sale', async () => {
    await sell({ name: 'Ünique Ørb & Co', price: 1, date_sold: '2026-01-02' });
    await sell({ name: 'Never Approved', status: 'pending' });
    const response = await open('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const xml = await response.text();
    const urls = [...xml.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)];
    const found = new Map(urls.map(([, loc = '', day]) => [loc, day]));
    expect(found.get(`${PUBLIC_URL}/`)).toBeUndefined();
    expect(found.has(`${PUBLIC_URL}/`)).toBe(true);
    expect(found.get(`${PUBLIC_URL}/pokemon/garchomp`)).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(xml).not.toContain('never-approved');
    // Each URL works without a redirect.
    for (const [loc] of found) expect((await open(loc.slice(PUBLIC_URL.length))).status, loc).not.toBe(301);
    expect((await open('/sitemap-1.xml')).status).toBe(200);
    expect((await open('/sitemap-2.xml')).status).toBe(404);
    expect((await open('/sitemap-0.xml')).status).toBe(404);
  });
});
