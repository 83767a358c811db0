import type { TraitFigures } from '../../../../src/contract/market/trait-worth.ts';
import { differenceText } from '../../../../src/contract/market/trait-worth-summary.ts';
import { scattered } from '../../../sales/similar/price-strip.tsx';
import { cx } from '../../../ui/cx.ts';

/** The scale shows at least differences up to a half as much again. */
const LEAST = Math.log(1.5);
/** The part of a trait's differences that is within the scale; others are at its ends. */
const SHOWN = 0.9;

const logOf = (difference: number): number => Math.log1p(difference);

/** How far the common scale of some traits reaches, up and down: the logarithm of a factor. */
export function reachOf(traits: readonly TraitFigures[]): number {
  const far = traits.map(({ differences }) => {
    const sizes = differences.map((difference) => Math.abs(logOf(difference))).toSorted((a, b) => a - b);
    return sizes[Math.ceil(SHOWN * sizes.length) - 1] ?? 0;
  });
  return Math.max(LEAST, ...far);
}

/** Where a difference is on the scale, in percent of its width. */
const placeOf = (difference: number, reach: number): number =>
  50 + 50 * Math.max(-1, Math.min(1, logOf(difference) / reach));

const HEIGHT = 28;
const SCATTER = 16;
/** More dots are drawn smaller. */
const MANY = 60;

interface TraitStripProps extends Pick<TraitFigures, 'differences' | 'half_from' | 'half_to' | 'claim'> {
  reach: number;
}

/**
 * The differences of a trait's pairs on a logarithmic scale, a dot each, with the middle half marked. Hidden from screen
 * readers, because the sentence next to it and the table of pairs have the same information.
 */
export function TraitStrip({ differences, half_from, half_to, claim, reach }: TraitStripProps) {
  const [from, to] = [placeOf(half_from, reach), placeOf(half_to, reach)];
  const sure = claim !== null;
  return (
    <svg aria-hidden className="block h-7 w-full overflow-visible">
      <rect
        x={`${from}%`}
        width={`${Math.max(0.5, to - from)}%`}
        y={3}
        height={HEIGHT - 6}
        rx={3}
        className={sure ? 'fill-accent-soft' : 'fill-sunken'}
      />
      <line x1="50%" x2="50%" y1={0} y2={HEIGHT} className="stroke-line-strong" strokeDasharray="2 2" />
      <g className={cx('stroke-surface', sure ? 'fill-accent' : 'fill-ink-faint')}>
        {[...differences.entries()].map(([at, difference]) => (
          <circle
            key={at}
            cx={`${placeOf(difference, reach).toFixed(1)}%`}
            cy={HEIGHT / 2 + scattered(at, SCATTER)}
            r={differences.length > MANY ? 2.5 : 3.5}
          />
        ))}
      </g>
    </svg>
  );
}

/** The ends and the middle of the scale. Differences that are further apart are at its ends. */
export function StripScale({ traits, reach }: { traits: readonly TraitFigures[]; reach: number }) {
  const goesOn = (is: (log: number) => boolean, sign: string) =>
    traits.some(({ differences }) => differences.some((one) => is(logOf(one)))) ? `${sign} ` : '';
  return (
    <div aria-hidden className="grid grid-cols-[1fr_auto_1fr] text-2xs text-ink-faint tabular-nums">
      <span>{`${goesOn((log) => log < -reach, '≤')}${differenceText(Math.expm1(-reach))}`}</span>
      <span>equal price</span>
      <span className="text-right">{`${goesOn((log) => log > reach, '≥')}${differenceText(Math.expm1(reach))}`}</span>
    </div>
  );
}
