import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { TraitFigures } from '../../../../src/contract/market/trait-worth.ts';
import { otherLabel, pairsSummary, traitLabel } from '../../../../src/contract/market/trait-worth-summary.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { formatCount } from '../../../../src/contract/shared/plural.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { ShowMore } from '../../../ui/show-more.tsx';
import { QueryPlaceholder } from '../../../ui/states/query-error.tsx';
import { TraitPairs } from './trait-pairs.tsx';
import { reachOf, StripScale, TraitStrip } from './trait-strip.tsx';

/** How many traits without a claim are shown at first. */
const FIRST = 4;

/** The traits of a pokemon with their pairs, surest first. */
export default function TraitList({ name }: { name: string }) {
  const query = trpc.market.traitWorth.useQuery({ name });
  const { data } = query;
  const [all, setAll] = useState(false);
  if (!data) return <QueryPlaceholder banner query={query} className="h-72" />;
  if (data.data.length === 0)
    return (
      <p className="pb-2 text-base text-ink-soft">
        Too few pairs to say: no trait has {LIMITS.traitWorth.minPairs} pairs of sales that differ in it and
        nothing else.
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
          Of the newest {formatCount(LIMITS.traitWorth.sales)} sales; older ones are not compared.
        </p>
      )}
      <div className="@min-[44rem]:ml-auto @min-[44rem]:w-1/2 @min-[44rem]:pr-8">
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

interface TraitRowProps {
  name: string;
  figures: TraitFigures;
  reach: number;
}

/** A trait: its strip and its sentence, which opens its pairs. */
function TraitRow({ name, figures, reach }: TraitRowProps) {
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
          <span className={cx('text-base font-semibold', claim === null && 'text-ink-soft')}>
            {traitLabel(figures)}
          </span>
          <span className="text-sm text-ink-soft">rather than {otherLabel(figures)}</span>
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
          <TraitPairs name={name} figures={figures} />
        </div>
      )}
    </li>
  );
}
