import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useRoute } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { saleIdAt } from '../../../../src/contract/cards/card-paths.ts';
import { saleTitle } from '../../../../src/contract/market/page-titles.ts';
import { readTraits, type SimilarityTrait } from '../../../../src/contract/market/similarity.ts';
import { KINDS } from '../../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import { queryString } from '../../../../src/contract/shared/search-param-values.ts';
import { nameLink } from '../../../lib/name-link.ts';
import { marketPath, PATHS, salePath } from '../../../lib/paths.ts';
import { errorData } from '../../../lib/server/errors.ts';
import type { Query } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { type UrlState, type UrlStateFormat, useUrlState } from '../../../lib/use-url-state.ts';
import { SaleFacts } from '../../../sales/sale-facts.tsx';
import { SaleTitle } from '../../../sales/sale-parts.tsx';
import { summarise } from '../../../sales/sale-summary.ts';
import ShareButton from '../../../sales/share/share-button.tsx';
import { SimilarSales } from '../../../sales/similar/similar-sales.tsx';
import { useSimilarToSale } from '../../../sales/similar/use-similar.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { cx } from '../../../ui/cx.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { RESULTS, ResultsSkipLink } from '../../../ui/page/results-skip-link.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { SentenceOn } from '../../../ui/untranslated.tsx';
import { ReportButton } from '../report/report-button.tsx';
import { SearchForm } from '../search/search-form.tsx';

interface SaleSearchParams {
  /** Traits that are ignored when comparing sales. */
  without: SimilarityTrait[];
  /** Whether the dialog that reports the sale is open. */
  report: boolean;
}

const SALE_FORMAT: UrlStateFormat<SaleSearchParams> = {
  read: (search) => {
    const query = new URLSearchParams(search);
    return { without: readTraits(query.get('without') ?? ''), report: query.get('report') === 'true' };
  },
  print: ({ without, report }) =>
    queryString(
      new URLSearchParams({
        ...(without.length > 0 && { without: without.join(',') }),
        ...(report && { report: 'true' }),
      }),
    ),
  keepsPage: ['without', 'report'],
};

export default function SaleScreen() {
  const [, params] = useRoute(PATHS.sale);
  const segment = params?.id ?? '';
  const id = saleIdAt(segment);
  const moved = id !== undefined && segment !== String(id) ? salePath(id) : null;
  useEffect(() => {
    if (moved) navigate(`${moved}${location.search}`, { replace: true });
  }, [moved]);
  return id === undefined ? <NoSale number={segment} /> : <SaleOf key={id} id={id} />;
}

function SaleOf({ id }: { id: number }) {
  const query = trpc.market.sale.useQuery({ id });
  const state = useUrlState(salePath(id), SALE_FORMAT);
  // Together with the sale, not after it.
  trpc.market.similarToSale.useQuery({ sale_id: id, without: state.params.without });
  if (errorData(query.error)?.httpStatus === 404) return <NoSale number={String(id)} />;
  if (!query.data) return <SaleNotLoaded id={id} query={query} />;
  return (
    <div className="space-y-4">
      {query.error && <QueryError banner query={query} />}
      <Shown sale={query.data} {...state} />
    </div>
  );
}

/** The sale is loading, or could not be loaded. */
function SaleNotLoaded({ id, query }: { id: number; query: Query<unknown> }) {
  usePageTitle(`Sale #${id}`);
  if (query.error)
    return (
      <>
        <PageHeader title={`Sale #${id}`} />
        <QueryError query={query} />
      </>
    );
  return (
    <div className="space-y-4">
      <h1 className="sr-only">Sale #{id}</h1>
      <Skeleton className="h-5 w-64 max-w-full" />
      <div className="framed max-w-[87rem]">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-5 px-4 py-5 md:px-6">
          <Skeleton className="size-24 rounded-lg!" />
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-9 w-44 md:ml-auto" />
          <Skeleton className="h-48 w-full" />
        </div>
      </div>
    </div>
  );
}

function NoSale({ number }: { number: string }) {
  usePageTitle('Sale not found');
  return (
    <div className="py-10">
      <h1 className="sr-only">Sale not found</h1>
      <EmptyState
        title={`There is no sale ${number} in the market history`}
        action={<LinkButton href={PATHS.market}>Browse Data</LinkButton>}
      >
        Only approved sales have a page. This one may await review or have been removed.
        <SearchForm />
      </EmptyState>
    </div>
  );
}

function Shown({ sale, params, go }: Pick<UrlState<SaleSearchParams>, 'params' | 'go'> & { sale: AnySale }) {
  usePageTitle(saleTitle(sale));
  const summary = summarise(sale);
  const { name } = summary;
  return (
    // Without traits, the rows of similar sales have little to show.
    <article className={cx('wrap-anywhere', sale.kind === 'item' ? 'max-w-4xl' : 'max-w-[87rem]')}>
      <Trail sale={sale} />
      <div className="framed">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 pt-4 pb-5 md:px-6">
          <SaleTitle summary={summary} size={96}>
            <h1 className="text-2xl font-semibold tracking-tight">{name}</h1>
          </SaleTitle>
          <p className="md:ml-auto md:text-right">
            <span className="block text-3xl font-semibold tracking-tight tabular-nums">
              <span className="whitespace-nowrap">{formatNumber(sale.price)}</span>{' '}
              <span className="text-base font-normal text-ink-faint">PD</span>
            </span>
            <span className="text-base text-ink-soft">
              Sold on <DateText iso={sale.date_sold} />
            </span>
          </p>
        </div>
        <div className="border-t border-line px-4 py-5 md:px-6">
          <SaleFacts sale={sale} below="head" />
        </div>
        <div className="flex flex-wrap items-center gap-2 border-t border-line bg-paper/60 px-4 py-3 max-md:*:grow max-md:*:px-1.5 md:gap-3 md:px-6">
          <LinkButton
            {...nameLink(sale.kind, name)}
            className="w-full whitespace-normal! md:w-auto md:max-w-full"
          >
            <SentenceOn name={name}>{`Everything on ${name}`}</SentenceOn>
          </LinkButton>
          <CopyButton text={`${location.origin}${salePath(sale.sale_id)}`} label="Copy link" />
          <ShareButton subject={{ of: 'sale', id: sale.sale_id }} title={saleTitle(sale)} />
          <ReportButton
            sale={sale}
            open={params.report}
            inAddress
            onOpenChange={(report) => go({ report })}
          />
        </div>
      </div>
      <Similar sale={sale} without={params.without} onWithout={(without) => go({ without })} />
    </article>
  );
}

/** The sale's place in the market: `Pokemon › Garchomp › Sale #12`. */
function Trail({ sale }: { sale: AnySale }) {
  const name = saleName(sale);
  const steps = [
    [KINDS[sale.kind].label, marketPath({ kind: sale.kind })],
    [name, marketPath({ kind: sale.kind, filters: { name, exact: true } })],
  ] as const;
  return (
    <nav aria-label="Breadcrumb" className="mb-3">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm">
        {steps.map(([label, href]) => (
          <li key={href} className="flex items-center gap-x-1.5">
            <Link
              href={href}
              className="link inline-flex min-h-control items-center justify-center touch:-mx-2 touch:min-w-11 touch:px-2"
            >
              {label}
            </Link>
            <ChevronRight aria-hidden className="size-3.5 text-ink-faint" />
          </li>
        ))}
        <li aria-current="page" className="text-ink-soft tabular-nums">
          Sale #{sale.sale_id}
        </li>
      </ol>
    </nav>
  );
}

interface SimilarProps {
  sale: AnySale;
  without: SimilarityTrait[];
  onWithout: (without: SimilarityTrait[]) => void;
}

function Similar({ sale, without, onWithout }: SimilarProps) {
  const answer = useSimilarToSale(sale, without);
  return (
    <section {...RESULTS} aria-labelledby="similar" className="mt-8">
      <ResultsSkipLink />
      <h2 id="similar" className="mb-3 text-lg font-semibold">
        Similar sales
      </h2>
      <SimilarSales answer={answer} without={without} onWithout={onWithout} />
    </section>
  );
}
