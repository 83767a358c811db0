import type { ChartPoint } from '../../src/contract/market/market.ts';
import type { ChartColour } from '../../src/contract/market/market-search-params.ts';
import { NATURES } from '../../src/contract/sale/natures.ts';
import { MARKER_STYLES, type MarkerStyle, OTHER_STYLE, PLAIN_STYLE } from './marker-styles.ts';

/** Sales that share a marker style in the chart. */
export interface Group {
  label: string;
  style: MarkerStyle;
  count: number;
}

export interface Grouping {
  /** In legend order. */
  groups: Group[];
  /** The style of a point; plain when the point lacks the trait. */
  styleOf: (point: ChartPoint) => MarkerStyle;
}

const NEUTRAL = new Set(NATURES.flatMap(({ name, plus }) => (plus === null ? [name] : [])));
const natureGroup = (nature: string): string => (NEUTRAL.has(nature) ? 'Neutral natures' : nature);

/** Sales with at most this many perfect IVs form one group. */
const FEW_PERFECT = 2;
const perfectLabel = (perfect: number): string =>
  perfect > FEW_PERFECT ? `${perfect} × 31` : `${FEW_PERFECT} × 31 or fewer`;

/** The label of a point's group; null for a day of several sales, and for items. */
function labelOf(point: ChartPoint, by: ChartColour): string | null {
  if (by === 'nature' && point.nature !== undefined) return natureGroup(point.nature);
  if (by === 'perfect_ivs' && point.perfect_ivs !== undefined) return perfectLabel(point.perfect_ivs);
  if (by === 'shiny' && point.is_shiny !== undefined) return point.is_shiny ? 'Shiny' : 'Not shiny';
  return null;
}

/** Natures by number of sales, perfect IVs from most to fewest, not shiny before shiny. */
function sorted(counts: ReadonlyMap<string, number>, by: ChartColour): [string, number][] {
  const byCount = (a: [string, number], b: [string, number]) => b[1] - a[1];
  const byLabel = ([a]: [string, number], [b]: [string, number]) =>
    a.localeCompare(b, 'en', { numeric: true });
  if (by === 'nature') return [...counts].sort((a, b) => byCount(a, b) || byLabel(a, b));
  return [...counts].sort((a, b) => (by === 'perfect_ivs' ? byLabel(b, a) : byLabel(a, b)));
}

function countsOf(points: readonly ChartPoint[], by: ChartColour): Map<string, number> {
  const counts = new Map<string, number>();
  for (const point of points) {
    const label = labelOf(point, by);
    if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
}

/**
 * Groups sales by a trait. There are more natures than marker styles: each of the most sold natures has its own
 * style, and the others share one.
 *
 * @param points determine the style of each trait; they do not depend on the zoom, so zooming keeps the styles
 * @param seen the points to count
 */
export function groupsOf(
  points: readonly ChartPoint[],
  seen: readonly ChartPoint[],
  by: ChartColour,
): Grouping {
  const labels = sorted(countsOf(points, by), by).map(([label]) => label);
  const styles = new Map(
    labels.slice(0, MARKER_STYLES.length).map((label, i) => [label, MARKER_STYLES[i] ?? OTHER_STYLE]),
  );
  const counts = countsOf(seen, by);
  const total = (some: readonly string[]) => some.reduce((sum, label) => sum + (counts.get(label) ?? 0), 0);
  const groups = [...styles].map(([label, style]): Group => ({ label, style, count: total([label]) }));
  const others = labels.slice(MARKER_STYLES.length);
  if (others.length > 0) groups.push({ label: 'Other natures', style: OTHER_STYLE, count: total(others) });
  return {
    groups,
    styleOf: (point) => {
      const label = labelOf(point, by);
      return label === null ? PLAIN_STYLE : (styles.get(label) ?? OTHER_STYLE);
    },
  };
}
