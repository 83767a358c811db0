import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, makeSale } from '../../testing/accounts/factories.ts';
import { testServer } from '../../testing/run/server.ts';

const PUBLIC_URL = 'https://market.example';
const server = testServer({ PUBLIC_URL });
let saleId = 0;

/** Hostile as text of a page, of an attribute and of JSON. */
const HOSTILE = `"'><script>alert(1)</script><iframe src=x>&lt;\\`;

const open = (path: string) => fetch(server.url + path, { redirect: 'manual' });

beforeAll(async () => {
  const by = await makeAccount(server);
  await makeSale(server, { by, status: 'approved', price: 400_000 });
  await makeSale(server, { by, status: 'approved', price: 900_000 });
  saleId = await makeSale(server, { by, status: 'approved', kind: 'pokemon', price: 1_500_000 });
});

describe('an embedded chart', () => {
  it('may be framed by any site, and has no script, cookie or session', async () => {
    const response = await fetch(`${server.url}/embed/item/master-ball`, {
      headers: { Authorization: 'Bearer nothing' },
    });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none';style-src 'self';base-uri 'none';form-action 'none';frame-ancestors *",
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.has('x-frame-options')).toBe(false);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(html).not.toMatch(/<script| style=| on\w+=/);
    expect(html).toContain('<p>2 sales, 400,000 to 900,000 PD, last one');
    expect(html.match(/<circle/g)).toHaveLength(2);
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const css = await open(style);
    expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });

  it('exists for a sale, a list, a price check and the market', async () => {
    const paths = [
      `/embed/sale/${saleId}`,
      '/embed?tab=pokemon',
      '/embed',
      '/embed?tab=pokemon&nature=Adamant',
    ];
    const check = '/embed/pokemon/garchomp?check=price.5';
    const statuses = await Promise.all([...paths, check].map(async (path) => (await open(path)).status));
    expect(statuses).toEqual([200, 301, 200, 200, 200]);
    expect(await (await open(`/embed/sale/${saleId}`)).text()).toContain('1,500,000 <small>PD</small>');
    expect(await (await open('/embed')).text()).toContain('aria-label="Prices of pokemon over time"');
  });

  it.each(['/embed/item/no-such-item', '/embed/sale/2000000000', '/embed/login', '/embed/item/a/b'])(
    'does not exist at %s, as a page for a frame says',
    async (path) => {
      const response = await open(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toContain('<p>There is no such');
    },
  );

  it('escapes what its address contains', async () => {
    const html = await (await open(`/embed?${new URLSearchParams({ name: HOSTILE })}`)).text();
    expect(html).not.toMatch(/<script|<iframe/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

it('only embedded charts may be framed', async () => {
  for (const path of ['/cards/item/master-ball.png', '/oembed?url=x', '/embedded', '/'])
    expect((await open(path)).headers.get('x-frame-options'), path).toBe('DENY');
});

it('a card escapes what its address contains', async () => {
  const response = await open(`/cards/list.png?${new URLSearchParams({ name: HOSTILE })}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
});

describe('oEmbed', () => {
  const describePage = (url: string, more = '') =>
    open(`/oembed?url=${encodeURIComponent(url)}&format=json${more}`);

  it.each([
    ['/item/master-ball', 'Master Ball'],
    ['/pokemon/Garchomp?nature=adamant&page=2', 'Adamant Garchomp'],
    ['/?tab=pokemon&is_shiny=true', 'Shiny Pokemon'],
  ])('describes %s with its chart and card', async (path, title) => {
    const response = await describePage(PUBLIC_URL + path);
    const body = await response.json();
    expect(body).toMatchObject({
      ...{ version: '1.0', type: 'rich', title, provider_name: 'MarketDex', provider_url: PUBLIC_URL },
      ...{ width: 640, height: 360, thumbnail_width: 1200, thumbnail_height: 630 },
    });
    const [, frame = ''] = /^<iframe src="([^"]+)" width="640" height="360" /.exec(body.html) ?? [];
    for (const address of [frame.replaceAll('&amp;', '&'), body.thumbnail_url])
      expect((await open(address.replace(PUBLIC_URL, ''))).status, address).toBe(200);
  });

  it('describes a sale', async () => {
    const body = await (await describePage(`${PUBLIC_URL}/sale/${saleId}`)).json();
    expect(body).toMatchObject({
      title: 'Adamant Garchomp',
      thumbnail_url: `${PUBLIC_URL}/cards/sale/${saleId}.png`,
    });
  });

  it('keeps to the size that is asked for', async () => {
    const url = `${PUBLIC_URL}/item/master-ball`;
    const body = await (await describePage(url, '&maxwidth=300&maxheight=200')).json();
    expect(body).toMatchObject({ width: 300, height: 200 });
    expect(body).not.toHaveProperty('thumbnail_url');
    expect(await (await describePage(url, '&maxwidth=x')).json()).toMatchObject({ width: 640 });
  });

  it('escapes what the address contains', async () => {
    const query = new URLSearchParams({ name: HOSTILE });
    const { html } = await (await describePage(`${PUBLIC_URL}/?${query}`)).json();
    expect(html.match(/</g)).toHaveLength(2);
    expect(html).toMatch(/^<iframe src="[^"<>]+" width="640" height="360" title="[^"<>]+" loading="lazy"/);
  });

  it.each([
    'https://other.example/item/master-ball',
    'javascript:alert(1)',
    'item/master-ball',
    `${PUBLIC_URL}/`,
    `${PUBLIC_URL}/login`,
    `${PUBLIC_URL}/item/no-such-item`,
    `${PUBLIC_URL}/sale/2000000000`,
  ])('does not describe %s', async (url) => {
    expect((await describePage(url)).status).toBe(404);
  });

  it('refuses other formats and calls without an address', async () => {
    expect((await open(`/oembed?url=${PUBLIC_URL}/item/master-ball&format=xml`)).status).toBe(501);
    expect((await open('/oembed')).status).toBe(400);
    const repeated = await open(`/oembed?url=${PUBLIC_URL}/item/master-ball&format=json&format=json`);
    expect(repeated.status).toBe(400);
    expect(await repeated.json()).toMatchObject({ error: 'format is given more than once' });
  });
});
