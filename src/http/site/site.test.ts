import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { icons } from '../../../scripts/generate-icons.ts';
import { THEME } from '../../contract/shared/colours.ts';
import { screenNames } from '../../contract/shared/paths.ts';
import { builtClient, firstPaintOf, scriptsOf } from './built-client.ts';
import { siteFiles } from './site-files.ts';

let server: Server;

function client() {
  const built = builtClient()();
  if (!built) throw new Error('The web client is not built');
  return built;
}
const siteDocument = () => client().documentWith({});

beforeAll(async () => {
  server = express().use(siteFiles()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Requests a file without decompressing the response, as `fetch` would. */
async function fetchRaw(address: string, headers: Record<string, string>) {
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, path: address, headers, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

it.each(['bytes=5-1', 'bytes=0-0', 'bytes=-5', 'bytes=99999999-', 'items=0-1', 'x'])(
  'serves the whole of a file for a range: %s',
  async (range) => {
    const whole = await fetchRaw('/favicon.svg', {});
    expect(await fetchRaw('/favicon.svg', { range })).toMatchObject({ status: 200, body: whole.body });
  },
);

it('has icons for home screens and old browsers, made from the one picture (`npm run icons:generate`)', async () => {
  for (const [file, content] of icons()) {
    const served = await fetchRaw(`/${path.basename(file)}`, {});
    expect(served.headers['content-type']).toMatch(/^image\//);
    expect(served.body.equals(content)).toBe(true);
  }
  const links = [...siteDocument().matchAll(/<link rel="(apple-touch-icon|manifest)" href="([^"]+)"/g)];
  expect(links.map(([, rel]) => rel)).toEqual(['apple-touch-icon', 'manifest']);
  const [touchIcon, manifest] = await Promise.all(links.map(([, , href = '']) => fetchRaw(href, {})));
  expect(touchIcon).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  expect(manifest?.headers['content-type']).toBe('application/manifest+json');
  const { background_color, icons: listed } = JSON.parse(String(manifest?.body));
  expect(background_color).toBe(THEME.accent[0]);
  for (const { src } of listed) expect(await fetchRaw(src, {})).toMatchObject({ status: 200 });
});

it.each(['js', 'css'])('serves %s compressed at build time, as the client accepts it', async (type) => {
  const asset = new RegExp(`"(/assets/[^"]+\\.${type})"`).exec(siteDocument())?.[1] ?? '';
  const plain = await fetchRaw(asset, {});
  expect(plain).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' },
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    // As a proxy may send it.
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const packed = await fetchRaw(asset, { 'accept-encoding': accepted });
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(packed.body.length),
      'content-type': plain.headers['content-type'],
      'cache-control': plain.headers['cache-control'],
      vary: 'Accept-Encoding',
    });
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    expect(unpack(packed.body).equals(plain.body)).toBe(true);
  }
});

it('keeps the script of the first page within its budget (docs/performance.md)', async () => {
  const scripts = [...siteDocument().matchAll(/"(\/assets\/[^"]+\.js)"/g)];
  const sent = await Promise.all(
    scripts.map(([, script = '']) => fetchRaw(script, { 'accept-encoding': 'br' })),
  );
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(100_000);
});

it('sends what is shown of a screen before its scripts have loaded', () => {
  const { firstPaints } = client();
  for (const [screen, heading] of [
    ['market', 'Market History'],
    ['submit', 'Submit Data'],
    ['review', 'Review Submissions'],
  ] as const) {
    const html = firstPaintOf(screen, false, firstPaints);
    expect(html).toContain(`>${heading}</h1>`);
    expect(html).not.toContain('Demo data');
    expect(firstPaintOf(screen, true, firstPaints)).toContain('Demo data');
    // The shape of what follows; nothing for screen readers.
    expect(html.includes('<span aria-hidden="true"'), screen).toBe(screen === 'market');
  }
  expect(firstPaintOf('pokemon', false, firstPaints)).toContain('</header>');
  expect(firstPaintOf('login', false, firstPaints)).toBe('');
});

it('knows the scripts of every screen that the first script does not contain', async () => {
  const { scripts: built } = client();
  for (const screen of screenNames) {
    const scripts = scriptsOf(screen, built);
    if (['market', 'dashboard', 'showcase'].includes(screen)) expect(scripts, screen).toEqual([]);
    else expect(scripts, `${screen} is not in dist: run npm run build`).not.toEqual([]);
    for (const script of scripts) expect((await fetchRaw(script, {})).status, script).toBe(200);
  }
});
