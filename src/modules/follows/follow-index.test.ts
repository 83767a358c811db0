import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterOfSearch, searchOf } from '../../contract/follows/follow-search.ts';
import type { FollowCondition } from '../../contract/follows/follows.ts';
import { type MarketFilter, zMarketFilter } from '../../contract/market/sale-filter.ts';
import { filterPredicate } from '../../contract/query/matches-filter.ts';
import { printQuery } from '../../contract/query/printer.ts';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { aQuery, aSale, someFilters, TODAY } from '../../testing/search/query-arbitraries.ts';
import { filedUnder, termsOf } from '../market/filter-filing.ts';
import { FollowIndex, type FollowRule, meetsPrice } from './follow-index.ts';

const PRICES = [1, 999, 1_000, 1_500_000, 999_999_999_999];

const aCondition: fc.Arbitrary<FollowCondition> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'every' as const }) },
  fc.record({
    type: fc.constantFrom('at_or_below' as const, 'at_or_above' as const),
    price: fc.constantFrom(...PRICES),
  }),
  fc.constant({ type: 'outside_middle_half' as const }),
);

/** Simple filters, a query, or both. */
const aFilter = (kind: SaleKind): fc.Arbitrary<MarketFilter> =>
  fc
    .tuple(someFilters(kind), fc.option(aQuery(kind).map(printQuery), { nil: undefined }), fc.boolean())
    .filter(([, query]) => (query ?? '').length <= LIMITS.query.length)
    .map(([filter, query, both]) => ({ ...(query && !both ? { kind } : filter), ...(query && { query }) }));

const aKind = fc.constantFrom(...SALE_KINDS);

const aFollow = (followId: number): fc.Arbitrary<FollowRule> =>
  aKind.chain((kind) =>
    fc.record({
      followId: fc.constant(followId),
      kind: fc.constant(kind),
      search: aFilter(kind).map((filter) => searchOf(zMarketFilter.parse(filter))),
      condition: aCondition,
      since: fc.constantFrom(0, 1_000, 2_000),
    }),
  );

const FOLLOWS = 40;
const someFollows = fc.tuple(...Array.from({ length: FOLLOWS }, (_, id) => aFollow(id + 1)));
const someSales = fc.array(aKind.chain(aSale), { minLength: 5, maxLength: 20 });

const byId = (a: number, b: number) => a - b;
const idsOf = (found: readonly FollowRule[]) => found.map(({ followId }) => followId).toSorted(byId);
const found = (index: FollowIndex, sale: AnySale, decidedAt: number) =>
  idsOf(index.matching(sale, TODAY, decidedAt).map(({ rule }) => rule));

/** Tries every follow. */
const tried = (follows: readonly FollowRule[], sale: AnySale, decidedAt: number) =>
  idsOf(
    follows.filter(
      ({ search, condition, since }) =>
        since <= decidedAt &&
        meetsPrice(sale.price, condition) &&
        filterPredicate(filterOfSearch(search))(sale, TODAY),
    ),
  );

describe('the index of follows', () => {
  it('finds exactly the follows that trying each of them finds', () => {
    let matches = 0;
    fc.assert(
      fc.property(someFollows, someSales, (follows, sales) => {
        const index = new FollowIndex();
        for (const follow of follows) index.put(follow);
        for (const sale of sales) {
          const ids = found(index, sale, 1_000);
          expect(ids).toEqual(tried(follows, sale, 1_000));
          matches += ids.length;
        }
      }),
      { numRuns: 100 },
    );
    expect(matches).toBeGreaterThan(300);
  });

  it('finds the same after follows were replaced and dropped', () => {
    fc.assert(
      fc.property(someFollows, someFollows, someSales, (before, after, sales) => {
        const index = new FollowIndex();
        for (const follow of before) index.put(follow);
        const kept = after.filter(({ followId }) => followId % 3 > 0);
        for (const follow of kept) index.put(follow);
        for (let id = 0; id <= FOLLOWS; id += 3) index.drop(id);
        expect(index.size).toBe(kept.length);
        for (const sale of sales) expect(found(index, sale, 2_000)).toEqual(tried(kept, sale, 2_000));
      }),
      { numRuns: 20 },
    );
  });
});

const sale = (kind: SaleKind, values: Record<string, unknown>): AnySale => {
  const [one] = fc.sample(aSale(kind), { numRuns: 1, seed: 1 });
  return { ...(one as AnySale), ...values } as AnySale;
};

describe('a follow is tried only with sales that can match', () => {
  it.each<[string, MarketFilter, other: AnySale]>([
    [
      'a name',
      { kind: 'item', name: 'Master Ball', exact: true, proof: 'with' },
      sale('item', { item_name: 'Ultra Ball' }),
    ],
    ['a part of a name', { kind: 'item', name: 'mast' }, sale('item', { item_name: 'Ultra Ball' })],
    ['a nature', { kind: 'pokemon', nature: 'Bold', min_level: 5 }, sale('pokemon', { nature: 'Timid' })],
    [
      'branches of a query',
      { kind: 'pokemon', query: 'nature = Bold OR (pokemon = Gible AND level > 5)' },
      sale('pokemon', { nature: 'Timid', pokemon_name: 'Garchomp' }),
    ],
  ])('%s', (_what, filter, other) => {
    const parsed = zMarketFilter.parse(filter);
    expect(parsed.kind).toBe(other.kind);
    const terms = new Set(filedUnder(parsed) ?? termsOf(other));
    expect(terms.size).toBeGreaterThan(0);
    expect(terms.intersection(termsOf(other))).toEqual(new Set());
  });
});
