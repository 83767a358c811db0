import { STAT_LABELS, STATS, type Stat } from '../../src/contract/sale/ivs.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { cx } from './cx.ts';
import { Tooltip } from './overlays/tooltip.tsx';

/** Six IVs; null or absent where one is not known. */
export type PartialSpread = Partial<Record<Stat, number | null>>;

const HEIGHT = 20;
const BAR = 5;
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
  const height = Math.max(2, (iv / LIMITS.iv.max) * HEIGHT);
  const full = iv === LIMITS.iv.max;
  return (
    <>
      {!full && <rect x={x} y={0} width={BAR} height={HEIGHT} rx={1} className="fill-line/60" />}
      <rect
        x={x}
        y={HEIGHT - height}
        width={BAR}
        height={height}
        rx={1}
        className={full ? 'fill-accent' : 'fill-ink-faint'}
      />
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
 * Six bars for HP, Atk, Def, SpA, SpD, Spe: a 31 is full and bright, a 0 hollow, an unknown IV flat.
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
      <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1 align-middle">
        {glyph}
        <span aria-hidden className="text-sm text-ink-soft tabular-nums">
          {spreadText(spread)}
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

function SpreadNumbers({ spread }: { spread: PartialSpread }) {
  return (
    <span className="grid grid-cols-6 gap-x-2.5 text-center tabular-nums">
      {STATS.map((stat) => (
        <span key={stat} className="flex flex-col">
          <span className="font-normal opacity-75">{STAT_LABELS[stat]}</span>
          <span>{numberOf(spread[stat])}</span>
        </span>
      ))}
    </span>
  );
}
