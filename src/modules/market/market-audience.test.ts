import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { zMarketFilter } from '../../contract/market/sale-filter.ts';
import { filterPredicate } from '../../contract/query/matches-filter.ts';
import { printQuery } from '../../contract/query/printer.ts';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { aQuery, aSale, someFilters, TODAY } from '../../testing/search/query-arbitraries.ts';
import type { Change } from '../changes/change-feed.ts';
import { type Delivery, MarketAudience } from './market-audience.ts';
import { type Tick, updatesOf } from './market-updates.ts';

const NOW = Date.parse(`${TODAY}T12:00:00Z`);
const MINUTE = 60_000;

const aKind = fc.constantFrom(...SALE_KINDS);
const aFilter = aKind.chain((kind) =>
  fc.oneof(
    someFilters(kind),
    aQuery(kind).map((query) => ({ kind, query: printQuery(query) })),
  ),
);
const aChange = fc.tuple(aKind.chain(aSale), fc.constantFrom('added', 'edited', 'removed'), fc.boolean());

/** @param steps sales, what happened to them, and whether they are public now */
function tickOf(steps: readonly (readonly [AnySale, 'added' | 'edited' | 'removed', boolean])[]): Tick {
  const changes = steps.map(([, change], i): Change => ({ sequence: i + 1, sale_id: i + 1, change }));
  const sales = new Map<number, AnySale>();
  const withdrawn = new Map<number, AnySale>();
  for (const [i, [sale, , isPublic]] of steps.entries())
    (isPublic ? sales : withdrawn).set(i + 1, { ...sale, sale_id: i + 1 });
  return { sequence: steps.length, changes, sales, withdrawn };
}

const anItem = fc.sample(aSale('item'), { numRuns: 1, seed: 1 })[0] as AnySale;
const added = tickOf([[anItem, 'added', true]]);
const everyItem = zMarketFilter.parse({ kind: 'item' });
const noItem = zMarketFilter.parse({ kind: 'item', name: 'no such item', exact: true });

it('delivers what each page would find by trying every sale with its filter', async () => {
  const someFilterTexts = fc.array(aFilter, { minLength: 1, maxLength: 20 });
  const someChanges = fc.array(aChange, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(someFilterTexts, someChanges, async (filters, steps) => {
      const audience = new MarketAudience();
      const tick = tickOf(steps);
      const pages = filters.map((filter) => ({
        filter: zMarketFilter.parse(filter),
        received: [] as Delivery[],
      }));
      for (const { filter, received } of pages)
        audience.add(filter, (delivery) => received.push(delivery), NOW);
      await audience.deliver(tick, NOW, TODAY);
      for (const { filter, received } of pages) {
        const passes = filterPredicate(filter);
        const expected = updatesOf(tick, (sale) => passes(sale, TODAY));
        expect(received.map(({ updates }) => updates)).toEqual(expected.length ? [expected] : []);
      }
    }),
  );
});

it('delivers `many` to all pages', async () => {
  const audience = new MarketAudience();
  const received: Delivery[] = [];
  for (const filter of [everyItem, noItem]) audience.add(filter, (delivery) => received.push(delivery), NOW);
  await audience.deliver({ sequence: 1, changes: null, sales: new Map(), withdrawn: new Map() }, NOW, TODAY);
  expect(received.map(({ updates }) => updates)).toEqual([[{ type: 'many' }], [{ type: 'many' }]]);
});

/** Counts the turns of the event loop until `stop`. */
function countTurns() {
  const counter = {
    turns: 0,
    isStopped: false,
    stop() {
      counter.isStopped = true;
    },
  };
  const count = () => {
    counter.turns += 1;
    if (!counter.isStopped) setImmediate(count);
  };
  setImmediate(count);
  return counter;
}

it('tries a sale with many filters in turns of a few milliseconds', async () => {
  const audience = new MarketAudience();
  for (let day = 1; day <= 100; day += 1) {
    const date = new Date(Date.UTC(1990, 0, day)).toISOString().slice(0, 10);
    const filter = zMarketFilter.parse({ kind: 'item', query: `date < ${date}` });
    audience.add(filter, () => expect.unreachable(), NOW);
  }
  let ms = 0;
  const time = vi.spyOn(performance, 'now').mockImplementation(() => ++ms);
  const counter = countTurns();
  await audience.deliver(added, NOW, TODAY);
  counter.stop();
  time.mockRestore();
  expect(counter.turns).toBeGreaterThanOrEqual(15);
});

it('delivers in turns of a few pages, which share the updates of their filter', async () => {
  const audience = new MarketAudience();
  const counter = countTurns();
  const turns: number[] = [];
  const updates = new Set<unknown>();
  for (let page = 0; page < 200; page += 1)
    audience.add(
      everyItem,
      (delivery) => {
        turns.push(counter.turns);
        updates.add(delivery.updates);
      },
      NOW,
    );
  await audience.deliver(added, NOW, TODAY);
  counter.stop();
  expect(turns).toHaveLength(200);
  expect(updates.size).toBe(1);
  const pagesByTurn = Map.groupBy(turns, (one) => one);
  expect(Math.max(...[...pagesByTurn.values()].map(({ length }) => length))).toBeLessThanOrEqual(20);
});

it('delivers nothing to pages that leave, and forgets their filters', async () => {
  const audience = new MarketAudience();
  const received: string[] = [];
  const leave = ['a', 'b', 'c'].map((page) => audience.add(everyItem, () => received.push(page), NOW));
  leave[1]?.();
  await audience.deliver(added, NOW, TODAY);
  expect(received).toEqual(['a', 'c']);
  for (const one of leave) one();
  expect(audience.size).toBe(0);
  const again = audience.add(everyItem, () => received.push('d'), NOW);
  // A page that has left already does not end those that came later.
  leave[0]?.();
  await audience.deliver(added, NOW, TODAY);
  expect(received).toEqual(['a', 'c', 'd']);
  again();
});

it('brings pages without updates their position once a minute, some with each tick', async () => {
  const audience = new MarketAudience();
  const received: number[] = [];
  for (let page = 0; page < 700; page += 1)
    audience.add(
      noItem,
      ({ updates }) => {
        expect(updates).toEqual([]);
        received.push(page);
      },
      NOW,
    );
  const receivedWith = async (now: number) => {
    await audience.deliver(added, now, TODAY);
    return received.splice(0);
  };
  const pages = Array.from({ length: 700 }, (_, page) => page);
  expect(await receivedWith(NOW + MINUTE - 1)).toEqual([]);
  expect(await receivedWith(NOW + MINUTE)).toEqual(pages.slice(0, 500));
  expect(await receivedWith(NOW + MINUTE + 1)).toEqual(pages.slice(500));
  expect(await receivedWith(NOW + MINUTE + 2)).toEqual([]);
  expect(await receivedWith(NOW + 2 * MINUTE)).toEqual(pages.slice(0, 500));
});
