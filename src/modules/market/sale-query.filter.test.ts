import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../contract/query/parser.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { COMPILER } from '../../db/read-servers/read-pool.ts';
import { HOSTILE_TEXTS } from '../../testing/attacks/hostile-texts.ts';
import { TODAY } from '../../testing/search/query-arbitraries.ts';
import { queryCondition } from './sale-query.filter.ts';

function compiled(text: string, kind: SaleKind = 'pokemon') {
  const parsed = parseQuery(text, kind);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.issue.message}`);
  return queryCondition({ ast: parsed.ast, text, today: TODAY }).compile(COMPILER);
}

describe('conditions', () => {
  it.each<[query: string, sql: string, parameters: unknown[]]>([
    ['pokemon = Garchomp', 's.name_key in (name_key($1))', ['Garchomp']],
    ['pokemon IN (Gible, "a, b")', 's.name_key in (name_key($1), name_key($2))', ['Gible', 'a, b']],
    ['nature != Bold', '(s.nature in ($1)) is not true', ['Bold']],
    ['nature LIKE %old', 's.nature in ($1)', ['Bold']],
    ['nature LIKE x%', 'false', []],
    ['ability LIKE 100%_\\x', 'lower(s.ability) like lower($1)', ['100%\\_\\\\x']],
    [
      'form = Shiny Alola',
      "(((s.form <> 'Normal' and lower(s.form) = lower($1)) and s.is_shiny))",
      ['Alola'],
    ],
    ['form = Alola', "((s.form <> 'Normal' and lower(s.form) = lower($1)))", ['Alola']],
    ['form = shiny', "((s.form = 'Normal' and s.is_shiny))", []],
    ['price > 1.5m', 's.price > $1', [1_500_000]],
    ['date >= today-90d', 's.date_sold >= $1::date', ['2025-12-31']],
    ['date = 2026-03-12', 's.date_sold in ($1::date)', ['2026-03-12']],
    ['is not shiny', 's.is_shiny = $1', [false]],
    ['NOT level >= 50', '(s.level >= $1) is not true', [50]],
    [
      'is shiny OR hp_iv = 31 AND perfect_ivs >= 5',
      '(s.is_shiny = $1 or (s.hp_iv in ($2) and s.perfect_ivs >= $3))',
      [true, 31, 5],
    ],
    [
      'submitted_by = ash',
      's.submitted_by = (select user_id from account where lower(username) = lower($1))',
      ['ash'],
    ],
    [
      'submitted_by IN (ash, misty)',
      's.submitted_by = any(array(select user_id from account where lower(username) in (lower($1), lower($2))))',
      ['ash', 'misty'],
    ],
  ])('of %s', (query, sql, parameters) => {
    const found = compiled(query);
    expect(found.sql.replaceAll('"', '').replace(/\s+/g, ' ')).toBe(
      `${sql} and $${parameters.length + 1}::boolean`,
    );
    expect(found.parameters).toEqual([...parameters, true]);
  });
});

it('compares sales with the patterns of many terms, instead of searching all names for each', () => {
  const terms = Array.from({ length: 100 }, (_, i) => `item LIKE ${i}%`);
  expect(compiled(terms.join(' OR '), 'item').sql).not.toContain('select');
  expect(compiled(terms.slice(0, 10).join(' OR '), 'item').sql).toContain('select');
});

describe('what somebody typed is a parameter and never SQL:', () => {
  /** As a value in quotes, wherever there is one. */
  const QUERIES: [kind: SaleKind, query: (value: string) => string][] = [
    ['item', (value) => `item = ${value} OR item IN (x, ${value}) OR submitted_by != ${value}`],
    ['item', (value) => `item LIKE ${value} OR NOT submitted_by NOT LIKE ${value}`],
    ['pokemon', (value) => `pokemon != ${value} AND ability = ${value} AND form = ${value}`],
    ['pokemon', (value) => `form LIKE ${value} OR ability NOT LIKE ${value} OR form NOT IN (${value})`],
  ];
  /** The statement with every value's place left empty: that of a harmless value of the same shape. */
  const shapeOf = (kind: SaleKind, query: (value: string) => string, value: string) =>
    compiled(query(`"${value.replaceAll('"', '""')}"`), kind);

  it.each(HOSTILE_TEXTS.filter((text) => parseQuery(`item = "${text.replaceAll('"', '""')}"`, 'item').ok))(
    '%j',
    (text) => {
      for (const [kind, query] of QUERIES) {
        const found = shapeOf(kind, query, text);
        expect(found.sql).toBe(shapeOf(kind, query, text.includes('%') ? 'q%q' : 'q').sql);
        expect(found.parameters.length).toBeGreaterThan(0);
      }
    },
  );

  it('any text', () => {
    const aText = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...QUERIES), aText, ([kind, query], text) => {
        const value = `"${text.replaceAll('"', '""')}"`;
        fc.pre(parseQuery(query(value), kind).ok && !/^\s*shiny/i.test(text));
        expect(compiled(query(value), kind).sql).toBe(
          compiled(query(text.includes('%') ? '"q%q"' : '"q"'), kind).sql,
        );
      }),
      { numRuns: 500 },
    );
  });
});
