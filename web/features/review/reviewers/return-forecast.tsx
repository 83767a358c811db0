import { skipToken } from '@tanstack/react-query';
import { calendarDay } from '../../../../src/contract/address-values.ts';
import { errorText } from '../../../lib/errors.ts';
import { trpc } from '../../../lib/trpc.ts';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { actInWords, sinceText } from './reviewer-labels.ts';

const FAILED = 'Failed to count the approvals';

/** What a return since a day would do now; counts again whenever it is looked at. */
export function useForecast(reviewerId: number, since: string) {
  const isDay = calendarDay(since) !== undefined;
  return trpc.oversight.preview.useQuery(isDay ? { reviewer_id: reviewerId, since } : skipToken, {
    staleTime: 0,
    gcTime: 0,
  });
}

interface ReturnForecastProps {
  forecast: ReturnType<typeof useForecast>;
  since: string;
  suspend: boolean;
}

/** Names what the return hits, and that it cannot simply be undone. */
export function ReturnForecastText({ forecast, since, suspend }: ReturnForecastProps) {
  const { data, error, isFetching, refetch } = forecast;
  return (
    <div role="status" className="min-h-14 rounded-md bg-sunken px-3 py-2 text-base">
      {error ? (
        <ErrorState banner message={errorText(error, FAILED)} onRetry={refetch} retrying={isFetching} />
      ) : data ? (
        <>
          <p className="font-medium">
            {data.approvals === 0 && !suspend
              ? `No approvals by ${data.username} since ${sinceText(since)} stand.`
              : `${actInWords(data, suspend)}.`}
          </p>
          {data.approvals > 0 && (
            <p className="text-sm text-ink-soft">It can be undone only by deciding on each again.</p>
          )}
        </>
      ) : isFetching ? (
        <Skeleton className="my-1 h-4 w-64 max-w-full" />
      ) : (
        <p className="text-ink-soft">Choose the day from which approvals return.</p>
      )}
    </div>
  );
}
