import { Fragment } from 'react';
import { STAT_LABELS, STATS } from '../../../src/contract/sale/ivs.ts';
import type { PartialSpread } from '../../../src/contract/sale/spreads.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

const HEIGHT = 20;
const BAR = 5;
/** The width of a bar below 31, so that a 31 differs without colour. */
const THIN = 3;
const GAP = 2.5;

const spreadLabel = (spread: PartialSpread): string =>
  `IVs: ${STATS.map((stat) => `${spread[stat] ?? 'x'} ${STAT_LABELS[stat]}`).join(', ')}`;

type Look = 'unknown' | 'hollow' | 'full' | 'track' | 'level';

const BAR_STYLES: Record<Look, string> = {
  unknown: 'fill-line-strong',
  hollow: 'fill-none stroke-line-strong',
  full: 'fill-accent',
  track: 'fill-line/60',
  level: 'fill-ink-faint',
};

/** A rectangle with round corners as part of a path. */
const box = (x: number, y: number, width: number, height: number): string =>
  `M${x + 1} ${y}h${width - 2}a1 1 0 0 1 1 1v${height - 2}a1 1 0 0 1-1 1h${2 - width}a1 1 0 0 1-1-1v${2 - height}a1 1 0 0 1 1-1z`;

function barOf(iv: number | null | undefined, x: number): Partial<Record<Look, string>> {
  if (iv === null || iv === undefined) return { unknown: `M${x} ${HEIGHT - 2}h${BAR}v2h${-BAR}z` };
  if (iv === LIMITS.iv.min) return { hollow: box(x + 0.5, 0.5, BAR - 1, HEIGHT - 1) };
  if (iv === LIMITS.iv.max) return { full: box(x, 0, BAR, HEIGHT) };
  const height = Math.max(2, (iv / LIMITS.iv.max) * HEIGHT);
  const left = x + (BAR - THIN) / 2;
  return { track: box(left, 0, THIN, HEIGHT), level: box(left, HEIGHT - height, THIN, height) };
}

/** The bars as one path per look: a list of 100 sales has 100 glyphs, and every element costs time in each layout. */
function Bars({ spread }: { spread: PartialSpread }) {
  const bars = STATS.map((stat, i) => barOf(spread[stat], i * (BAR + GAP)));
  return Object.entries(BAR_STYLES).map(([look, className]) => {
    const path = bars.map((bar) => bar[look as Look] ?? '').join('');
    return path && <path key={look} d={path} className={className} />;
  });
}

interface SpreadGlyphProps {
  spread: PartialSpread;
  /** Where the six numbers are: next to the bars, or in a tooltip in lists whose rows lead to them. */
  numbers?: 'tooltip' | 'inline';
}

/** Six bars for HP, Atk, Def, SpA, SpD, Spe: a 31 is full, wide and bright, a 0 hollow, an unknown IV flat. */
export function SpreadGlyph({ spread, numbers = 'tooltip' }: SpreadGlyphProps) {
  const width = STATS.length * (BAR + GAP) - GAP;
  const glyph = (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={spreadLabel(spread)}
      className="h-5 shrink-0"
    >
      <Bars spread={spread} />
    </svg>
  );
  if (numbers === 'inline') {
    return (
      <span className="inline-flex items-center gap-x-2 align-middle max-md:flex-wrap md:gap-x-1.5">
        {glyph}
        <span aria-hidden className="text-sm whitespace-nowrap text-ink-soft tabular-nums md:text-xs">
          {STATS.map((stat, i) => (
            <Fragment key={stat}>
              {i > 0 && '/'}
              <IvNumber iv={spread[stat]} />
            </Fragment>
          ))}
        </span>
      </span>
    );
  }
  return (
    <Tooltip content={<SpreadNumbers spread={spread} />} inTabOrder={false}>
      {glyph}
    </Tooltip>
  );
}

/** A 31 is bold. */
const IvNumber = ({ iv }: { iv: number | null | undefined }) =>
  iv === LIMITS.iv.max ? <b className="font-bold">{iv}</b> : (iv ?? 'x');

function SpreadNumbers({ spread }: { spread: PartialSpread }) {
  return (
    <span translate="no" className="grid grid-cols-6 gap-x-2.5 text-center tabular-nums">
      {STATS.map((stat) => (
        <span key={stat} className="flex flex-col">
          <span className="font-normal opacity-75">{STAT_LABELS[stat]}</span>
          <span>
            <IvNumber iv={spread[stat]} />
          </span>
        </span>
      ))}
    </span>
  );
}
