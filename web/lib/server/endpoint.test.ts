import { expect, it } from 'vitest';
import { socketUrl, trpcUrl } from './endpoint.ts';

it.each([
  ['/api', '/trpc'],
  ['/api/', '/trpc'],
  ['/market/api', '/market/trpc'],
  ['https://x.test/v1/api', 'https://x.test/v1/trpc'],
])('derives the tRPC path of %s: %s', (base, trpc) => {
  expect(trpcUrl(base)).toBe(trpc);
});

it.each([
  ['/trpc', 'https://dex.test/account?x=1', 'wss://dex.test/trpc'],
  ['/trpc', 'http://127.0.0.1:3000/', 'ws://127.0.0.1:3000/trpc'],
  ['https://x.test/v1/trpc', 'http://localhost:5173/', 'wss://x.test/v1/trpc'],
])('resolves the sockets of %s on %s to %s', (url, page, socket) => {
  expect(socketUrl(url, page)).toBe(socket);
});
