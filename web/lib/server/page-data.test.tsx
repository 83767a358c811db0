import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PAGE_DATA, type PageData } from '../../../src/contract/market/page-queries.ts';
import { ASH } from '../../testing/render.tsx';
import { takePageData } from './page-data.ts';
import { createQueryClient } from './query-client.ts';
import { seenSequence } from './sequence.ts';
import { sessionStore } from './session-store.ts';

const INPUT = { id: 7 };
const KEY = [['market', 'sale'], { input: INPUT, type: 'query' }];

// Tests of other files may have left an account.
beforeEach(() => sessionStore.set(null));
afterEach(() => document.body.replaceChildren());

interface Taken extends Partial<Pick<PageData, 'least' | 'sequence'>> {
  transferSize?: number;
  ageMs?: number;
}

/**
 * What is in the cache after a document with the sale, and whether a screen requests it all the same. A document from the
 * browser's cache has 0 bytes.
 */
function taken({ least = null, sequence = least, transferSize = 3_000, ageMs = 2_000 }: Taken = {}) {
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - ageMs);
  const navigation = { transferSize } as PerformanceNavigationTiming;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation]);
  const data: PageData = {
    queries: [{ path: 'market.sale', input: INPUT }],
    results: [{ result: { data: 'the sale' } }],
    least,
    sequence,
  };
  document.body.innerHTML = `<script type="application/json" id="${PAGE_DATA}">${JSON.stringify(data)}</script>`;
  const queries = createQueryClient();
  takePageData(queries);
  const query = queries.getQueryCache().find({ queryKey: KEY });
  return { data: query?.state.data, isRequested: query?.isStaleByTime(30_000) ?? true };
}

it('are the first results of a visitor', () => {
  expect(taken()).toEqual({ data: 'the sale', isRequested: false });
});

it('are shown to an account until its own arrive', () => {
  sessionStore.set({ token: 'token', user: ASH });
  expect(taken()).toEqual({ data: 'the sale', isRequested: true });
});

it('are shown until new ones arrive when the document is not new', () => {
  expect(taken({ transferSize: 0 })).toEqual({ data: 'the sale', isRequested: true });
});

it('are shown until new ones arrive when the page took longer to load than results are fresh', () => {
  expect(taken({ ageMs: 31_000 })).toEqual({ data: 'the sale', isRequested: true });
});

it('are ignored when they may lack what this browser has seen', () => {
  expect(taken({ least: 39, sequence: 40 })).toEqual({ data: 'the sale', isRequested: false });
  expect(seenSequence()).toBe(40);
  expect(taken({ least: 39, sequence: 41 })).toEqual({ data: undefined, isRequested: true });
  expect(taken({ least: 40 })).toEqual({ data: 'the sale', isRequested: false });
});

it('are none in a document without data', () => {
  const queries = createQueryClient();
  takePageData(queries);
  expect(queries.getQueryCache().getAll()).toEqual([]);
});
