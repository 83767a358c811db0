import { expect, it } from 'vitest';
import type { SaleKind } from '../sale/kinds.ts';
import { ignoredFilters } from './filter-fields.ts';

it.each<[SaleKind, string, [string, string][]]>([
  ['pokemon', 'nature=adamant&min_hp_iv=31&proof=with&page=3&utm_source=forum', []],
  [
    'pokemon',
    'nature=Grumpy&is_shiny=yes',
    [
      ['nature', 'Grumpy'],
      ['is_shiny', 'yes'],
    ],
  ],
  [
    'pokemon',
    'min_hp_iv=32&max_price=cheap&date_from=2026-02-30',
    [
      ['max_price', 'cheap'],
      ['date_from', '2026-02-30'],
      ['min_hp_iv', '32'],
    ],
  ],
  ['item', 'nature=Adamant&max_price=5', [['nature', 'Adamant']]],
  ['item', 'max_price=', []],
])('of %s, "%s" ignores %j', (kind, search, ignored) => {
  const found = ignoredFilters(kind, new URLSearchParams(search));
  expect(found.toSorted()).toEqual(ignored.toSorted());
});
