import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { jsonbText, matchesLog } from './logs-match.ts';
import type { LogsFilter } from './logs-search-params.ts';

const LINE: LogEntry = {
  id: '019a8d2e-5b1c-7000-8000-000000000001',
  timestamp: '2026-03-12T18:00:30.500Z',
  level: 'warn',
  category: 'security',
  message: 'Sign-in refused: Οδοσήμανση',
  metadata: { requestId: 'r-1', target: 'Gary_O', tries: [1, { n: null }] },
  user: 'Ash_K',
  ip: '203.0.113.9',
};

describe('filters live lines as the server filters stored ones:', () => {
  it.each<[string, Partial<LogsFilter>, boolean]>([
    ['no filter', {}, true],
    ['another category', { category: 'api' }, false],
    ['all categories', { category: 'all' }, true],
    ['part of the message, in any case', { search: 'IN REF' }, true],
    ['part of a word that ends in a sigma by itself', { search: 'ΟΔΟΣ' }, true],
    ['part of the metadata as the database writes it', { search: '"tries": [1, {"n": null}]' }, true],
    ['text in neither', { search: 'accepted' }, false],
    ['part of the name', { user: 'sh_k' }, true],
    ['part of the target', { user: 'gary' }, true],
    ['another name', { user: 'brock' }, false],
    ['its level', { level: 'warn' }, true],
    ['another level', { level: 'error' }, false],
    ['from its minute on', { from: '2026-03-12T18:00Z' }, true],
    ['from a later minute on', { from: '2026-03-12T18:01Z' }, false],
    ['until its minute begins', { to: '2026-03-12T18:00Z' }, false],
    ['until the next', { to: '2026-03-12T18:01Z' }, true],
  ])('%s', (_what, filter, expected) => {
    expect(matchesLog({ category: 'security', ...filter }, LINE)).toBe(expected);
  });

  it('a line without a user matches no user filter', () => {
    const anonymous = { ...LINE, user: null };
    expect(matchesLog({ category: 'security', user: 'sh_k' }, anonymous)).toBe(false);
    expect(matchesLog({ category: 'security' }, anonymous)).toBe(true);
  });
});

it.each<[string, Partial<LogEntry>, boolean]>([
  ['a successful query of the viewer', {}, false],
  ['a subscription', { metadata: { type: 'subscription', status: 'ok' } }, false],
  ['one of another account', { user: 'Gary_O' }, true],
  ['a refused one', { metadata: { type: 'query', status: 'FORBIDDEN' } }, true],
  ['a change', { metadata: { type: 'mutation', status: 'ok' } }, true],
  ['a line without a type', { metadata: { status: 'ok' } }, true],
  ['a line of another category', { category: 'security' }, true],
])('hides own reads: %s', (_what, change, shown) => {
  const read: LogEntry = { ...LINE, category: 'api', metadata: { type: 'query', status: 'ok' }, ...change };
  expect(matchesLog({ category: 'all', hideReadsOf: 'Ash_K' }, read)).toBe(shown);
  expect(matchesLog({ category: 'all' }, read)).toBe(true);
});

it('prints JSON like the database: shorter keys first, with spaces', () => {
  expect(jsonbText({ bb: 1, a: 'x"', ab: [true, null, {}], c: undefined })).toBe(
    String.raw`{"a": "x\"", "ab": [true, null, {}], "bb": 1}`,
  );
});
