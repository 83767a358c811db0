import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aQuery, aSale, someFilters, TODAY } from '../../testing/search/query-arbitraries.ts';
import { zMarketFilter } from '../market/sale-filter.ts';
import { SALE_KINDS, type SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import type { QueryNode } from './ast.ts';
import { canonical } from './canonical.ts';
import { completeQuery } from './complete.ts';
import { filtersOf, queryOf } from './convert.ts';
import { matchesQuery } from './evaluate.ts';
import { filterPredicate } from './matches-filter.ts';
import { parseQuery } from './parser.ts';
import { printQuery } from './printer.ts';
import { corrected } from './query-error.ts';
import { matchesNothing } from './restricts.ts';

const aKind = fc.constantFrom(...SALE_KINDS);
const withKind = <T>(of: (kind: SaleKind) => fc.Arbitrary<T>) =>
  aKind.chain((kind) => fc.tuple(fc.constant(kind), of(kind)));

function reparsed(text: string, kind: SaleKind): QueryNode {
  const found = parseQuery(text, kind);
  if (!found.ok) throw new Error(`${text}: ${JSON.stringify(found.issue)}`);
  expect(found.dropped).toEqual([]);
  return found.ast;
}

describe('a printed query', () => {
  it('parses to an equivalent query and prints identically', () => {
    fc.assert(
      fc.property(
        withKind((kind) => fc.tuple(aQuery(kind), aSale(kind))),
        ([kind, [query, sale]]) => {
          const text = printQuery(query);
          fc.pre(text.length <= LIMITS.query.length);
          const again = reparsed(text, kind);
          expect(printQuery(again)).toBe(text);
          expect(matchesQuery(again, sale, TODAY)).toBe(matchesQuery(query, sale, TODAY));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('the canonical form of a query', () => {
  it('has the same sales: all when it is empty, and none when it obviously matches nothing', () => {
    fc.assert(
      fc.property(
        withKind((kind) => fc.tuple(aQuery(kind), aSale(kind))),
        ([, [query, sale]]) => {
          const form = canonical(query);
          expect(matchesQuery(form, sale, TODAY)).toBe(matchesQuery(query, sale, TODAY));
          expect(printQuery(canonical(form))).toBe(printQuery(form));
          expect(matchesQuery(query, sale, TODAY) && matchesNothing(form)).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

/** Texts that resemble queries, and random text. */
const scraps = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          'pokemon',
          'nature',
          'PRICE',
          'date',
          'level',
          'is',
          'shiny',
          'and',
          'OR',
          'not',
          'IN',
          'like',
          '(',
          ')',
        ],
        ...[
          ',',
          '=',
          '!=',
          '>=',
          '<',
          '<>',
          '%',
          '"',
          "'",
          '“',
          '”',
          '’',
          'Garchomp',
          'Bold',
          '1.5m',
          '31',
          'today-90d',
          '\\',
          '\n',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .chain((pieces) => fc.constantFrom(pieces.join(' '), pieces.join('')));

describe('any text', () => {
  it('is a query that round-trips, or has an issue at a position inside it', () => {
    fc.assert(
      fc.property(
        withKind(() => scraps),
        ([kind, text]) => {
          const found = parseQuery(text, kind);
          const places = found.ok ? found.dropped : [found.issue, ...found.dropped];
          for (const { from, to } of places) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeGreaterThanOrEqual(from);
            expect(text.length).toBeGreaterThanOrEqual(to);
          }
          if (!found.ok) return;
          const printed = printQuery(found.ast);
          if (printed.length <= LIMITS.query.length)
            expect(printQuery(reparsed(printed, kind))).toBe(printed);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('ends without an error or without a suggestion when each suggestion is accepted', () => {
    fc.assert(
      fc.property(
        withKind(() => scraps),
        ([kind, text]) => {
          let query = text;
          // At most one for each piece, and one for each term that another one made of it.
          for (let steps = 0; steps < 200; steps += 1) {
            const found = parseQuery(query, kind);
            if (found.ok || !found.issue.meant) return;
            query = corrected(query, found.issue.meant);
          }
          throw new Error(`The suggestions do not end: ${query}`);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('can be completed at any position', () => {
    fc.assert(
      fc.property(
        withKind(() => scraps),
        fc.nat(),
        ([kind, text], place) => {
          const caret = place % (text.length + 1);
          const { from, to } = completeQuery(text, caret, kind);
          expect(from).toBeLessThanOrEqual(caret);
          expect(to).toBeGreaterThanOrEqual(caret);
          expect(to).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('parses with each suggestion in place of a quoted value', () => {
    const quotes = fc.constantFrom('""', "''", '“”', '„“', '‘’', '‚‘');
    const others = fc.constantFrom('is shiny', "pokemon = Farfetch'd", 'ability = “Rough Skin”', 'level > 5');
    fc.assert(
      fc.property(quotes, others, fc.string(), fc.string(), ([open, close], other, typed, rest) => {
        const escaped = (text: string) => text.replace(/["'“”‘’]/g, '$&$&');
        const before = `${other} AND nature = ${open}${escaped(typed.slice(0, 1))}`;
        const text = `${before}${escaped(rest)}${close} AND ${other}`;
        const { from, to, options } = completeQuery(text, before.length, 'pokemon');
        for (const option of options)
          expect(parseQuery(text.slice(0, from) + option.text + text.slice(to), 'pokemon').ok).toBe(true);
      }),
    );
  });

  // With more than linear work, these would run into the time limit of tests.
  it.each([
    ['brackets', '('.repeat(100_000), 'The query is too long'],
    ['quotes', '"'.repeat(100_001), 'The query is too long'],
    ['terms', 'level=1 AND '.repeat(10_000), 'The query is too long'],
    ['blanks', `pokemon = a${' '.repeat(100_000)}b`, 'The query is too long'],
    ['patterns', `pokemon LIKE ${'%a'.repeat(49)}%`, undefined],
    ['words', `pokemon = ${'nature '.repeat(280)}`, 'The value of pokemon is too long'],
    ['NOT', 'NOT '.repeat(500), 'Groups are nested too deeply'],
  ])('with many %s has a result', (_what, text, message) => {
    const found = parseQuery(text, 'pokemon');
    expect(found.ok ? undefined : found.issue.message).toBe(message);
    expect(completeQuery(text, text.length, 'pokemon').to).toBe(text.length);
  });
});

describe('simple filters and queries', () => {
  it('match the same sales after conversion', () => {
    fc.assert(
      fc.property(
        withKind((kind) => fc.tuple(someFilters(kind), aSale(kind))),
        ([kind, [filters, sale]]) => {
          const text = queryOf(filters);
          if (text === null) expect(filters.name).toContain('%');
          if (!text) return;
          const query = reparsed(text, kind);
          const expected = filterPredicate(zMarketFilter.parse(filters))(sale, TODAY);
          expect(matchesQuery(query, sale, TODAY)).toBe(expected);
          const back = filtersOf(query, kind, TODAY);
          expect(back && filterPredicate(zMarketFilter.parse(back))(sale, TODAY)).toBe(expected);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('match the same sales for every query that simple filters can express', () => {
    const simple = (kind: SaleKind) =>
      fc.tuple(
        fc.array(aQuery(kind), { minLength: 1, maxLength: 2 }),
        fc.array(aSale(kind), { minLength: 20 }),
      );
    let converted = 0;
    fc.assert(
      fc.property(withKind(simple), ([kind, [terms, sales]]) => {
        const query: QueryNode = { type: 'and', terms };
        const filters = filtersOf(query, kind, TODAY);
        if (!filters) return;
        converted += 1;
        const filter = zMarketFilter.parse(filters);
        for (const sale of sales)
          expect(filterPredicate(filter)(sale, TODAY)).toBe(matchesQuery(query, sale, TODAY));
      }),
      { numRuns: 1_000 },
    );
    expect(converted).toBeGreaterThan(30);
  });
});
