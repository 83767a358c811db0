import { useRef } from 'react';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { cx } from '../../../ui/cx.ts';
import { useSeen } from '../../../ui/hooks/use-seen.ts';
import { SectionLink } from '../../../ui/section-link.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';

const Space = () => <Skeleton className="h-28" />;

/** Loaded with its figures when a part of the section is on screen: it is below the sales of the name. */
const TraitList = latePart(() => import('./trait-list.tsx'), { Waiting: Space });

const TRAIT_WORTH = 'trait-worth';

/** Leads to the section, which is below all sales. */
export const TraitWorthLink = () => <SectionLink to={TRAIT_WORTH}>What its traits are worth</SectionLink>;

/** What the traits of a pokemon are worth (docs/trait-worth.md). */
export function TraitWorthSection({ name }: { name: string }) {
  const section = useRef<HTMLElement>(null);
  const seen = useSeen(section);
  return (
    <section
      ref={section}
      id={TRAIT_WORTH}
      tabIndex={-1}
      aria-labelledby={`${TRAIT_WORTH}-heading`}
      className={cx(
        'scroll-mt-4 rounded-lg border border-line bg-surface px-4 pt-3 pb-2 outline-none md:px-5',
        !seen && 'print:hidden',
      )}
    >
      <h2 id={`${TRAIT_WORTH}-heading`} className="text-lg font-semibold">
        What its traits are worth
      </h2>
      <p className="max-w-prose pb-3 text-sm text-ink-soft">
        From pairs of sales that differ in one trait and were at most {LIMITS.traitWorth.pairDays} days apart,
        regardless of the filters above. Never an average, never an estimate.
      </p>
      {seen ? <TraitList name={name} /> : <Space />}
    </section>
  );
}
