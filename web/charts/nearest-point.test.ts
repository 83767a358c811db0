import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearestPoint } from './nearest-point.ts';

const coordinate = fc.integer({ min: -1000, max: 1000 });
const aPoint = fc.record({ x: coordinate, y: coordinate });

it('returns null for an empty list', () => {
  expect(nearestPoint([], { x: 1, y: 1 })).toBeNull();
});

it('finds the same point as a linear search', () => {
  fc.assert(
    fc.property(fc.array(aPoint, { minLength: 1, maxLength: 60 }), aPoint, (some, point) => {
      const points = some.toSorted((a, b) => a.x - b.x);
      const away = points.map(({ x, y }) => Math.hypot(x - point.x, y - point.y));
      const found = nearestPoint(points, point);
      expect(found?.distance).toBe(Math.min(...away));
      expect(away[found?.index ?? -1]).toBe(found?.distance);
    }),
  );
});

it('examines only a few of thousands of points', () => {
  let reads = 0;
  const points = Array.from({ length: 5_000 }, (_, x) => ({
    get x() {
      reads++;
      return x;
    },
    y: 0,
  }));
  expect(nearestPoint(points, { x: 2_500.2, y: 3 })).toMatchObject({ index: 2_500 });
  expect(reads).toBeLessThan(100);
});
