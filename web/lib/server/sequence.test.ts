import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { todayUtc } from '../../../src/contract/shared/dates.ts';

const LATEST = 1_795_384_804_950;

/** As a page has it that has just been opened. */
let page: typeof import('./sequence.ts');

beforeEach(async () => {
  vi.resetModules();
  page = await import('./sequence.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('keeps the highest number that the server has sent', async () => {
  const answer = async (headers: Record<string, string>) => {
    vi.stubGlobal('fetch', async () => new Response('{}', { headers }));
    await page.trackedFetch('/trpc');
    return page.seenSequence();
  };
  expect(await answer({})).toBe(0);
  expect(await answer({ 'MarketDex-Sequence': String(LATEST) })).toBe(LATEST);
  expect(await answer({ 'MarketDex-Sequence': '7' })).toBe(LATEST);
  expect(await answer({})).toBe(LATEST);
});

it('takes numbers of live updates, and no other ids', () => {
  page.recordSequence(LATEST);
  page.recordSequence(Number.NaN);
  expect(page.seenSequence()).toBe(LATEST);
  page.recordSequence(LATEST + 1);
  expect(page.seenSequence()).toBe(LATEST + 1);
});

it('keeps the time of the latest answer', async () => {
  const { serverNow } = await import('../clock.ts');
  vi.stubGlobal(
    'fetch',
    async () => new Response('{}', { headers: { date: 'Thu, 12 Mar 2026 22:00:00 GMT' } }),
  );
  await page.trackedFetch('/trpc');
  expect(todayUtc(serverNow())).toBe('2026-03-12');
});

describe('without an answer', () => {
  /** Starts a call, and lets its time pass. */
  function stalled(init: RequestInit) {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    let sent: AbortSignal | null | undefined;
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      sent = signal;
      return new Response('{}');
    });
    const called = page.trackedFetch('/trpc', init);
    time.abort(new DOMException('', 'TimeoutError'));
    return called.then(() => ({ limits: timeout.mock.calls.flat(), ended: sent?.reason?.name }));
  }

  it.each([{}, { signal: new AbortController().signal }])('ends a read after 20 seconds', async (init) => {
    expect(await stalled({ method: 'GET', ...init })).toEqual({ limits: [20_000], ended: 'TimeoutError' });
  });

  it('ends a write after two minutes', async () => {
    expect(await stalled({ method: 'POST' })).toEqual({ limits: [120_000], ended: 'TimeoutError' });
  });

  it('still ends a call with its page', async () => {
    const signal = AbortSignal.abort(new DOMException('', 'AbortError'));
    expect(await stalled({ method: 'POST', signal })).toMatchObject({ ended: 'AbortError' });
  });
});
