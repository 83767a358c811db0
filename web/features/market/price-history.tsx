import { lazy, Suspense } from 'react';
import { daysBefore, formatDate, todayUtc } from '../../../src/contract/dates.ts';
import { LIMITS } from '../../../src/contract/limits.ts';
import { MESSAGES } from '../../../src/contract/messages.ts';
import { formatPrice } from '../../../src/contract/price.ts';
import { errorText } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { CHART_WINDOWS, type MarketAddress } from './market-address.ts';
import { countOf } from './sales-results.tsx';
import type { MarketNavigation } from './use-market-address.ts';
import { type History, usePriceHistory } from './use-price-history.ts';

const PriceChart = lazy(() => import('../../charts/price-chart.tsx'));

const WINDOW_LABELS: Record<number, { button: string; words: string }> = {
  30: { button: '30 d', words: '30 days' },
  90: { button: '90 d', words: '90 days' },
  365: { button: '1 y', words: 'one year' },
  [LIMITS.priceHistory.maxDays]: { button: 'All', words: '10 years' },
};
const WINDOWS = CHART_WINDOWS.map((days) => ({
  value: String(days),
  label: WINDOW_LABELS[days]?.button ?? '',
}));
const wordsOf = (days: number) => WINDOW_LABELS[days]?.words ?? `${days} days`;

/** `11 sales in 90 days, 400,000 to 2,100,000 PD` */
export function historyWords({ data, total_records }: History, days: number): string {
  const low = Math.min(...data.map((point) => point.low));
  const high = Math.max(...data.map((point) => point.high));
  const prices = low === high ? formatPrice(low) : `${formatPrice(low)} to ${formatPrice(high)}`;
  return `${countOf(total_records)} in ${wordsOf(days)}, ${prices} PD`;
}

interface PriceHistoryProps extends Pick<MarketNavigation, 'address' | 'go'> {
  /** How many sales the list has; undefined while that is not known. */
  total: number | undefined;
}

/** The chart of one name's prices, once a name is searched for and more than 5 sales match (SPEC section 2). */
export function PriceHistory({ address, go, total }: PriceHistoryProps) {
  const { filters } = address;
  const hidden = address.chart === 'hidden';
  // While the first list is on its way the chart's place is kept, so that nothing moves when it comes.
  const due = filters.name !== undefined && (total ?? Number.POSITIVE_INFINITY) > LIMITS.chartMinResults;
  if (!due) return null;
  return (
    <section aria-label="Price history" className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-base font-semibold">Price history</h2>
        <Button
          variant="quiet"
          aria-expanded={!hidden}
          onClick={() => go({ chart: hidden ? 'shown' : 'hidden' })}
          className="-mr-2"
        >
          {hidden ? 'Show chart' : 'Hide chart'}
        </Button>
      </div>
      {!hidden && <HistoryChart address={address} go={go} name={filters.name ?? ''} />}
    </section>
  );
}

interface HistoryChartProps extends Pick<MarketNavigation, 'address' | 'go'> {
  name: string;
}

function HistoryChart({ address, go, name }: HistoryChartProps) {
  const { data, stale, error, fetching, retry } = usePriceHistory(address);
  const { days } = address;
  const empty = data?.data.length === 0;
  return (
    <div aria-busy={stale}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="text-base text-ink-soft tabular-nums">
          {data && !empty && historyWords(data, days)}
        </p>
        <Segmented
          label="How far back"
          tabs={WINDOWS}
          value={String(days)}
          onValueChange={(value) => go({ days: Number(value) })}
        />
      </div>
      {Boolean(error) && (
        <ErrorState
          banner={data !== undefined}
          message={errorText(error, MESSAGES.fetchFailed)}
          onRetry={retry}
          retrying={fetching}
        />
      )}
      {!data && !error && <Skeleton className="h-76" />}
      {data && (
        <div className={cx('transition-opacity', stale && fetching && 'opacity-55 delay-200')}>
          {empty ? (
            <NoHistory name={name} address={address} />
          ) : (
            <Drawn history={data} name={name} days={days} />
          )}
        </div>
      )}
    </div>
  );
}

function Drawn({ history, name, days }: { history: History; name: string; days: number }) {
  const { data, total_records } = history;
  const words = historyWords(history, days);
  const to = todayUtc();
  const first = data[0]?.date ?? to;
  // The whole past starts at its first sale; the other windows keep their length, also where nothing was sold.
  const from = days === LIMITS.priceHistory.maxDays ? first : daysBefore(to, days);
  return (
    <>
      <Suspense fallback={<Skeleton className="h-66" />}>
        <PriceChart points={data} from={from} to={to} label={`Prices of ${name}: ${words}`} />
      </Suspense>
      {total_records > data.length && (
        <p className="mt-1 text-xs text-ink-faint">
          One mark a day: the line goes from the day's lowest to its highest price, the dot is the sale in the
          middle.
        </p>
      )}
      <details className="mt-1 text-sm">
        <summary className="link inline-flex min-h-control items-center">Figures as a table</summary>
        <FigureTable history={history} />
      </details>
    </>
  );
}

function FigureTable({ history: { data } }: { history: History }) {
  return (
    <div className="max-h-72 overflow-y-auto">
      <table className="tabular-nums">
        <thead className="text-left">
          <tr>
            {['Date sold', 'Sales', 'Price in PD'].map((title) => (
              <th key={title} scope="col" className="overline-label py-1 pr-8">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.toReversed().map(({ date, volume, low, high, sale_id }) => (
            <tr key={sale_id ?? date} className="border-t border-line">
              <td className="py-1 pr-8">{formatDate(date)}</td>
              <td className="py-1 pr-8">{volume}</td>
              <td className="py-1 pr-8">
                {low === high ? formatPrice(low) : `${formatPrice(low)} to ${formatPrice(high)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NoHistory({ name, address }: { name: string; address: MarketAddress }) {
  const { days, filters } = address;
  const hint = filters.exact
    ? `Nothing that matches was sold in the last ${wordsOf(days)}.`
    : 'A chart is of one whole name: choose one from the suggestions.';
  return (
    <div className="pt-2 pb-5 text-center">
      <p className="font-medium">{MESSAGES.noHistory(name)}</p>
      <p className="mt-1 text-sm text-ink-soft">{hint}</p>
    </div>
  );
}
