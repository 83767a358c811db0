import type { ReactNode } from 'react';
import type { Chart } from '../../src/contract/market/market.ts';
import type { Fetched } from '../lib/server/fetched.ts';
import { useMedia } from '../ui/hooks/use-media.ts';
import { Segmented } from '../ui/segmented.tsx';
import { QueryError, Skeleton } from '../ui/states/states.tsx';
import { fadedIf } from '../ui/tables/freshness.tsx';
import { WINDOWS } from './history-labels.ts';

interface ChartPanelProps<Data extends Chart> {
  /** Those of `ChartSection`. */
  heading: ReactNode;
  toggle: ReactNode;
  /** The length of the window, in days. */
  days: number;
  onDays: (days: number) => void;
  /** Next to the choice of the window. */
  controls: ReactNode;
  fetched: Fetched<Data>;
  /** False when the error is shown elsewhere. */
  showsError?: boolean;
  /** In place of a chart without sales. */
  nothing: ReactNode;
  children: (history: Data) => ReactNode;
}

/**
 * A chart below its heading and its controls: with a placeholder at first, dimmed while other data are fetched, or with the
 * error.
 */
export function ChartPanel<Data extends Chart>(props: ChartPanelProps<Data>) {
  const { heading, toggle, days, onDays, controls, fetched, showsError = true, nothing, children } = props;
  const { data, outdated, error } = fetched;
  // The controls then have a row for themselves, below the heading and the toggle. The Tab key follows the order of the
  // elements, so that order must be the visible one.
  const narrow = useMedia('belowMd');
  return (
    <div aria-busy={outdated === 'loading'} className="@container">
      <div className="flex flex-wrap items-center gap-2 pb-1">
        {heading}
        {narrow && toggle}
        <div className="ml-auto flex flex-wrap items-center gap-2 max-md:w-full print:hidden">
          <Segmented
            label="Time range"
            tabs={WINDOWS}
            value={String(days)}
            onValueChange={(value) => onDays(Number(value))}
          />
          {controls}
        </div>
        {!narrow && toggle}
      </div>
      {Boolean(error) && showsError && <QueryError banner={data !== undefined} query={fetched} />}
      {!data && !error && <Skeleton className="h-97 md:h-75.5 md:touch:h-87" />}
      {data && (
        <div className={fadedIf(outdated !== null)}>{data.data.length === 0 ? nothing : children(data)}</div>
      )}
    </div>
  );
}
