import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CachedResponse } from './cached-response.ts';
import { type Moment, ResponseCache } from './response-cache.ts';

const responseOf = (text: string) => new CachedResponse([], 'text/plain', Buffer.from(text));
const at = (sequence: number, day = '2026-03-01'): Moment => ({ sequence, day });
const keep = (store: ResponseCache, key: string, moment: Moment, cached: CachedResponse | null) =>
  store.make(key, moment, Promise.resolve(cached));

describe('cached responses', () => {
  it('are dropped at a newer number or day', async () => {
    const store = new ResponseCache(1_000_000);
    const cached = responseOf('1');
    await keep(store, 'a', at(1), cached);
    expect(store.find('a', at(1))).toBe(cached);
    expect(store.find('a', at(2))).toBeUndefined();
    expect(store.size).toBe(0);
    await keep(store, 'a', at(2), cached);
    expect(store.find('a', at(2, '2026-03-02'))).toBeUndefined();
    expect({ size: store.size, bytes: store.bytes }).toEqual({ size: 0, bytes: 0 });
  });

  it('that began before a change are not kept after it', async () => {
    const store = new ResponseCache(1_000_000);
    const late = Promise.withResolvers<CachedResponse | null>();
    const kept = store.make('a', at(1), late.promise);
    expect(store.making('a', at(1))).toBe(late.promise);
    expect(store.making('a', at(2))).toBeUndefined();
    late.resolve(responseOf('stale'));
    await kept;
    expect(store.find('a', at(2))).toBeUndefined();
    expect(store.find('a', at(1))).toBeUndefined();
  });

  it('that fail are requested again', async () => {
    const store = new ResponseCache(1_000_000);
    await keep(store, 'a', at(1), null);
    expect(store.making('a', at(1))).toBeUndefined();
    expect(store.find('a', at(1))).toBeUndefined();
    await expect(store.make('a', at(1), Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(store.making('a', at(1))).toBeUndefined();
  });
});

describe('the size limit', () => {
  it('keeps the most recently used responses', async () => {
    const store = new ResponseCache(30_000);
    for (let i = 0; i < 100; i += 1) {
      await keep(store, `key ${i}`, at(1), responseOf('x'.repeat(1_000)));
      store.find('key 0', at(1));
    }
    expect(store.bytes).toBeLessThanOrEqual(30_000);
    expect(store.size).toBeLessThan(11);
    expect(store.find('key 0', at(1))).toBeDefined();
    expect(store.find('key 99', at(1))).toBeDefined();
    expect(store.find('key 1', at(1))).toBeUndefined();
  });

  it('includes the growth of a response by compression', async () => {
    const store = new ResponseCache(1_000_000);
    const cached = responseOf('x'.repeat(5_000));
    await keep(store, 'a', at(1), cached);
    const before = { store: store.bytes, response: cached.bytes };
    const request = { headers: { 'accept-encoding': 'br' } } as never;
    await cached.pack(request);
    const grown = cached.bytes - before.response;
    expect(grown).toBeGreaterThan(0);
    store.grown('a', cached);
    expect(store.bytes).toBe(before.store + grown);
    await cached.pack(request);
    expect(cached.bytes).toBe(before.response + grown);
    store.find('a', at(2));
    store.grown('a', cached);
    expect(store.bytes).toBe(0);
  });

  it('is never exceeded, and each response belongs to its key and number', async () => {
    const step = record({
      what: constantFrom('keep', 'find', 'change'),
      key: constantFrom('a', 'b', 'c', 'd'),
      size: nat(4_000),
    });
    await assert(
      asyncProperty(array(step, { maxLength: 60 }), async (steps) => {
        const store = new ResponseCache(10_000);
        const written = new Map<CachedResponse, string>();
        let sequence = 1;
        for (const { what, key, size } of steps) {
          if (what === 'change') sequence += 1;
          if (what === 'keep') {
            const cached = responseOf('x'.repeat(size));
            written.set(cached, `${key} ${sequence}`);
            await keep(store, key, at(sequence), cached);
          }
          const found = store.find(key, at(sequence));
          if (found && written.get(found) !== `${key} ${sequence}`) return false;
          if (store.bytes > 10_000 || store.bytes < 0) return false;
        }
        return true;
      }),
    );
  });
});
