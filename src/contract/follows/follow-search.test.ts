import { describe, expect, it } from 'vitest';
import { type MarketFilter, zMarketFilter } from '../market/sale-filter.ts';
import { equivalenceText, isNarrowed, noMatchMessage, searchOf } from './follow-search.ts';
import type { FollowCondition } from './follows.ts';

const parsed = (filter: MarketFilter) => zMarketFilter.parse(filter);
const textOf = (filter: MarketFilter) => equivalenceText(parsed(filter), { type: 'every' });

describe('filters that select the same sales', () => {
  it.each<[what: string, same: MarketFilter[]]>([
    [
      'with a name however it is written',
      [
        { kind: 'pokemon', name: 'Mr. Mime', exact: true },
        { kind: 'pokemon', name: 'mr mime', exact: true },
        { kind: 'pokemon', name: 'MR-MIME', exact: true },
        { kind: 'pokemon', query: 'pokemon = mrmime' },
        { kind: 'pokemon', query: 'pokemon LIKE "Mr. Mime"' },
      ],
    ],
    [
      'with a part of a name',
      [
        { kind: 'item', name: '100% pure' },
        { kind: 'item', name: '100-PURE' },
        { kind: 'item', query: 'item LIKE %100 Pure%' },
      ],
    ],
    [
      'with a list of names',
      [
        { kind: 'item', query: 'item IN (Bulk Berry, Ultra Ball)' },
        { kind: 'item', query: 'item IN (ultra-ball, bulk-berry, ULTRA BALL)' },
      ],
    ],
    [
      'with terms in any order, and more than once',
      [
        { kind: 'item', query: 'price > 5 AND price < 9' },
        { kind: 'item', query: 'price < 9 AND (price > 5 AND price < 9)' },
      ],
    ],
    [
      'with branches in any order',
      [
        { kind: 'pokemon', query: 'ability = Levitate AND (level = 1 OR is shiny)' },
        { kind: 'pokemon', ability: 'levitate', query: 'is shiny OR level = 1' },
      ],
    ],
    [
      'with ends that include the number or not',
      [
        { kind: 'item', query: 'price > 5 AND price < 9 AND date > 2026-02-28' },
        { kind: 'item', query: 'price >= 6 AND price <= 8 AND date >= 2026-03-01' },
        { kind: 'item', min_price: 6, max_price: 8, date_from: '2026-03-01' },
      ],
    ],
    [
      'with a list of one, a repeated value, or the values one by one',
      [
        { kind: 'pokemon', nature: 'Bold' },
        { kind: 'pokemon', query: 'nature IN (Bold)' },
        { kind: 'pokemon', query: 'nature IN (bold, Bold)' },
        { kind: 'pokemon', query: 'nature = Bold OR nature = Bold' },
      ],
    ],
    [
      'with a list or its values',
      [
        { kind: 'pokemon', query: 'nature IN (Bold, Calm)' },
        { kind: 'pokemon', query: 'nature = Calm OR nature = Bold' },
        { kind: 'pokemon', query: 'NOT (nature != Bold AND nature != Calm)' },
        { kind: 'pokemon', query: 'NOT nature NOT IN (Bold, Calm)' },
      ],
    ],
    [
      'with NOT or the opposite',
      [
        { kind: 'pokemon', query: 'price <= 5 AND is not shiny AND nature != Bold AND level < 9' },
        { kind: 'pokemon', query: 'NOT (price > 5 OR is shiny OR nature = Bold OR NOT level <= 8)' },
      ],
    ],
    [
      'with filters that leave out nothing',
      [
        { kind: 'pokemon', nature: 'Adamant' },
        { kind: 'pokemon', nature: 'Adamant', min_perfect_ivs: 0, min_atk_iv: 0, max_atk_iv: 31 },
        { kind: 'pokemon', nature: 'Adamant', min_price: 1, query: 'pokemon LIKE %' },
        { kind: 'pokemon', query: 'nature = Adamant AND (price >= 0 OR is shiny)' },
        { kind: 'pokemon', query: 'nature = Adamant AND (NOT price < 1 OR is shiny)' },
      ],
    ],
  ])('%s have one text', (_, same) => {
    expect(new Set(same.map(textOf))).toHaveLength(1);
  });

  it.each<[MarketFilter, MarketFilter]>([
    [
      { kind: 'item', name: 'Mr. Mime' },
      { kind: 'item', name: 'Mr. Mime', exact: true },
    ],
    [
      { kind: 'item', name: '%' },
      { kind: 'item', name: '&' },
    ],
    [
      { kind: 'item', query: 'price > 5 AND price < 9' },
      { kind: 'item', query: 'price > 5 OR price < 9' },
    ],
    [
      { kind: 'pokemon', query: 'is shiny AND (level = 1 OR nature = Bold)' },
      { kind: 'pokemon', query: '(is shiny AND level = 1) OR nature = Bold' },
    ],
    // A sale without a level is not above 50, and not up to 50.
    [
      { kind: 'pokemon', query: 'NOT level > 50' },
      { kind: 'pokemon', query: 'level <= 50' },
    ],
    // Tomorrow, today is another day.
    [
      { kind: 'item', query: 'date > today-1d' },
      { kind: 'item', query: 'date >= 2026-03-31' },
    ],
    [
      { kind: 'pokemon', max_atk_iv: 0 },
      { kind: 'pokemon', min_atk_iv: 0 },
    ],
  ])('are not %j and %j', (one, other) => {
    expect(textOf(one)).not.toBe(textOf(other));
  });
});

describe('a filter that no sale can match', () => {
  const EVERY = { type: 'every' } as const;

  it.each<[MarketFilter, FollowCondition]>([
    [{ kind: 'item', query: 'price > 5 AND price < 3' }, EVERY],
    [{ kind: 'item', query: 'price < 1' }, EVERY],
    [{ kind: 'item', query: 'item NOT LIKE %' }, EVERY],
    [{ kind: 'item', min_price: 6, query: 'has proof AND NOT price > 5' }, EVERY],
    [
      { kind: 'item', query: 'price > 5' },
      { type: 'at_or_below', price: 5 },
    ],
    [{ kind: 'item', query: 'date > 2026-03-01 AND date < 2026-03-02' }, EVERY],
    [{ kind: 'item', query: 'has proof AND has no proof' }, EVERY],
    [{ kind: 'pokemon', nature: 'Bold', query: 'NOT nature = bold' }, EVERY],
    [{ kind: 'pokemon', query: '(level > 5 AND level < 5) OR (is shiny AND is not shiny)' }, EVERY],
  ])('is recognised: %j, %j', (filter, condition) => {
    expect(noMatchMessage(parsed(filter), condition)).toContain('No sale can match');
  });

  it.each<[MarketFilter, FollowCondition]>([
    [{ kind: 'item', query: 'price > 5 AND price < 7' }, EVERY],
    [{ kind: 'item', query: 'price > 5 OR price < 3' }, EVERY],
    [
      { kind: 'item', query: 'price >= 5' },
      { type: 'at_or_below', price: 5 },
    ],
    [{ kind: 'pokemon', query: 'NOT level > 5 AND NOT level <= 5' }, EVERY],
  ])('is not %j, %j', (filter, condition) => {
    expect(noMatchMessage(parsed(filter), condition)).toBeNull();
  });
});

describe('a filter that leaves out nothing', () => {
  it.each<[MarketFilter]>([
    [{ kind: 'item', exact: true, name: ' ' }],
    [{ kind: 'item', min_price: 0 }],
    [{ kind: 'item', min_price: 1, max_price: 999_999_999_999 }],
    [{ kind: 'item', query: 'item LIKE % AND price > 0' }],
    [{ kind: 'pokemon', min_perfect_ivs: 0 }],
    [{ kind: 'pokemon', min_atk_iv: 0, max_atk_iv: 31 }],
    [{ kind: 'pokemon', query: 'pokemon LIKE %' }],
    [{ kind: 'pokemon', query: 'is shiny OR perfect_ivs >= 0' }],
    [{ kind: 'item', query: 'NOT price < 1' }],
    [{ kind: 'item', query: 'price != 0' }],
    [{ kind: 'item', query: 'price > 5 OR price < 10' }],
    [{ kind: 'item', query: 'price >= 6 OR (price <= 5 OR has proof)' }],
    [{ kind: 'item', query: 'has proof OR has no proof' }],
    [{ kind: 'item', query: 'date >= 1900-01-01' }],
    [{ kind: 'item', query: 'date > today-7d OR NOT date > today-7d' }],
    [{ kind: 'item', query: 'price IN (1) OR price NOT IN (1)' }],
    [{ kind: 'item', query: 'item = Net Ball OR item NOT LIKE net-ball' }],
    [{ kind: 'pokemon', query: 'NOT (hp_iv > 5 AND hp_iv < 3)' }],
  ])('narrows nothing: %j', (filter) => {
    expect(isNarrowed(parsed(filter))).toBe(false);
  });

  it.each<[MarketFilter]>([
    [{ kind: 'item', min_price: 2 }],
    [{ kind: 'pokemon', min_level: 1 }],
    [{ kind: 'pokemon', min_atk_iv: 0, max_atk_iv: 0 }],
    [{ kind: 'pokemon', query: 'submitted_by LIKE %' }],
    [{ kind: 'pokemon', query: 'pokemon NOT LIKE %' }],
    [{ kind: 'pokemon', query: 'level >= 5 OR level < 5' }],
    [{ kind: 'item', query: 'price > 6 OR price < 6' }],
    [{ kind: 'item', query: 'date >= 1900-01-02' }],
  ])('is not one that some sales lack: %j', (filter) => {
    expect(isNarrowed(parsed(filter))).toBe(true);
  });

  it('is not stored', () => {
    const filter = parsed({
      kind: 'pokemon',
      nature: 'Bold',
      min_hp_iv: 0,
      max_hp_iv: 9,
      min_perfect_ivs: 0,
    });
    expect(searchOf(filter)).toBe('?tab=pokemon&nature=Bold&max_hp_iv=9');
  });
});
