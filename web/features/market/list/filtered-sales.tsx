import { skipToken } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { type ActiveFilter, activeFilters } from '../../../../src/contract/market/filter-labels.ts';
import {
  type MarketFilters,
  type MarketSearchParams,
  marketFilter,
} from '../../../../src/contract/market/market-search-params.ts';
import { mayHaveAnswer } from '../../../../src/contract/market/page-queries.ts';
import { marketTitle } from '../../../../src/contract/market/page-titles.ts';
import { KINDS } from '../../../../src/contract/sale/kinds.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { dropStaleOnError, useFetched } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AnswerText } from '../../../sales/similar/answer-text.tsx';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { settleDrafts } from '../../../ui/fields/use-draft.ts';
import { useChosen } from '../../../ui/hooks/use-chosen.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { focusResults } from '../../../ui/page/results-skip-link.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import { fadedIf } from '../../../ui/tables/freshness.tsx';
import { IgnoredFilters } from '../../../ui/tables/ignored-filters.tsx';
import { SentenceOn } from '../../../ui/untranslated.tsx';
import { hasHistory, PriceHistory } from '../chart/price-history.tsx';
import { LastSales } from '../name-page/last-sales.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { SalesResults } from './sales-results.tsx';
import { queryRefusal, useSales } from './use-sales.ts';

const FilterFields = latePart(() => import('../filters/filter-fields.tsx'), { height: 'h-160' });
const QueryEditor = latePart(() => import('../query/query-editor.tsx'), { height: 'h-46 md:h-30' });

/** Drawn again only when the URL changes, and after the page has responded to that. */
const Answer = memo(FilterAnswer);
const History = memo(PriceHistory);
const Latest = memo(LastSales);

/** The sales of Market History, and the title that names their filters. */
export default function MarketSales({ market }: { market: MarketNavigation }) {
  const { kind, filters } = market.params;
  usePageTitle(marketTitle(kind, filters));
  return <FilteredSales market={market} />;
}

interface FilteredSalesProps {
  market: MarketNavigation;
  /** Shows the last sales above the chart, or next to it. */
  latest?: boolean;
  /** Leaves out the answer, which is directly above. */
  isAnswered?: boolean;
  belowAnswer?: ReactNode;
  /** Switches between the simple filters and the query, where nothing else does. */
  modeSwitch?: ReactNode;
}

/**
 * The sales of a URL with everything that narrows them: the simple filters or the query, the active filters, the answer,
 * the chart and the list.
 */
export function FilteredSales(props: FilteredSalesProps) {
  const { market, latest = false, isAnswered = false, belowAnswer, modeSwitch } = props;
  const { params, chosen, ignored, filter, clear, cleared } = market;
  // What is drawn from the URL once the page has responded to its change: until then, the URL before.
  const deferred = useDeferredValue(market);
  const sales = useSales(deferred.params);
  const [sheetOpen, setSheetOpen] = useState(false);
  // The simple filters are next to the sales if wide, and a sheet otherwise.
  const wide = useMedia('xl');
  const { kind } = params;
  // The editor shows and removes the query, and the name has its own box.
  const { query: _, ...inChips } = chosen;
  const { name, exact, ...inSheet } = inChips;
  const active = activeFilters(inSheet).length;
  const { kind: deferredKind, mode: deferredMode } = deferred.params;
  // What clearing and a change of kind or mode discard must neither show nor take effect meanwhile.
  const keepsFields = deferred.cleared === cleared && deferredKind === kind && deferredMode === params.mode;
  const fieldState = keepsFields ? deferred : market;
  const advanced = params.mode === 'advanced';
  const refused = queryRefusal(sales.error);
  // Nothing can be narrowed where nothing has been sold, such as on the page of a name without sales.
  const isUnsold =
    sales.outdated === null &&
    sales.data?.pagination.total === 0 &&
    Object.keys(deferred.chosen).length === 0;
  const hasSimpleFilters = !advanced && !isUnsold;
  // A change of kind resets the fields, because the input for one kind means nothing for the other. Clearing also
  // discards unfinished input, such as the `1.5` of a price.
  const fields = (
    <FilterFields key={`${kind} ${cleared}`} params={fieldState.params} filter={fieldState.filter} />
  );

  function closeSheet() {
    settleDrafts();
    setSheetOpen(false);
  }

  // In the order in which they are drawn, which is that of the Tab key.
  const last = latest && params.chart === 'shown' && (
    <div key="last" className="shrink-0 xl:w-72">
      <Latest params={deferred.params} />
    </div>
  );
  const chart = (
    <div key="chart" className="min-w-0 grow">
      <History params={deferred.params} go={deferred.go} listFailed={Boolean(sales.error) && !refused} />
    </div>
  );

  return (
    <div
      className={cx(
        hasSimpleFilters &&
          'gap-x-6 xl:grid xl:grid-cols-[12.5rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] 2xl:gap-x-8',
      )}
    >
      {wide && modeSwitch && (
        <div className="mb-4 w-50 [&_fieldset]:w-full [&_label]:grow [&_label]:justify-center">
          {modeSwitch}
        </div>
      )}
      {hasSimpleFilters && (
        <section aria-label="Filters" className="max-xl:hidden xl:col-start-1">
          {wide && fields}
        </section>
      )}
      <div className="min-w-0 space-y-3 md:space-y-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        {advanced && (
          <QueryEditor key={`${kind} ${cleared}`} params={params} filter={filter} refused={refused} />
        )}
        <IgnoredFilters ignored={ignored} of={KINDS[kind].label.toLowerCase()} />
        {sales.data?.unknown && (
          <Announced className="tinted bg-pending-soft text-sm text-pending">
            {sales.data.unknown.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Announced>
        )}
        <FilterChips {...market} chosen={inChips} />
        <div className="empty:hidden">
          {!isAnswered && <Answer params={deferred.params} />}
          {belowAnswer}
        </div>
        {hasHistory(params, sales.data?.pagination.total ?? (sales.error ? 0 : undefined)) && (
          <div className="flex flex-col gap-4 xl:flex-row">{wide ? [chart, last] : [last, chart]}</div>
        )}
        <SalesResults
          {...market}
          sales={sales}
          deferred={deferred.params}
          refused={refused !== null}
          modeSwitch={!wide && modeSwitch}
          actions={
            hasSimpleFilters && (
              <Button
                icon={SlidersHorizontal}
                onClick={() => setSheetOpen(true)}
                // Without its icon, the button fits next to the order on the narrowest phones.
                className="max-[24rem]:*:[svg]:hidden xl:hidden"
              >
                {active === 0 ? 'Filters' : `Filters (${active})`}
              </Button>
            )
          }
        />
      </div>
      <Sheet
        open={sheetOpen}
        onClose={closeSheet}
        title="Filters"
        width="sm"
        footer={
          <>
            <Button variant="quiet" onClick={() => clear({ name, exact })}>
              Clear filters
            </Button>
            <Button variant="primary" onClick={closeSheet}>
              {sales.data ? `Show ${counted(sales.data.pagination.total, 'sale')}` : 'Show sales'}
            </Button>
          </>
        }
      >
        {sheetOpen && fields}
      </Sheet>
    </div>
  );
}

/** What the sales of the page's filter sold for; nothing while the filter does not name exactly one name. */
function FilterAnswer({ params }: { params: MarketSearchParams }) {
  const { kind, filters } = params;
  const { name, exact, query, ...others } = filters;
  const asks = mayHaveAnswer(params);
  const result = trpc.market.answer.useQuery(asks ? marketFilter(params) : skipToken);
  const { data, outdated, error } = dropStaleOnError(
    useFetched(result, `${kind} ${name} ${query === undefined}`),
  );
  if (!asks || (error && !data)) return null;
  if (!data) return exact ? <Waiting lines={activeFilters(others).length ? 2 : 1} /> : null;
  if (!data.answer?.exact.sales && !data.answer?.similar?.sales) return null;
  return (
    <section aria-label="Answer" aria-busy={outdated !== null} className={fadedIf(outdated !== null)}>
      <Announced>
        <AnswerText answer={data.answer} />
      </Announced>
    </section>
  );
}

/** Reserves the space of the sentences. */
function Waiting({ lines }: { lines: number }) {
  return (
    <div>
      <Skeleton className="h-18 max-w-2xl md:h-7" />
      {lines > 1 && <Skeleton className="mt-0.5 h-18 max-w-2xl md:h-6" />}
    </div>
  );
}

function FilterChips(props: Pick<MarketNavigation, 'chosen' | 'filter' | 'clear'>) {
  const { chosen, filter, clear } = props;
  const chips = useRef<HTMLDivElement>(null);
  const active = activeFilters(chosen);
  if (active.length === 0) return null;

  function remove(off: MarketFilters) {
    // The button is about to disappear, and keyboard focus with it.
    const buttons = [...(chips.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const next = buttons[at + 1] ?? buttons[at - 1];
    if (at >= 0 && next) next.focus();
    else if (at >= 0) focusResults();
    filter(off);
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="sr-only">Active filters:</span>
      <div ref={chips} className="contents">
        {active.map(({ label, off }) => (
          <FilterChip key={label} {...{ label, off, chosen }} onRemove={() => remove(off)} />
        ))}
      </div>
      <ClearFilters variant="quiet" clear={clear}>
        Clear all
      </ClearFilters>
    </div>
  );
}

interface FilterChipProps extends Pick<ActiveFilter, 'label' | 'off'> {
  chosen: MarketFilters;
  onRemove: () => void;
}

function FilterChip({ label, off, chosen, onRemove }: FilterChipProps) {
  const [isRemoved, remove] = useChosen(false, onRemove);
  const values = Object.entries(chosen).flatMap(([param, value]) => (param in off ? [value] : []));
  const name = values.find((value) => typeof value === 'string') ?? '';
  return (
    <Chip removeLabel={`Remove filter: ${label}`} onRemove={() => remove(true)} isRemoved={isRemoved}>
      <SentenceOn name={name}>{label}</SentenceOn>
    </Chip>
  );
}
