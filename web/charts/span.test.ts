import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../src/contract/shared/dates.ts';
import {
  dayAt,
  lengthOf,
  moved,
  type Span,
  spanBetween,
  spanOfZoom,
  withEnd,
  withNearerEnd,
  zoomed,
  zoomOf,
} from './span.ts';

const whole: Span = [100, 199];
const spans = fc
  .tuple(fc.integer({ min: 100, max: 199 }), fc.integer({ min: 100, max: 199 }))
  .map(([a, b]) => spanBetween(a, b));
const isWithin = ([first, last]: Span) => first >= whole[0] && last <= whole[1] && first <= last;

describe('dayAt', () => {
  it('gives each day its column', () => {
    expect([0, 9.9, 10, 99.9, 100].map((x) => dayAt(x, [5, 14], [0, 100]))).toEqual([5, 5, 6, 14, 14]);
  });
  it('clamps a position outside the axis to its end', () => {
    expect([-50, 500].map((x) => dayAt(x, [5, 14], [0, 100]))).toEqual([5, 14]);
  });
});

it('moving keeps the length and stays inside the window', () => {
  expect(moved([110, 119], 5, whole)).toEqual([115, 124]);
  expect(moved([110, 119], -50, whole)).toEqual([100, 109]);
  fc.assert(
    fc.property(spans, fc.integer(), (span, by) => {
      const next = moved(span, by, whole);
      expect(lengthOf(next)).toBe(lengthOf(span));
      expect(isWithin(next)).toBe(true);
    }),
  );
});

it('zooming keeps the given day visible and stays inside the window', () => {
  expect(zoomed(whole, 0.5, 150, whole)).toEqual([125, 174]);
  expect(zoomed([125, 174], 2, 150, whole)).toEqual(whole);
  expect(zoomed([150, 150], 0.5, 150, whole)).toEqual([150, 150]);
  fc.assert(
    fc.property(spans, fc.constantFrom(0.5, 2), fc.integer({ min: 100, max: 199 }), (span, factor, day) => {
      const next = zoomed(span, factor, day, whole);
      expect(isWithin(next)).toBe(true);
      if (day >= span[0] && day <= span[1]) expect(next[0] <= day && day <= next[1]).toBe(true);
    }),
  );
});

it('an end never passes the other', () => {
  expect(withEnd([110, 119], 'first', 300, whole)).toEqual([119, 119]);
  expect(withEnd([110, 119], 'last', 0, whole)).toEqual([110, 110]);
  expect(withEnd([110, 119], 'last', Number.POSITIVE_INFINITY, whole)).toEqual([110, 199]);
});

it('moves the end that is nearer to a day', () => {
  expect(withNearerEnd([110, 120], 114, whole)).toEqual([114, 120]);
  expect(withNearerEnd([110, 120], 116, whole)).toEqual([110, 116]);
  expect(withNearerEnd([110, 120], 103, whole)).toEqual([103, 120]);
  expect(withNearerEnd([110, 120], 150, whole)).toEqual([110, 150]);
});

describe('the zoom parameter', () => {
  const days: Span = [dayNumber('2026-01-01'), dayNumber('2026-03-31')];
  it('is limited to the window', () => {
    const span = spanOfZoom({ from: '2025-06-01', to: '2026-01-10' }, days);
    expect(span).toEqual([days[0], dayNumber('2026-01-10')]);
  });
  it.each([
    [undefined],
    [{ from: '2025-06-01', to: '2026-12-31' }],
    [{ from: '2025-01-01', to: '2025-12-31' }],
  ])('%j shows the whole window', (zoom) => {
    expect(spanOfZoom(zoom, days)).toBeNull();
  });
  it('round-trips', () => {
    const zoom = { from: '2026-02-03', to: '2026-02-03' };
    const span = spanOfZoom(zoom, days);
    expect(span && zoomOf(span, days)).toEqual(zoom);
    expect(zoomOf(days, days)).toBeUndefined();
  });
});
