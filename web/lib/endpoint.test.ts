import { expect, it } from 'vitest';
import { trpcUrl } from './endpoint.ts';

it.each([
  ['/api', '/trpc'],
  ['/api/', '/trpc'],
  ['/market/api', '/market/trpc'],
  ['https://x.test/v1/api', 'https://x.test/v1/trpc'],
])('%s is beside %s', (base, trpc) => {
  expect(trpcUrl(base)).toBe(trpc);
});
