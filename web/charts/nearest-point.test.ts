import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearestPoint } from './nearest-point.ts';

const coordinate = fc.integer({ min: -1000, max: 1000 });
const place = fc.record({ x: coordinate, y: coordinate });

it('finds nothing in an empty list', () => {
  expect(nearestPoint([], { x: 1, y: 1 })).toBeNull();
});

it('finds the same as a linear search', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), place, (some, point) => {
      const places = some.toSorted((a, b) => a.x - b.x);
      const away = places.map(({ x, y }) => Math.hypot(x - point.x, y - point.y));
      const found = nearestPoint(places, point);
      expect(found?.distance).toBe(Math.min(...away));
      expect(away[found?.index ?? -1]).toBe(found?.distance);
    }),
  );
});

it('does not visit every point of thousands', () => {
  let visits = 0;
  const places = Array.from({ length: 5_000 }, (_, x) => ({
    get x() {
      visits++;
      return x;
    },
    y: 0,
  }));
  expect(nearestPoint(places, { x: 2_500.2, y: 3 })).toMatchObject({ index: 2_500 });
  expect(visits).toBeLessThan(100);
});
