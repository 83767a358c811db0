import type { Domain } from '../../src/contract/market/chart-scale.ts';

/** The size of a drawing and the padding for its ticks, in CSS pixels. */
export interface Frame {
  width: number;
  height: number;
  padding: { top: number; right: number; bottom: number; left: number };
}

/** A frame of the given width, whose other sizes are scaled. */
export function frameOf(width: number, scale: number, { height, padding }: Omit<Frame, 'width'>): Frame {
  const { top, right, bottom, left } = padding;
  return {
    width,
    height: height * scale,
    padding: { top: top * scale, right: right * scale, bottom: bottom * scale, left: left * scale },
  };
}

/** Horizontal range of a frame, from left to right. */
export const dayRange = ({ width, padding }: Frame): Domain => [padding.left, width - padding.right];

/** Vertical range of a frame, from bottom to top. */
export const valueRange = ({ height, padding }: Frame): Domain => [height - padding.bottom, padding.top];

export interface Point {
  x: number;
  y: number;
}

interface Near {
  index: number;
  distance: number;
}

/** The point nearest to `x`, `y`; null for an empty list. */
export function nearestPoint(points: readonly Point[], { x, y }: Point): Near | null {
  let best: Near | null = null;
  for (const [index, point] of points.entries()) {
    const distance = Math.hypot(point.x - x, point.y - y);
    if (!best || distance < best.distance) best = { index, distance };
  }
  return best;
}
