import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPort } from '../../testing/servers/test-port.ts';
import { probeLinks } from './link-probe.ts';

let host: Server;
let base: string;
const requests: string[] = [];

beforeAll(async () => {
  host = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (request.url === '/moved.png') response.writeHead(302, { location: '/removed.png' });
    else if (request.url === '/page.png') response.writeHead(200, { 'content-type': 'text/html' });
    else if (request.url === '/lost.png') response.writeHead(404);
    else response.writeHead(200, { 'content-type': 'image/png' });
    response.end();
  });
  await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => host.close());

it('probes each URL once, and detects responses that are not pictures', async () => {
  const dead = `http://127.0.0.1:${await testPort()}/a.png`;
  const many = Array.from({ length: 30 }, (_, n) => `${base}/${n}.png`);
  const urls = ['moved', 'page', 'lost'].map((name) => `${base}/${name}.png`);
  const progress: number[] = [];
  const results = await probeLinks([...urls, dead, ...many, ...many], (count) => progress.push(count));
  expect(urls.map((url) => results.get(url))).toEqual(['gone', 'gone', 'gone']);
  expect(results.get(dead)).toBe('offline');
  expect(many.map((url) => results.get(url))).toEqual(many.map(() => null));
  expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted());
  expect(requests.every((call) => call.startsWith('HEAD '))).toBe(true);
  expect(progress.at(-1)).toBe(34);
});

it('returns nothing for no URLs', async () => {
  expect(await probeLinks([], () => undefined)).toEqual(new Map());
});
