import { STAT_LABELS, STATS } from '../../../contract/sale/ivs.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { escapeHtml } from '../../../lib/html.ts';
import type { Card } from '../card.ts';
import { COLOURS, TYPE_COLOURS } from './card-colours.ts';
import { element, textAt } from './svg-parts.ts';

export const DISC_WIDTH = 88;

/** The disc behind the initial of a name, in the colours of its type. */
export function disc({ name, type }: NonNullable<Card['mark']>, left: number): string {
  const [x, y, radius] = [left + DISC_WIDTH / 2, 100, DISC_WIDTH / 2];
  const colours = type === null ? undefined : TYPE_COLOURS[type];
  const circle = element('circle', {
    ...{ cx: x, cy: y, r: radius, fill: colours?.fill ?? COLOURS.sunken, 'stroke-width': 4 },
    ...{ stroke: colours?.mark ?? COLOURS['line-strong'], 'stroke-dasharray': colours ? undefined : '9 9' },
  });
  const letter = element(
    'text',
    {
      ...{ x, y: y + radius * 0.33, 'font-size': radius * 0.9, 'font-weight': 600, 'text-anchor': 'middle' },
      fill: colours?.ink ?? COLOURS['ink-soft'],
    },
    escapeHtml(([...name.trim()][0] ?? '').toUpperCase()),
  );
  return circle + letter;
}

const BAR = 22;
const THIN = 14;
const STEP = 40;
export const GLYPH_WIDTH = STEP * (STATS.length - 1) + BAR;
const TOP = 56;
const HEIGHT = 84;
const BOTTOM = TOP + HEIGHT;

const bar = (x: number, y: number, width: number, height: number, fill: string, stroke?: string): string =>
  element('rect', { x, y, width, height, rx: 4, fill, stroke, 'stroke-width': stroke && 2 });

/** Six bars with their numbers: a 31 is full and bright, a 0 hollow, an unknown IV flat. */
export function spreadGlyph(spread: Card['spread'], left: number): string {
  return STATS.map((stat, index) => {
    const x = left + index * STEP;
    const iv = spread[stat];
    const isPerfect = iv === LIMITS.iv.max;
    const label = textAt(x + BAR / 2, BOTTOM + 24, iv === undefined ? 'x' : String(iv), {
      ...{ size: 19, weight: isPerfect ? 600 : 400, anchor: 'middle' },
      colour: isPerfect ? 'ink' : 'ink-faint',
    });
    const name = textAt(x + BAR / 2, BOTTOM + 44, STAT_LABELS[stat], {
      ...{ size: 13, anchor: 'middle', colour: 'ink-faint' },
    });
    return ivBar(iv, x) + label + name;
  }).join('');
}

function ivBar(iv: number | undefined, x: number): string {
  if (iv === undefined) return bar(x, BOTTOM - 6, BAR, 6, COLOURS['line-strong']);
  if (iv === LIMITS.iv.min) return bar(x + 1, TOP + 1, BAR - 2, HEIGHT - 2, 'none', COLOURS['line-strong']);
  if (iv === LIMITS.iv.max) return bar(x, TOP, BAR, HEIGHT, COLOURS.accent);
  const left = x + (BAR - THIN) / 2;
  const level = Math.max(6, (iv / LIMITS.iv.max) * HEIGHT);
  return (
    bar(left, TOP, THIN, HEIGHT, COLOURS.line) + bar(left, BOTTOM - level, THIN, level, COLOURS['ink-faint'])
  );
}

export const siteMark = (x: number, y: number): string =>
  element(
    'g',
    { transform: `translate(${x} ${y})` },
    [
      element('rect', { width: 32, height: 32, rx: 7, fill: '#0c5a68' }),
      ...[
        [5, 7, 18, 1],
        [8.9, 7, 18, 1],
        [12.8, 15, 10, 0.6],
        [16.7, 12, 13, 0.6],
        [20.6, 11, 14, 0.6],
        [24.5, 7, 18, 1],
      ].map(([left, top, height, opacity]) =>
        element('rect', { x: left, y: top, width: 2.6, height, rx: 0.8, fill: '#f5f4ee', opacity }),
      ),
    ].join(''),
  );
