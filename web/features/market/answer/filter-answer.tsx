import { skipToken } from '@tanstack/react-query';
import { activeFilters } from '../../../../src/contract/market/filter-labels.ts';
import {
  type MarketSearchParams,
  marketFilter,
} from '../../../../src/contract/market/market-search-params.ts';
import { mayHaveAnswer } from '../../../../src/contract/market/page-queries.ts';
import { dropStaleOnError, useFetched } from '../../../lib/server/fetched.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { AnswerText } from '../../../sales/similar/answer-text.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { fadedIf } from '../../../ui/tables/freshness.tsx';

/** What the sales of the page's filter sold for; nothing while the filter does not name exactly one name. */
export function FilterAnswer({ params }: { params: MarketSearchParams }) {
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
      <AnswerText answer={data.answer} />
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
