import { expect, it } from 'vitest';
import { dateSoldError } from '../sale/sale.ts';
import { dayDate, dayNumber, daysBefore, FIRST_DAY, formatDate, isCalendarDate, todayUtc } from './dates.ts';
import { LIMITS } from './limits.ts';

it.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2000-02-29', true],
  ['1900-01-01', true],
  ['9999-12-31', true],
  ['2026-02-29', false],
  ['2100-02-29', false],
  ['2026-02-30', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['1899-12-31', false],
  ['0000-00-00', false],
  ['2026-2-3', false],
  ['2026-02-03T00:00:00Z', false],
  [' 2026-02-03', false],
  ['+002026-02-03', false],
  ['\u0662\u0660\u0662\u0666-02-03', false],
])('%s is a calendar date: %s', (text, is) => {
  expect(isCalendarDate(text)).toBe(is);
});

it.each([
  ['2026-03-01', 1, '2026-02-28'],
  ['2024-03-01', 1, '2024-02-29'],
  ['2026-01-01', 1, '2025-12-31'],
  ['2026-03-12', 0, '2026-03-12'],
  ['2026-03-12', -1, '2026-03-13'],
  ['2026-03-12', 3650, '2016-03-14'],
])('%s minus %i days is %s', (date, days, before) => {
  expect(daysBefore(date, days)).toBe(before);
});

it('counts all days since the first one as a price history of all time', () => {
  expect(daysBefore('2099-01-01', LIMITS.priceHistory.maxDays) <= FIRST_DAY).toBe(true);
});

it('uses UTC up to the last millisecond of a day', () => {
  const lastMoment = new Date('2026-03-12T23:59:59.999Z');
  expect(todayUtc(lastMoment)).toBe('2026-03-12');
  expect(dateSoldError('2026-03-12', lastMoment)).toBeNull();
  expect(dateSoldError('2026-03-13', lastMoment)).toBe('Date sold cannot be after today, 12 Mar 2026 UTC');
  expect(dateSoldError('2026-03-13', new Date('2026-03-13T00:00:00Z'))).toBeNull();
});

it.each([
  ['2026-03-12', '12 Mar 2026'],
  ['2026-03-12T23:59:59.999Z', '12 Mar 2026'],
  ['2026-01-01T00:00:00Z', '1 Jan 2026'],
])('formats %s as %s in every time zone', (iso, shown) => {
  expect(formatDate(iso)).toBe(shown);
});

it('converts between dates and day numbers', () => {
  expect(dayNumber('1970-01-02')).toBe(1);
  expect(dayDate(dayNumber('2026-02-28') + 1)).toBe('2026-03-01');
});
