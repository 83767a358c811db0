import { afterEach, expect, it, vi } from 'vitest';
import { see, seeingFetch, seenSequence } from './sequence.ts';

afterEach(() => vi.unstubAllGlobals());

it('keeps the highest number that the server has sent', async () => {
  const answer = async (headers: Record<string, string>) => {
    vi.stubGlobal('fetch', async () => new Response('{}', { headers }));
    await seeingFetch('/trpc');
    return seenSequence();
  };
  expect(await answer({})).toBe(0);
  expect(await answer({ 'MarketDex-Sequence': '1795384804950' })).toBe(1_795_384_804_950);
  expect(await answer({ 'MarketDex-Sequence': '7' })).toBe(1_795_384_804_950);
  expect(await answer({})).toBe(1_795_384_804_950);
});

it('takes numbers of live updates, and no other ids', () => {
  see(Number.NaN);
  expect(seenSequence()).toBe(1_795_384_804_950);
  see(1_795_384_804_951);
  expect(seenSequence()).toBe(1_795_384_804_951);
});
