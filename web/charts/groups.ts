import type { ChartPoint } from '../../src/contract/market/market.ts';
import type { ChartColour } from '../../src/contract/market/market-search-params.ts';
import { NATURES } from '../../src/contract/sale/natures.ts';
import { MARKER_STYLES, type MarkerStyle, OTHER_STYLE, PLAIN_STYLE } from './marker-styles.ts';

/** Sales with the same style in the chart. */
export interface Group {
  label: string;
  style: MarkerStyle;
  many: number;
}

export interface Grouping {
  /** In the order of the legend. */
  groups: Group[];
  /** The style of a point; plain when it has no trait. */
  styleOf: (point: ChartPoint) => MarkerStyle;
}

const NEUTRAL = new Set(NATURES.flatMap(({ name, plus }) => (plus === null ? [name] : [])));
const natureLabel = (nature: string): string => (NEUTRAL.has(nature) ? 'Neutral natures' : nature);

/** This many perfect IVs or fewer form one group. */
const FEW_PERFECT = 2;
const perfectLabel = (perfect: number): string =>
  perfect > FEW_PERFECT ? `${perfect} × 31` : `${FEW_PERFECT} × 31 or fewer`;

/** The label of a point's trait; null for a day of several sales, and for items. */
function labelOf(point: ChartPoint, by: ChartColour): string | null {
  if (by === 'nature' && point.nature !== undefined) return natureLabel(point.nature);
  if (by === 'perfect_ivs' && point.perfect_ivs !== undefined) return perfectLabel(point.perfect_ivs);
  if (by === 'shiny' && point.is_shiny !== undefined) return point.is_shiny ? 'Shiny' : 'Not shiny';
  return null;
}

/** Natures by number of sales, perfect IVs from most to fewest, not shiny before shiny. */
function sorted(counts: ReadonlyMap<string, number>, by: ChartColour): [string, number][] {
  const often = (a: [string, number], b: [string, number]) => b[1] - a[1];
  const named = ([a]: [string, number], [b]: [string, number]) => a.localeCompare(b, 'en', { numeric: true });
  if (by === 'nature') return [...counts].sort((a, b) => often(a, b) || named(a, b));
  return [...counts].sort((a, b) => (by === 'perfect_ivs' ? named(b, a) : named(a, b)));
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
 * Groups sales by a trait. There are more natures than styles: the most sold ones have their own, the others share
 * one.
 *
 * @param points decide which trait has which style, so that zooming does not change it
 * @param seen the visible points, which are counted
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
  const many = (some: readonly string[]) => some.reduce((sum, label) => sum + (counts.get(label) ?? 0), 0);
  const groups = [...styles].map(([label, style]): Group => ({ label, style, many: many([label]) }));
  const others = labels.slice(MARKER_STYLES.length);
  if (others.length > 0) groups.push({ label: 'Other natures', style: OTHER_STYLE, many: many(others) });
  return {
    groups,
    styleOf: (point) => {
      const label = labelOf(point, by);
      return label === null ? PLAIN_STYLE : (styles.get(label) ?? OTHER_STYLE);
    },
  };
}
