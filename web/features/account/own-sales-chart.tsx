import { skipToken } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { KINDS, SALE_KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { OwnSales } from '../../../src/contract/sale/submissions.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { ChartBody, HistoryChart } from '../../charts/history-chart.tsx';
import { WINDOWS, windowLabel } from '../../charts/history-labels.ts';
import { useChartWindow } from '../../charts/use-chart-window.ts';
import { salePath } from '../../lib/paths.ts';
import { dropStaleOnError, useFetched } from '../../lib/server/fetched.ts';
import { trpc, UNBATCHED } from '../../lib/server/trpc.ts';
import { KIND_OPTIONS } from '../../sales/kind-options.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { AccountNavigation } from './account-search-params.ts';

const SUBJECTS: Record<SaleKind, string> = { item: 'your items', pokemon: 'your pokemon' };

interface OwnSalesChartProps extends AccountNavigation {
  heading: ReactNode;
  /** Hides the chart. */
  toggle: ReactNode;
}

/** The prices of the user's approved sales of one kind as dots over time. */
export default function OwnSalesChart({ params, go, heading, toggle }: OwnSalesChartProps) {
  const { kind, days } = params;
  const query = trpc.submissions.history.useQuery({ kind, days }, UNBATCHED);
  const fetched = dropStaleOnError(useFetched(query, kind ?? '', days));
  const { data, outdated, input: drawnDays } = fetched;
  const shownKind = data?.kind ?? kind ?? SALE_KINDS[0];
  return (
    <div aria-busy={outdated === 'loading'}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-1">
        <div className="flex min-h-control items-center max-sm:flex-1">{heading}</div>
        <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:order-last max-sm:w-full">
          <Segmented<SaleKind>
            label="Kind"
            tabs={KIND_OPTIONS}
            value={shownKind}
            onValueChange={(value) => go({ kind: value, zoom: undefined })}
          />
          <Segmented
            label="Time range"
            tabs={WINDOWS}
            value={String(days)}
            onValueChange={(value) => go({ days: Number(value), zoom: undefined })}
          />
        </div>
        {toggle}
      </div>
      <ChartBody fetched={fetched}>
        {(history) =>
          history.data.length === 0 ? (
            <NoSales kind={shownKind} days={drawnDays} />
          ) : (
            <Drawn params={{ ...params, days: drawnDays }} {...{ go, history }} />
          )
        }
      </ChartBody>
    </div>
  );
}

interface DrawnProps extends AccountNavigation {
  history: OwnSales;
}

function Drawn({ params, go, history }: DrawnProps) {
  const { days, zoom } = params;
  const { kind } = history;
  const { whole, span, detailRange } = useChartWindow(history, days, zoom);
  const { data: closer } = trpc.submissions.history.useQuery(
    detailRange ? { kind, days, date_from: detailRange.from, date_to: detailRange.to } : skipToken,
    UNBATCHED,
  );
  return (
    <HistoryChart
      {...{ history, closer, kind, whole, span }}
      windowDays={days}
      subject={SUBJECTS[kind]}
      onZoom={(to, by) => go({ zoom: to }, by === 'keys' ? 'zoom' : undefined)}
      onOpen={(saleId) => navigate(salePath(saleId))}
    />
  );
}

function NoSales({ kind, days }: { kind: SaleKind; days: number }) {
  const when = days === LIMITS.priceHistory.maxDays ? 'yet' : `in the last ${windowLabel(days)}`;
  return (
    <p className="pt-2 pb-5 text-center text-base text-ink-soft">
      You have no approved sales of {KINDS[kind].label.toLowerCase()} {when}.
    </p>
  );
}
