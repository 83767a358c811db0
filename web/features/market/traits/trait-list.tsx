import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { TraitFigures } from '../../../../src/contract/market/trait-worth.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { scattered } from '../../../sales/similar/price-strip.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { ShowMore } from '../../../ui/show-more.tsx';
import { QueryPlaceholder } from '../../../ui/states/states.tsx';
import { Untranslated } from '../../../ui/untranslated.tsx';
import { TraitPairsTable } from './trait-pairs-table.tsx';
import { differenceText, otherLabel, pairsSummary, traitLabel } from './trait-worth-summary.ts';

/** How many traits without a claim are shown at first. */
const FIRST = 4;

/** The traits of a pokemon with their pairs, surest first. */
export default function TraitList({ name }: { name: string }) {
  const query = trpc.market.traitWorth.useQuery({ name });
  const { data } = query;
  const [all, setAll] = useState(false);
  if (!data) return <QueryPlaceholder banner query={query} className="h-28" />;
  if (data.data.length === 0)
    return (
      <p className="pb-2 text-base text-ink-soft">
        Too few pairs to say: no trait has {LIMITS.traitWorth.minPairs} pairs of sales that differ only in it.
      </p>
    );
  const claims = data.data.filter(({ claim }) => claim !== null).length;
  const shown = all ? data.data : data.data.slice(0, claims + FIRST);
  const more = data.data.length - shown.length;
  const reach = reachOf(shown);
  return (
    <div className="@container">
      {data.newest_only && (
        <p className="pb-3 text-sm text-ink-soft">
          Of the newest {formatNumber(LIMITS.traitWorth.sales)} sales; older ones are not compared.
        </p>
      )}
      <div className="@min-[44rem]:ml-auto @min-[44rem]:w-1/2 @min-[44rem]:pr-8">
        <p aria-hidden className="flex items-center gap-1.5 pb-1 text-xs text-ink-soft">
          <svg aria-hidden width={18} height={12}>
            <rect x={0.5} y={0.5} width={17} height={11} rx={3} className="fill-sunken stroke-ink-faint" />
          </svg>
          Middle half of the differences
        </p>
        <StripScale traits={shown} reach={reach} />
      </div>
      <ol aria-label="Traits, the surest first">
        {shown.map((figures) => (
          <TraitRow key={`${figures.trait} ${figures.value}`} {...{ name, figures, reach }} />
        ))}
      </ol>
      {more > 0 && <ShowMore onShow={() => setAll(true)}>Show {more} more</ShowMore>}
    </div>
  );
}

const CLAIMS = {
  dearer: { label: 'Dearer', Icon: ArrowUp },
  cheaper: { label: 'Cheaper', Icon: ArrowDown },
};

function ClaimBadge({ claim }: Pick<TraitFigures, 'claim'>) {
  if (claim === null) return null;
  const { label, Icon } = CLAIMS[claim];
  return (
    <Badge tone="accent">
      <Icon aria-hidden className="size-3.5" />
      {label}
    </Badge>
  );
}

/** A trait: its strip and its sentence, which opens its pairs. */
function TraitRow({ name, figures, reach }: { name: string; figures: TraitFigures; reach: number }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { claim } = figures;
  return (
    <li className="border-t border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="group grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 rounded-sm py-2.5 text-left @min-[44rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 @min-[44rem]:col-start-1">
          <span translate="no" className={cx('text-base font-semibold', claim === null && 'text-ink-soft')}>
            {traitLabel(figures)}
          </span>
          <span className="text-sm text-ink-soft">
            rather than <Untranslated>{otherLabel(figures)}</Untranslated>
          </span>
          <ClaimBadge claim={claim} />
        </span>
        <ChevronDown
          aria-hidden
          className={cx(
            'size-4 text-ink-faint transition-transform group-hover:text-ink @min-[44rem]:col-start-3 @min-[44rem]:row-span-2 @min-[44rem]:row-start-1',
            open && 'rotate-180',
          )}
        />
        <span className="col-span-full @min-[44rem]:col-span-1 @min-[44rem]:col-start-2 @min-[44rem]:row-span-2 @min-[44rem]:row-start-1">
          <TraitStrip {...figures} reach={reach} />
        </span>
        <span
          className={cx(
            'col-span-full text-sm text-pretty tabular-nums group-hover:underline @min-[44rem]:col-span-1 @min-[44rem]:col-start-1',
            claim === null && 'text-ink-soft',
          )}
        >
          {pairsSummary(figures)}
        </span>
      </button>
      {open && (
        <div id={id} className="pb-4">
          <TraitPairsTable name={name} figures={figures} />
        </div>
      )}
    </li>
  );
}

/** The scale reaches at least a factor of 1.5 in both directions. */
const LEAST = Math.log(1.5);
/** The share of a trait's differences that fits on the scale; the others are drawn at its ends. */
const SHOWN = 0.9;

const logOf = (difference: number): number => Math.log1p(difference);

/** The reach of the scale that these traits share: the logarithm of a factor, the same up and down. */
function reachOf(traits: readonly TraitFigures[]): number {
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
function TraitStrip({ differences, half_from, half_to, claim, reach }: TraitStripProps) {
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
        className={sure ? 'fill-accent-soft stroke-accent' : 'fill-sunken stroke-ink-faint'}
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

/** The labels of the scale. `≤` and `≥` mark ends at which larger differences are drawn, too. */
function StripScale({ traits, reach }: { traits: readonly TraitFigures[]; reach: number }) {
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
