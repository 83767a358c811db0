import { skipToken } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { priceEnds } from '../../../src/contract/market/answer-summary.ts';
import type { PriceCheckInput, PriceWarnings } from '../../../src/contract/market/market.ts';
import { ANY, type PriceCheck } from '../../../src/contract/market/price-check-search-params.ts';
import { STATS } from '../../../src/contract/sale/ivs.ts';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { cleanName, nameKey } from '../../../src/contract/shared/text.ts';
import { serverNow } from '../../lib/clock.ts';
import { PATHS, salePath } from '../../lib/paths.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { TYPING_PAUSE_MS } from '../../lib/timings.ts';
import type { SaleDraft } from '../../sales/draft/sale-draft.ts';
import { useNameSuggestions } from '../../sales/fields/use-name-suggestions.ts';
import { SimilarList } from '../../sales/similar/similar-list.tsx';
import { type Described, useSimilarTo } from '../../sales/similar/use-similar.ts';
import { Announced } from '../../ui/announced.tsx';
import { Notice } from '../../ui/form-messages.tsx';
import { useDebounced } from '../../ui/hooks/use-debounced.ts';
import { fadedIf } from '../../ui/tables/freshness.tsx';
import { timeAgo } from '../../ui/time/time-ago.ts';

/** Sales shown next to the form. */
const SHOWN = 4;

/** What similar sales of a draft are compared with. */
function checkOfDraft(draft: SaleDraft): PriceCheck {
  const { nature, ability, form, is_shiny: shiny, spread, price } = draft;
  // The server refuses a price of 0.
  return { ...ANY, nature, ability, form, shiny, spread, price: price || null };
}

/** The draft as a description; null without a name. */
function described(kind: SaleKind, draft: SaleDraft): Described | null {
  const name = cleanName(draft.name);
  if (name.length < LIMITS.autocomplete.minChars) return null;
  return { kind, name, check: checkOfDraft(draft), limit: SHOWN };
}

/** The draft as a request for a price check; null while a field that affects the price is missing. */
function checked(kind: SaleKind, draft: SaleDraft): PriceCheckInput | null {
  const name = cleanName(draft.name);
  const { price, nature, ability, form, is_shiny, spread } = draft;
  if (name === '' || !price) return null;
  const common = { name, price, date_sold: draft.date_sold || null };
  if (kind === 'item') return { kind, ...common };
  if (!nature || !ability || !form || STATS.some((stat) => spread[stat] === null)) return null;
  return { kind, ...common, nature, ability, form, is_shiny, ivs: spread } as PriceCheckInput;
}

const OUTSIDE = {
  high: { far: `Over ${LIMITS.review.priceFactor} times`, ask: 'Is there a digit too many?' },
  low: { far: `Under 1/${LIMITS.review.priceFactor} of`, ask: 'Is there a digit missing?' },
};

/** `Over 3 times the middle of 11 comparable sales (400,000 to 2,100,000 PD). Is there a digit too many?` */
function priceWarning({ unusual, comparable, low, high }: PriceWarnings): string | null {
  if (!unusual || low === null || high === null) return null;
  const { far, ask } = OUTSIDE[unusual];
  return `${far} the middle of ${comparable} comparable sales (${priceEnds(low, high)}). ${ask}`;
}

/** Leaves the form as it is. */
const NewTabLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener" className="underline underline-offset-2">
    {children}
    <span className="sr-only">, opens in a new tab</span>
  </a>
);

interface ComparedProps {
  /** Of the form of the draft that is compared. */
  control: Control<SaleDraft>;
  kind: SaleKind;
}

/** Warnings about the input; they do not block the submission (docs/screens.md). */
export function Warnings({ control, kind }: ComparedProps) {
  const draft = useDebounced(useWatch({ control }) as SaleDraft, TYPING_PAUSE_MS);
  const input = checked(kind, draft);
  const { data: warnings } = trpc.market.priceCheck.useQuery(input ?? skipToken);
  const { data: own } = trpc.submissions.same.useQuery(input?.date_sold ? input : skipToken);
  const price = warnings && priceWarning(warnings);
  return (
    <Announced className="space-y-2 empty:hidden sm:order-last sm:col-span-full">
      {price && <Notice tone="pending">{price}</Notice>}
      {warnings?.same && warnings.same !== own?.sale_id && (
        <Notice tone="pending">
          The same sale seems to be in the market history:{' '}
          <NewTabLink href={salePath(warnings.same)}>sale #{warnings.same}</NewTabLink>.
        </Notice>
      )}
      {own && (
        <Notice tone="pending">
          You submitted the same sale {timeAgo(own.date_submitted, serverNow().getTime())}:{' '}
          <NewTabLink href={PATHS.account}>#{own.sale_id}</NewTabLink>, pending.
        </Notice>
      )}
    </Announced>
  );
}

interface UnsoldProps {
  kind: SaleKind;
  name: string;
  onName: (name: string) => void;
}

/** That a name has no sales, with the similar known name if it may be a mistake, such as `10x Leftovers`. */
function Unsold({ kind, name, onName }: UnsoldProps) {
  const { items, searching } = useNameSuggestions(kind, cleanName(name), LIMITS.autocomplete.browse);
  if (searching) return null;
  const isKnown = items.some((item) => nameKey(item.name) === nameKey(name));
  const [similar] = isKnown ? [] : items;
  return (
    <p className="text-sm text-ink-soft">
      {similar ? (
        <>
          No sale of this name is recorded. Did you mean{' '}
          <button
            type="button"
            translate="no"
            className="link min-h-control"
            onClick={() => onName(similar.name)}
          >
            {similar.name}
          </button>
          ?
        </>
      ) : (
        `No ${kind} of this name has been sold yet: yours is the first.`
      )}
    </p>
  );
}

interface NearestSalesProps extends ComparedProps {
  /** The name is finished: only then can it have no sales. */
  named: boolean;
  /** Called with another name for the draft. */
  onName: (name: string) => void;
}

/** The most similar existing sales, updated while typing. */
export function NearestSales({ control, kind, named, onName }: NearestSalesProps) {
  const draft = useWatch({ control }) as SaleDraft;
  const rested = useDebounced(draft, TYPING_PAUSE_MS);
  const { data, outdated, input, error } = useSimilarTo(described(kind, rested));
  if (!data || error || draft.name.trim() === '') return null;
  if (data.data.length === 0 && !named) return null;
  return (
    <section aria-labelledby="nearest">
      <h2 id="nearest" className="overline-label mb-1">
        Similar sales
      </h2>
      {data.data.length === 0 ? (
        <Unsold kind={kind} name={draft.name} onName={onName} />
      ) : (
        <div className={fadedIf(outdated !== null)}>
          <SimilarList found={data.data} like={input} newTab />
        </div>
      )}
    </section>
  );
}
