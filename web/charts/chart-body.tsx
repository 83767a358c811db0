import type { ReactNode } from 'react';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { errorText } from '../lib/server/errors.ts';
import type { Fetched } from '../lib/server/fetched.ts';
import { cx } from '../ui/cx.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';

interface ChartBodyProps<Data> {
  fetched: Fetched<Data>;
  /** False when the error is shown elsewhere. */
  showsError?: boolean;
  /** Draws the data. */
  children: (data: Data) => ReactNode;
}

/** A chart whose data are fetched: with a placeholder at first, dimmed while other data are fetched, or with the error. */
export function ChartBody<Data>({ fetched, showsError = true, children }: ChartBodyProps<Data>) {
  const { data, stale, fetching, error, retry } = fetched;
  return (
    <>
      {Boolean(error) && showsError && (
        <ErrorState
          banner={data !== undefined}
          message={errorText(error, MESSAGES.fetchFailed)}
          onRetry={retry}
          retrying={fetching}
        />
      )}
      {!data && !error && <Skeleton className="h-89 md:h-73" />}
      {data && (
        <div className={cx('transition-opacity', stale && fetching && 'opacity-55 delay-200')}>
          {children(data)}
        </div>
      )}
    </>
  );
}
