import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogueVocabulary } from '../../testing/search/search-vocabulary.ts';
import { paramsOf } from '../market/filter-fields.ts';
import { zMarketFilter } from '../market/sale-filter.ts';
import { filtersOf, queryOf } from '../query/convert.ts';
import { ALL_FIELDS } from '../query/fields.ts';
import { parseQuery } from '../query/parser.ts';
import { printQuery } from '../query/printer.ts';
import { SALE_KINDS } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { parseSearch } from './parse-search.ts';

const TODAY = '2026-03-31';
const vocabulary = catalogueVocabulary();

const SCRAPS = [
  'garchomp',
  'Master Ball',
  'rotom-w',
  'wash',
  'adamant',
  'jolli',
  'rough skin',
  '5x31',
  '31/x/31/31/31/31',
  '31 31 31 31 31 31',
  '0 atk',
  'spe>=30',
  '+atk',
  '-spa',
  'hp fire',
  'lv 50',
  'shiny',
  'not',
  'no proof',
  '<1m',
  '100k-200k',
  'under',
  '1.500.000',
  'pd',
  'since',
  'march',
  '2025',
  '12.03.2025',
  'last 30d',
  '30d ago',
  'older than',
  'until',
  'yesterday',
  'last week',
  '.5m',
  '500-1m',
  '!=',
  'to',
  'and',
  'or',
  'max',
  'about',
  "isn't",
  '12/03/2025',
  'q1',
  '%',
  '"',
  "'",
  '\\',
  '(',
  '♀',
  '≤',
  '１',
  'é',
];
const aText = fc.oneof(
  fc
    .array(fc.tuple(fc.constantFrom(...SCRAPS), fc.constantFrom('', ' ', ' ', ' ', ', ', '/', '-')), {
      maxLength: 10,
    })
    .map((pieces) => pieces.flat().join('')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

it('parses any text to valid filters, and says which pieces they come from', () => {
  fc.assert(
    fc.property(aText, (text) => {
      const { kind, filters, terms, ignored } = parseSearch(text, vocabulary, TODAY);
      for (const one of kind ? [kind] : SALE_KINDS)
        expect(zMarketFilter.safeParse({ kind: one, ...filters }).error).toBeUndefined();
      for (const [min, max] of ALL_FIELDS.map(paramsOf).filter(({ length }) => length === 2)) {
        const [least, most] = [min && filters[min], max && filters[max]];
        expect(least !== undefined && most !== undefined && least > most).toBe(false);
      }
      for (const pieces of [terms, ignored]) {
        let end = 0;
        for (const { from, to } of pieces) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }
      expect(filters).toMatchObject(Object.assign({}, ...terms.map((term) => term.filters)));
    }),
    { numRuns: 2_000 },
  );
});

it('prints as an advanced query with the same meaning, which prints identically', () => {
  fc.assert(
    fc.property(aText, (text) => {
      const { kind: meant, filters } = parseSearch(text, vocabulary, TODAY);
      const kind = meant ?? 'item';
      const query = queryOf({ kind, ...filters });
      // A query cannot express a part of a name with %, because LIKE treats it as a wildcard.
      fc.pre(query !== null && query !== '' && query.length <= LIMITS.query.length);
      const parsed = parseQuery(query, kind);
      expect(parsed).toMatchObject({ ok: true, dropped: [] });
      if (!parsed.ok) return;
      expect(printQuery(parsed.ast)).toBe(query);
      // Simple filters have no OR.
      if (filters.query) return;
      const again = filtersOf(parsed.ast, kind, TODAY);
      expect(again).toEqual({ kind, ...filters });
    }),
    { numRuns: 2_000 },
  );
});
