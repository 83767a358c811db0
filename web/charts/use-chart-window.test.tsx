import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dayDate } from '../../src/contract/shared/dates.ts';
import { recordServerDate } from '../lib/clock.ts';
import { useChartWindow } from './use-chart-window.ts';

it('ends on the day of the server, also once that is known', () => {
  const { result, rerender } = renderHook(() => useChartWindow(undefined, 30, undefined));
  recordServerDate('Thu, 12 Mar 2026 22:00:00 GMT');
  rerender();
  expect(result.current.whole.map(dayDate)).toEqual(['2026-02-10', '2026-03-12']);
});
