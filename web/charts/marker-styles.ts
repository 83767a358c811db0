/** Shapes and colours of dots. Each colour has its own shape, so that colour is never the only distinction. */
export interface MarkerStyle {
  shape: 'circle' | 'triangle' | 'square' | 'diamond' | 'wedge' | 'cross' | 'ring';
  className: string;
}

export const PLAIN_STYLE: MarkerStyle = { shape: 'circle', className: 'fill-accent/75 stroke-surface' };

/** In the order in which they are assigned. */
export const MARKER_STYLES: readonly MarkerStyle[] = [
  { shape: 'circle', className: 'fill-series-1/85 stroke-surface' },
  { shape: 'triangle', className: 'fill-series-2/85 stroke-surface' },
  { shape: 'square', className: 'fill-series-3/85 stroke-surface' },
  { shape: 'diamond', className: 'fill-series-4/85 stroke-surface' },
  { shape: 'wedge', className: 'fill-series-5/85 stroke-surface' },
  { shape: 'cross', className: 'fill-series-6/85 stroke-surface' },
];

/** Shared by all groups without their own style. */
export const OTHER_STYLE: MarkerStyle = { shape: 'ring', className: 'fill-transparent stroke-ink-faint' };

const polygon = (x: number, y: number, corners: readonly (readonly [number, number])[]): string =>
  `M${corners.map(([dx, dy]) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`).join('L')}Z`;

function circle(x: number, y: number, r: number): string {
  const [left, top, across] = [(x - r).toFixed(1), y.toFixed(1), (2 * r).toFixed(1)];
  return `M${left} ${top}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0Z`;
}

/** The path of a shape around a point; all shapes of one `size` appear equally large. */
export function shapePath(shape: MarkerStyle['shape'], x: number, y: number, size: number): string {
  const s = size * 0.9;
  const d = size * 1.25;
  const t = size * 0.4;
  switch (shape) {
    case 'circle':
      return circle(x, y, size);
    case 'ring':
      return circle(x, y, size * 0.8);
    case 'square':
      return polygon(x, y, [
        [-s, -s],
        [s, -s],
        [s, s],
        [-s, s],
      ]);
    case 'diamond':
      return polygon(x, y, [
        [0, -d],
        [d, 0],
        [0, d],
        [-d, 0],
      ]);
    case 'triangle':
      return polygon(x, y, [
        [0, -d],
        [d, size],
        [-d, size],
      ]);
    case 'wedge':
      return polygon(x, y, [
        [0, d],
        [d, -size],
        [-d, -size],
      ]);
    case 'cross':
      return polygon(x, y, [
        [-t, -d],
        [t, -d],
        [t, -t],
        [d, -t],
        [d, t],
        [t, t],
        [t, d],
        [-t, d],
        [-t, t],
        [-d, t],
        [-d, -t],
        [-t, -t],
      ]);
  }
}
