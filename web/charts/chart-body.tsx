import type { ReactNode } from 'react';
import type { Fetched } from '../lib/server/fetched.ts';
import { QueryError } from '../ui/states/query-error.tsx';
import { Skeleton } from '../ui/states/states.tsx';
import { fadedIf } from '../ui/tables/freshness.tsx';

interface ChartBodyProps<Data> {
  fetched: Fetched<Data>;
  /** False when the error is shown elsewhere. */
  showsError?: boolean;
  /** Draws the data. */
  children: (data: Data) => ReactNode;
}

/** A chart whose data are fetched: with a placeholder at first, dimmed while other data are fetched, or with the error. */
export function ChartBody<Data>({ fetched, showsError = true, children }: ChartBodyProps<Data>) {
  const { data, outdated, error } = fetched;
  return (
    <>
      {Boolean(error) && showsError && <QueryError banner={data !== undefined} query={fetched} />}
      {!data && !error && <Skeleton className="h-89 md:h-73" />}
      {data && <div className={fadedIf(outdated !== null)}>{children(data)}</div>}
    </>
  );
}
