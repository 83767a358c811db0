import { type ReactNode, useState } from 'react';
import type { Answer, Similar } from '../../../src/contract/market/market.ts';
import { MATCHES, type Match, type SimilarityTrait } from '../../../src/contract/market/similarity.ts';
import { NORMAL_FORM } from '../../../src/contract/sale/forms.ts';
import { saleName } from '../../../src/contract/sale/sale-name.ts';
import { formatNumber } from '../../../src/contract/shared/plural.ts';
import { cx } from '../../ui/cx.ts';
import { NatureLabel, PriceText } from '../../ui/sale/sale-text.tsx';
import { SpreadGlyph } from '../../ui/sale/spread-glyph.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { DateText } from '../../ui/time/date-text.tsx';
import { ListedProof, SaleLink } from '../sale-parts.tsx';
import { summarise, type Traits } from '../sale-summary.ts';
import {
  type Compared,
  differenceLabel,
  isNewestFirst,
  matchLabel,
  priceDifference,
} from './similar-labels.ts';

interface RowProps {
  found: Similar['data'][number];
  like: Compared;
}

function Trait({ differs, children }: { differs: boolean; children: ReactNode }) {
  return (
    <span translate="no" className={cx(differs ? 'font-medium text-ink' : 'text-ink-faint')}>
      {children}
    </span>
  );
}

function TraitLine({ traits, differences }: { traits: Traits; differences: readonly SimilarityTrait[] }) {
  const { spread, nature, ability, form, shiny, level, heldItem } = traits;
  const differs = (trait: SimilarityTrait) => differences.includes(trait);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <SpreadGlyph spread={spread} numbers="inline" />
      <Trait differs={differs('nature')}>
        <NatureLabel nature={nature ?? ''} />
      </Trait>
      <Trait differs={differs('ability')}>{ability}</Trait>
      {(form !== NORMAL_FORM || differs('form')) && <Trait differs={differs('form')}>{form}</Trait>}
      {shiny && <Trait differs={differs('shiny')}>Shiny</Trait>}
      {level !== null && <Trait differs={false}>Level {level}</Trait>}
      {heldItem !== null && <Trait differs={false}>Holds {heldItem}</Trait>}
    </p>
  );
}

function Differences({ found: { sale, differences }, like }: RowProps) {
  if (differences.length === 0) {
    const alike = matchLabel(like, sale);
    return alike && <span className="text-xs font-medium text-approved">{alike}</span>;
  }
  return (
    <ul aria-label="Differences" className="flex flex-wrap gap-1.5">
      {differences.map((trait) => (
        <li
          key={trait}
          translate={trait === 'time' ? undefined : 'no'}
          className={cx(
            'inline-flex min-h-5.5 items-center gap-1 rounded-sm bg-sunken px-1.5 text-xs font-medium tabular-nums',
            trait === 'time' && 'text-ink-soft',
          )}
        >
          {trait !== 'time' && <span aria-hidden>≠</span>}
          {differenceLabel(trait, sale, like)}
        </li>
      ))}
    </ul>
  );
}

function SimilarRow({ found, like, newTab }: RowProps & { newTab: boolean }) {
  const { sale, differences } = found;
  const { traits, price, proofUrl } = summarise(sale);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1.5 border-t border-line py-2.5 first:border-t-0 @min-[38rem]:col-span-full @min-[38rem]:grid-cols-subgrid">
      <div className="min-w-0 space-y-1.5 @max-[38rem]:order-3 @max-[38rem]:col-span-full">
        {traits && <TraitLine traits={traits} differences={differences} />}
        <Differences found={found} like={like} />
      </div>
      <p className="@max-[38rem]:order-1 @min-[38rem]:text-right">
        {price !== null && <PriceText price={price} />}{' '}
        {like.price !== null && (
          <span className="block text-xs text-ink-faint tabular-nums @max-[38rem]:ml-1 @max-[38rem]:inline">
            {priceDifference(sale.price, like.price)}
          </span>
        )}
      </p>
      <p className="text-right text-sm text-ink-soft @max-[38rem]:order-2">
        <DateText iso={sale.date_sold} />
      </p>
      <p className="flex items-center gap-x-4 text-sm @max-[38rem]:order-4 @max-[38rem]:col-span-full @min-[38rem]:grid @min-[38rem]:grid-cols-[1fr_4rem]">
        <SaleLink saleId={sale.sale_id} newTab={newTab} className="justify-end" />
        <ListedProof url={proofUrl} saleId={sale.sale_id} />
      </p>
    </li>
  );
}

const HEADINGS: Record<Match, (name: string) => string> = {
  exact: () => 'Exact matches',
  similar: () => 'Similar sales',
  other: (name) => `Other sales of ${name}`,
};

interface SimilarListProps {
  found: Similar['data'];
  /** What all sales that match sold for, of which `found` may be a part. */
  answer?: Answer;
  like: Compared;
  /** The traits that were not compared. */
  without?: readonly SimilarityTrait[];
  /** The most sales of each match that are shown at first; never all but one. */
  first?: number;
  /** Opens links in a new tab, next to a form that is being filled in. */
  newTab?: boolean;
}

/**
 * Sales of a name by how they match, most similar first: in columns where there is room, otherwise stacked. If all of them
 * are compared and match alike, they need no heading besides that of the list's section.
 */
export function SimilarList(props: SimilarListProps) {
  const { found, answer, like, without = [], first = Number.POSITIVE_INFINITY, newTab = false } = props;
  const groups = MATCHES.map((match) => ({
    match,
    sales: found.filter((one) => one.match === match),
    total: match === 'other' ? undefined : answer?.[match]?.sales,
  })).filter(({ sales }) => sales.length > 0);
  const headed = groups.length > 1 || groups[0]?.match === 'other';
  return (
    <div className="@container">
      <div className="space-y-3 @min-[38rem]:grid @min-[38rem]:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
        {groups.map((group) => (
          <Group
            key={group.match}
            {...group}
            {...{ like, first, headed, newTab }}
            isNewestFirst={isNewestFirst(like, without)}
          />
        ))}
      </div>
    </div>
  );
}

interface GroupProps extends Required<Pick<SimilarListProps, 'like' | 'first' | 'newTab'>> {
  match: Match;
  sales: Similar['data'];
  /** The number of all sales that match like these, if it is known. */
  total: number | undefined;
  headed: boolean;
  isNewestFirst: boolean;
}

/** The sales that match alike. */
function Group({ match, sales, total, like, first, headed, newTab, isNewestFirst }: GroupProps) {
  const [all, setAll] = useState(false);
  const shown = all || sales.length <= first + 1 ? sales : sales.slice(0, first);
  const more = sales.length - shown.length;
  const [one] = sales;
  const heading = HEADINGS[match](one ? saleName(one.sale) : '');
  const count = total ?? sales.length;
  return (
    <div className="@min-[38rem]:col-span-full @min-[38rem]:grid @min-[38rem]:grid-cols-subgrid">
      {headed && (
        <div className="col-span-full flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="overline-label">
            {heading}
            {shown.length < count && `, ${shown.length} of ${formatNumber(count)}`}
          </h3>
          {match === 'similar' && !isNewestFirst && (
            <span aria-hidden className="text-xs text-ink-faint">
              most similar first
            </span>
          )}
        </div>
      )}
      <ol
        aria-label={`${headed ? heading : 'Similar sales'}, ${isNewestFirst ? 'the newest' : 'the most similar'} first`}
        className="@min-[38rem]:col-span-full @min-[38rem]:grid @min-[38rem]:grid-cols-subgrid"
      >
        {shown.map((sale) => (
          <SimilarRow key={sale.sale.sale_id} found={sale} like={like} newTab={newTab} />
        ))}
      </ol>
      {more > 0 && (
        <ShowMore onShow={() => setAll(true)} className="col-span-full -ml-3.5 justify-self-start">
          Show {more} more
        </ShowMore>
      )}
    </div>
  );
}
