import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const LATEST = 1_795_384_804_950;

/** As a page has it that has just been opened. */
let page: typeof import('./sequence.ts');

beforeEach(async () => {
  vi.resetModules();
  page = await import('./sequence.ts');
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the highest number that the server has sent', async () => {
  const answer = async (headers: Record<string, string>) => {
    vi.stubGlobal('fetch', async () => new Response('{}', { headers }));
    await page.seeingFetch('/trpc');
    return page.seenSequence();
  };
  expect(await answer({})).toBe(0);
  expect(await answer({ 'MarketDex-Sequence': String(LATEST) })).toBe(LATEST);
  expect(await answer({ 'MarketDex-Sequence': '7' })).toBe(LATEST);
  expect(await answer({})).toBe(LATEST);
});

it('takes numbers of live updates, and no other ids', () => {
  page.see(LATEST);
  page.see(Number.NaN);
  expect(page.seenSequence()).toBe(LATEST);
  page.see(LATEST + 1);
  expect(page.seenSequence()).toBe(LATEST + 1);
});
