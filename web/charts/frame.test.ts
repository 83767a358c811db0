import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearestPoint } from './frame.ts';

const coordinate = fc.integer({ min: -1000, max: 1000 });
const aPoint = fc.record({ x: coordinate, y: coordinate });

it('returns null for an empty list', () => {
  expect(nearestPoint([], { x: 1, y: 1 })).toBeNull();
});

it('finds a point with the least distance', () => {
  fc.assert(
    fc.property(fc.array(aPoint, { minLength: 1, maxLength: 60 }), aPoint, (points, point) => {
      const away = points.map(({ x, y }) => Math.hypot(x - point.x, y - point.y));
      const found = nearestPoint(points, point);
      expect(found?.distance).toBe(Math.min(...away));
      expect(away[found?.index ?? -1]).toBe(found?.distance);
    }),
  );
});
