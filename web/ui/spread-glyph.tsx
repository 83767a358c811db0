import { Fragment } from 'react';
import { STAT_LABELS, STATS, type Stat } from '../../src/contract/sale/ivs.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { cx } from './cx.ts';
import { Tooltip } from './overlays/tooltip.tsx';

/** Six IVs; null or absent where one is not known. */
export type PartialSpread = Partial<Record<Stat, number | null>>;

const HEIGHT = 20;
const BAR = 5;
/** The width of a bar below 31, so that a 31 differs without colour. */
const THIN = 3;
const GAP = 2.5;

const numberOf = (iv: number | null | undefined): string =>
  iv === null || iv === undefined ? 'x' : String(iv);

/** `31/31/31/x/31/31` */
export const spreadText = (spread: PartialSpread): string =>
  STATS.map((stat) => numberOf(spread[stat])).join('/');

const spreadLabel = (spread: PartialSpread): string =>
  `IVs: ${STATS.map((stat) => `${numberOf(spread[stat])} ${STAT_LABELS[stat]}`).join(', ')}`;

function Bar({ iv, x }: { iv: number | null | undefined; x: number }) {
  if (iv === null || iv === undefined) {
    return <rect x={x} y={HEIGHT - 2} width={BAR} height={2} className="fill-line-strong" />;
  }
  if (iv === LIMITS.iv.min) {
    return (
      <rect
        x={x + 0.5}
        y={0.5}
        width={BAR - 1}
        height={HEIGHT - 1}
        rx={1}
        className="fill-none stroke-line-strong"
      />
    );
  }
  if (iv === LIMITS.iv.max)
    return <rect x={x} y={0} width={BAR} height={HEIGHT} rx={1} className="fill-accent" />;
  const height = Math.max(2, (iv / LIMITS.iv.max) * HEIGHT);
  const thin = { x: x + (BAR - THIN) / 2, width: THIN, rx: 1 };
  return (
    <>
      <rect {...thin} y={0} height={HEIGHT} className="fill-line/60" />
      <rect {...thin} y={HEIGHT - height} height={height} className="fill-ink-faint" />
    </>
  );
}

interface SpreadGlyphProps {
  spread: PartialSpread;
  /** Where the six numbers are: in a tooltip, or next to the bars. */
  numbers?: 'tooltip' | 'inline';
  size?: 'md' | 'lg';
}

/**
 * Six bars for HP, Atk, Def, SpA, SpD, Spe: a 31 is full, wide and bright, a 0 hollow, an unknown IV flat.
 */
export function SpreadGlyph({ spread, numbers = 'tooltip', size = 'md' }: SpreadGlyphProps) {
  const width = STATS.length * (BAR + GAP) - GAP;
  const glyph = (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={spreadLabel(spread)}
      className={cx('shrink-0', size === 'lg' ? 'h-8' : 'h-5')}
    >
      {STATS.map((stat, i) => (
        <Bar key={stat} iv={spread[stat]} x={i * (BAR + GAP)} />
      ))}
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
    <Tooltip focusable content={<SpreadNumbers spread={spread} />}>
      {glyph}
    </Tooltip>
  );
}

/** A 31 is bold. */
const IvNumber = ({ iv }: { iv: number | null | undefined }) =>
  iv === LIMITS.iv.max ? <b className="font-bold">{iv}</b> : numberOf(iv);

function SpreadNumbers({ spread }: { spread: PartialSpread }) {
  return (
    <span className="grid grid-cols-6 gap-x-2.5 text-center tabular-nums">
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
