import { skipToken } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { KINDS, SALE_KINDS, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import { ChartPanel } from '../../charts/chart-panel.tsx';
import { HistoryChart } from '../../charts/history-chart.tsx';
import { windowLabel } from '../../charts/history-labels.ts';
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
  const { kind, days, zoom } = params;
  const query = trpc.submissions.history.useQuery({ kind, days }, UNBATCHED);
  const fetched = dropStaleOnError(useFetched(query, kind ?? '', days));
  const { data, input: drawnDays } = fetched;
  const shownKind = data?.kind ?? kind ?? SALE_KINDS[0];
  const { whole, span, detailRange } = useChartWindow(data, drawnDays, zoom);
  const { data: closer } = trpc.submissions.history.useQuery(
    detailRange
      ? { kind: shownKind, days: drawnDays, date_from: detailRange.from, date_to: detailRange.to }
      : skipToken,
    UNBATCHED,
  );
  return (
    <ChartPanel
      {...{ heading, toggle, days, fetched }}
      onDays={(next) => go({ days: next, zoom: undefined })}
      controls={
        <Segmented<SaleKind>
          label="Kind"
          tabs={KIND_OPTIONS}
          value={shownKind}
          onValueChange={(value) => go({ kind: value, zoom: undefined })}
        />
      }
      nothing={<NoSales kind={shownKind} days={drawnDays} hasOlder={(data?.kinds[shownKind] ?? 0) > 0} />}
    >
      {(history) => (
        <HistoryChart
          {...{ history, closer, whole, span }}
          kind={shownKind}
          windowDays={drawnDays}
          subject={SUBJECTS[shownKind]}
          onZoom={(to, by) => go({ zoom: to }, by === 'keys' ? 'zoom' : undefined)}
          onOpen={(saleId) => navigate(salePath(saleId))}
        />
      )}
    </ChartPanel>
  );
}

function NoSales({ kind, days, hasOlder }: { kind: SaleKind; days: number; hasOlder: boolean }) {
  const when = hasOlder ? `in the last ${windowLabel(days)}` : 'yet';
  return (
    <p className="pt-2 pb-5 text-center text-base text-ink-soft">
      You have no approved sales of {KINDS[kind].label.toLowerCase()} {when}.
    </p>
  );
}
