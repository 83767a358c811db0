import { expect, it } from 'vitest';
import { LOGS_FORMAT, type LogsSearchParams, logFilter, logFiltersSet } from './logs-search-params.ts';

const ALL: LogsSearchParams = {
  category: 'errors',
  search: '"status": 500  twice',
  user: 'ash_k',
  level: 'error',
  from: '2026-03-12T18:00Z',
  to: '2026-03-12T18:00:30Z',
};

it('survives a round trip', () => {
  expect(LOGS_FORMAT.read(LOGS_FORMAT.print(ALL))).toEqual(ALL);
  expect(LOGS_FORMAT.print(LOGS_FORMAT.read(''))).toBe('?tab=logging');
});

it.each([
  ['?category=everything', {}],
  ['?level=debug&from=yesterday&to=2026-02-30T10:00Z', {}],
  ['?category=API&level=WARN', { category: 'api', level: 'warn' }],
  [
    '?from=2026-03-12T20:00%2B02:00&to=2026-03-12T18:00:00',
    { from: '2026-03-12T18:00Z', to: '2026-03-12T18:00Z' },
  ],
  [`?search=a%00b${'x'.repeat(300)}`, { search: `ab${'x'.repeat(198)}` }],
])('ignores invalid values in %s', (search, expected) => {
  expect(LOGS_FORMAT.read(search)).toEqual({ category: 'all', ...expected });
});

it('names the filters without effect', () => {
  expect(LOGS_FORMAT.ignored('?tab=logging&level=bogus&from=nonsense&category=nope&user=ash')).toEqual([
    ['category', 'nope'],
    ['level', 'bogus'],
    ['from', 'nonsense'],
  ]);
});

it('sends only the filters that are set', () => {
  expect(logFilter({ category: 'api', search: undefined })).toEqual({});
  expect(logFilter(ALL)).toEqual({
    search: ALL.search,
    user: ALL.user,
    level: ALL.level,
    startDate: ALL.from,
    endDate: ALL.to,
  });
  expect(logFilter({ category: 'api', hideReadsOf: 'oak' })).toEqual({ hideOwnReads: true });
  expect([logFiltersSet({ category: 'api' }), logFiltersSet(ALL)]).toEqual([0, 5]);
});
