/** Shape and colour of a dot. Each colour has its own shape, because colour must not be the only distinction. */
export interface MarkerStyle {
  shape: 'circle' | 'ring' | keyof typeof CORNERS;
  className: string;
}

export const PLAIN_STYLE: MarkerStyle = { shape: 'circle', className: 'fill-accent/75 stroke-surface' };

/** In the order of assignment. */
export const MARKER_STYLES: readonly MarkerStyle[] = [
  { shape: 'circle', className: 'fill-series-1/85 stroke-surface' },
  { shape: 'triangle', className: 'fill-series-2/85 stroke-surface' },
  { shape: 'square', className: 'fill-series-3/85 stroke-surface' },
  { shape: 'diamond', className: 'fill-series-4/85 stroke-surface' },
  { shape: 'wedge', className: 'fill-series-5/85 stroke-surface' },
  { shape: 'cross', className: 'fill-series-6/85 stroke-surface' },
];

/** Shared by all groups beyond `MARKER_STYLES`. */
export const OTHER_STYLE: MarkerStyle = { shape: 'ring', className: 'fill-transparent stroke-ink-faint' };

/** The corners of the shapes that are polygons: right and down of the centre by turns, in units of the size. */
const CORNERS = {
  square: [-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9],
  diamond: [0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0],
  triangle: [0, -1.25, 1.25, 1, -1.25, 1],
  wedge: [0, 1.25, 1.25, -1, -1.25, -1],
  cross: [
    -0.4, -1.25, 0.4, -1.25, 0.4, -0.4, 1.25, -0.4, 1.25, 0.4, 0.4, 0.4, 0.4, 1.25, -0.4, 1.25, -0.4, 0.4,
    -1.25, 0.4, -1.25, -0.4, -0.4, -0.4,
  ],
};

function circle(x: number, y: number, r: number): string {
  const [left, top, across] = [(x - r).toFixed(1), y.toFixed(1), (2 * r).toFixed(1)];
  return `M${left} ${top}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0Z`;
}

/** The SVG path of a shape centred on a point. Shapes of the same `size` appear equally large. */
export function shapePath(shape: MarkerStyle['shape'], x: number, y: number, size: number): string {
  if (shape === 'circle') return circle(x, y, size);
  if (shape === 'ring') return circle(x, y, size * 0.8);
  const corners = CORNERS[shape].map((by, i) => ((i % 2 === 0 ? x : y) + by * size).toFixed(1));
  return `M${corners.join(' ')}Z`;
}
