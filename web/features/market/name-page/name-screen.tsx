import { useDeferredValue, useEffect, useRef } from 'react';
import { useRoute } from 'wouter';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import type { NamePage } from '../../../../src/contract/market/market.ts';
import {
  type MarketSearchParams,
  marketFilter,
} from '../../../../src/contract/market/market-search-params.ts';
import { lastSales } from '../../../../src/contract/market/page-queries.ts';
import { nameTitle } from '../../../../src/contract/market/page-titles.ts';
import { checkFilters, readCheck } from '../../../../src/contract/market/price-check-search-params.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { inState } from '../../../lib/history-state.ts';
import { marketPath, PATHS } from '../../../lib/paths.ts';
import { scrollIntoSight } from '../../../lib/scroll-into-sight.ts';
import { errorData } from '../../../lib/server/errors.ts';
import type { Query } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import FilterModeSwitch from '../filters/filter-mode-switch.tsx';
import { FilteredSales } from '../list/filtered-sales.tsx';
import { useSales } from '../list/use-sales.ts';
import { TraitWorthLink, TraitWorthSection } from '../traits/trait-worth-section.tsx';
import { type NamePlace, useMarketSearchParams } from '../use-market-search-params.ts';
import { NameActions, NameForms, NameHeader } from './name-header.tsx';

/** With its forms it is large, and most readers do not open it. */
const PriceCheckPanel = latePart(() => import('../price-check/price-check-panel.tsx'), { height: 'h-120' });

/** With the search for another name; most links lead to a name that exists. */
const NameMissing = latePart(() => import('./name-missing.tsx'));

export default function NameScreen() {
  const [isItem, item] = useRoute(PATHS.item);
  const [, pokemon] = useRoute(PATHS.pokemon);
  const kind = isItem ? 'item' : 'pokemon';
  const slug = item?.slug ?? pokemon?.slug ?? '';
  return <NameOf key={`${kind} ${slug}`} kind={kind} slug={slug} />;
}

/** A name as its slug gives it: `kings-rock` is `kings rock`. */
const nameOfSlug = (slug: string): string => slug.replaceAll('-', ' ').trim();

function NameOf({ kind, slug }: { kind: SaleKind; slug: string }) {
  const query = trpc.market.name.useQuery({ kind, slug });
  const given = inState(useHistoryState(), 'name');
  // What arrives is drawn in short steps.
  const data = useDeferredValue(query.data);
  // A merged item resolves to its target, and an old spelling to the current name.
  const moved = data && data.slug !== slug ? `/${data.kind}/${data.slug}` : null;
  useEffect(() => {
    if (moved) navigate(`${moved}${location.search}`, { replace: true });
  }, [moved]);

  if (errorData(query.error)?.httpStatus === 404 && !data)
    return <NameMissing kind={kind} text={nameOfSlug(slug)} />;
  if (data && !moved) return <Shown page={data} />;
  return (
    <>
      {given !== undefined && <Requests page={{ kind, name: given, path: `/${kind}/${slug}` }} />}
      <NameNotLoaded slug={slug} query={query} />
    </>
  );
}

/** Requests what the page shows of the sales, together with the details of the name. */
function Requests({ page }: { page: NamePlace }) {
  const { params } = useMarketSearchParams(page);
  useSales(params);
  useSales(lastSales(params));
  trpc.market.answer.useQuery(marketFilter(params));
  return null;
}

/** The name is loading, or could not be loaded. */
function NameNotLoaded({ slug, query }: { slug: string; query: Query<unknown> }) {
  if (query.error)
    return (
      <>
        <PageHeader title={nameOfSlug(slug)} />
        <QueryError query={query} />
      </>
    );
  return (
    <div className="space-y-5">
      <h1 className="sr-only">{nameOfSlug(slug)}</h1>
      <div className="flex items-center gap-4 md:gap-6">
        <Skeleton className="size-19.5 shrink-0 rounded-lg!" />
        <div className="min-w-0 grow space-y-2">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-7 w-44 max-w-full" />
          <Skeleton className="h-4 max-w-72" />
        </div>
      </div>
      <Skeleton className="h-18 max-w-2xl md:h-7" />
      <Skeleton className="h-96 rounded-lg!" />
    </div>
  );
}

/** Whether a price check asks about the same sales as the list, and so has the same answer. */
function asksTheSame({ kind, filters, check }: MarketSearchParams, name: string): boolean {
  if (check === undefined) return false;
  const asked = readCheck(check);
  const isSame =
    marketPath({ kind, filters }) === marketPath({ kind, filters: checkFilters(kind, name, asked) });
  return isSame && asked.without.length === 0;
}

function Shown({ page }: { page: NamePage }) {
  const path = `/${page.kind}/${page.slug}`;
  const market = useMarketSearchParams({ path, kind: page.kind, name: page.name });
  const { params, chosen, go } = market;
  const opener = useRef<HTMLButtonElement>(null);
  usePageTitle(nameTitle(page.kind, page.name, chosen));
  // Where they need rows of their own, the answer comes first.
  const actionsBelow = !useMedia('xl');
  const sales = useRef<HTMLDivElement>(null);
  useOnChange(params.mode, () => {
    // The query opens above the switch.
    const at = sales.current;
    if (at && at.getBoundingClientRect().top < 0) at.scrollIntoView();
  });
  const actions = <NameActions {...{ page, params, chosen, go, opener }} />;
  const isChecking = params.check !== undefined;
  const checkPlace = useRef<HTMLDivElement>(null);
  useOnChange(isChecking, () => scrollIntoSight(checkPlace.current));
  const check = isChecking && (
    <div ref={checkPlace} className="scroll-mt-4">
      <PriceCheckPanel page={page} params={params} go={go} opener={opener} />
    </div>
  );
  return (
    <div className="space-y-5">
      <NameHeader page={page} chosen={chosen} actions={!actionsBelow && actions} />
      {!actionsBelow && check}
      <NameForms page={page} path={path} params={params} />
      <div ref={sales}>
        <FilteredSales
          market={market}
          latest
          isAnswered={!actionsBelow && asksTheSame(params, page.name)}
          modeSwitch={page.sales > 0 && <FilterModeSwitch {...market} isBare />}
          belowAnswer={
            <>
              {actionsBelow && (
                <div className="mt-3 space-y-4">
                  {actions}
                  {check}
                </div>
              )}
              {page.has_trait_worth && (
                <div className="mt-3">
                  <TraitWorthLink />
                </div>
              )}
            </>
          }
        />
      </div>
      {page.has_trait_worth && <TraitWorthSection name={page.name} />}
    </div>
  );
}
