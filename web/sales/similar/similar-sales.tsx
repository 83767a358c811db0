import { Check } from 'lucide-react';
import { Link } from 'wouter';
import { NOUNS, positionSummary } from '../../../src/contract/market/answer-summary.ts';
import type { Similar } from '../../../src/contract/market/market.ts';
import type { SimilarityTrait } from '../../../src/contract/market/similarity.ts';
import { saleName } from '../../../src/contract/sale/sale-name.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { counted } from '../../../src/contract/shared/plural.ts';
import { marketPath } from '../../lib/paths.ts';
import { Announced } from '../../ui/announced.tsx';
import { cx } from '../../ui/cx.ts';
import { QueryError, Skeleton, Skeletons } from '../../ui/states/states.tsx';
import { fadedIf } from '../../ui/tables/freshness.tsx';
import { AnswerText } from './answer-text.tsx';
import { PriceStrip } from './price-strip.tsx';
import { isNewestFirst, knownTraits } from './similar-labels.ts';
import { SimilarList } from './similar-list.tsx';
import type { FetchedSimilar } from './use-similar.ts';

interface AnswerProps {
  answer: FetchedSimilar;
}

interface SimilarSalesProps extends AnswerProps {
  without: readonly SimilarityTrait[];
  onWithout: (without: SimilarityTrait[]) => void;
  /** How many of each match are shown at first. */
  first?: number;
}

/**
 * What similar sales sold for, and where a price lies among them. Shows counts, ranges and single prices, never a mean:
 * the market gives no average price.
 */
export const SimilarSales = (props: SimilarSalesProps) => (
  <div className="space-y-3">
    <SimilarAnswer answer={props.answer} />
    <SimilarMatches {...props} />
  </div>
);

/** The answer in sentences, or why there is none. */
export function SimilarAnswer({ answer }: AnswerProps) {
  const { data, outdated, error } = answer;
  const faded = outdated !== null;
  return (
    <div className="space-y-3" aria-busy={faded}>
      {Boolean(error) && <QueryError banner={data !== undefined} query={answer} />}
      <Announced className={fadedIf(faded)}>
        {data ? <Sentences {...data} like={answer.input} /> : !error && <NoSentencesYet />}
      </Announced>
    </div>
  );
}

/** About as high as the sentences usually are. */
const NoSentencesYet = () => (
  <div className="min-h-30 md:min-h-24 xl:min-h-18">
    <Skeleton className="h-13 w-full max-w-md" />
  </div>
);

/** The prices and the sales that the answer is about. */
export function SimilarMatches({ answer, without, onWithout, first }: SimilarSalesProps) {
  const { data, outdated, input: like, error } = answer;
  const faded = outdated !== null;
  return (
    <div className="space-y-3" aria-busy={faded}>
      {data && (
        <div className={cx('empty:hidden', fadedIf(faded))}>
          <Strip {...data} />
        </div>
      )}
      {data?.data.length !== 0 && (
        <TraitSwitches traits={knownTraits(like)} without={without} onWithout={onWithout} />
      )}
      {!data && !error && <Skeletons count={3} className="h-9" />}
      {data && (
        <div className={fadedIf(faded)}>
          <SimilarList found={data.data} answer={data.answer} {...{ like, without, first }} />
          <OtherSales found={data} isNewestFirst={isNewestFirst(like, without)} />
        </div>
      )}
    </div>
  );
}

function Sentences({ answer, position, data, like }: Similar & { like: FetchedSimilar['input'] }) {
  const compared = positionSummary(position);
  if (data.length === 0) {
    const others = like.dateSold === null ? 'sales' : 'other sales';
    return <p className="text-base text-ink-soft">No {others} of this name yet.</p>;
  }
  return (
    <>
      <AnswerText answer={answer} />
      {compared !== null && <p className="mt-1 text-base font-medium tabular-nums">{compared}</p>}
    </>
  );
}

function Strip({ answer: { exact, similar }, prices, position: { compared, price } }: Similar) {
  const ends = [exact.low, exact.high, similar?.low, similar?.high].filter((end) => typeof end === 'number');
  if (compared < LIMITS.similar.min) return null;
  return <PriceStrip low={Math.min(...ends)} high={Math.max(...ends)} price={price} {...prices} />;
}

/** `6 of 60 exact matches and 6 of 51 similar sales`; null when all of them are listed. */
function listedText({ answer: { exact, similar }, data }: Similar): string | null {
  const compared = [
    { match: 'exact', of: exact, noun: similar ? NOUNS.exact : NOUNS.sale },
    ...(similar ? [{ match: 'similar', of: similar, noun: NOUNS.similar }] : []),
  ].map((one) => ({ ...one, listed: data.filter(({ match }) => match === one.match).length }));
  if (compared.every(({ listed, of }) => listed >= of.sales)) return null;
  return compared
    .filter(({ of }) => of.sales > 0)
    .map(
      ({ listed, of, noun }) =>
        `${listed} of ${of.newest_only ? 'the newest ' : ''}${counted(of.sales, ...noun)}`,
    )
    .join(' and ');
}

/** How many of the sales that the answer is about are listed, with the way to the others. */
function OtherSales({ found, isNewestFirst }: { found: Similar; isNewestFirst: boolean }) {
  const listed = listedText(found);
  const [first] = found.data;
  if (!first || listed === null) return null;
  const { kind } = first.sale;
  const name = saleName(first.sale);
  return (
    <p className="border-t border-line pt-2 text-sm text-ink-soft">
      {isNewestFirst ? 'Newest' : 'Most similar:'} {listed}.{' '}
      <Link
        href={marketPath({ kind, filters: { name, exact: true } })}
        className="link inline-flex min-h-control items-center"
      >
        All sales of {name}
      </Link>
    </p>
  );
}

const LABELS: Record<SimilarityTrait, string> = {
  ivs: 'IVs',
  nature: 'Nature',
  ability: 'Ability',
  form: 'Form',
  shiny: 'Shininess',
  time: 'Time',
};

interface TraitSwitchesProps extends Pick<SimilarSalesProps, 'without' | 'onWithout'> {
  /** The traits that can be compared. */
  traits: readonly SimilarityTrait[];
}

function TraitSwitches({ traits, without, onWithout }: TraitSwitchesProps) {
  const toggle = (trait: SimilarityTrait) =>
    onWithout(without.includes(trait) ? without.filter((one) => one !== trait) : [...without, trait]);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <legend className="sr-only">What is compared</legend>
      <span aria-hidden className="overline-label mr-1">
        Compare by
      </span>
      {traits.map((trait) => {
        const on = !without.includes(trait);
        return (
          <button
            key={trait}
            type="button"
            aria-pressed={on}
            onClick={() => toggle(trait)}
            className={cx(
              'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-3 text-sm transition-colors touch:min-h-11',
              on
                ? 'border-accent/40 bg-accent-soft font-medium text-accent'
                : 'border-line-strong text-ink-faint line-through hover:text-ink',
            )}
          >
            {on && <Check aria-hidden className="size-3.5" />}
            {LABELS[trait]}
          </button>
        );
      })}
    </fieldset>
  );
}
