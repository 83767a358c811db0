import { RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { LOG_SCOPES, type LogScope } from '../../../../src/contract/admin/logs.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted, formatNumber } from '../../../../src/contract/shared/plural.ts';
import { PATHS } from '../../../lib/paths.ts';
import { errorText, refusalText } from '../../../lib/server/errors.ts';
import { useLastDefined } from '../../../lib/server/fetched.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { storedText } from '../../../lib/stored-text.ts';
import { useUrlState } from '../../../lib/use-url-state.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { useAnnouncement } from '../../../ui/live-region.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { RESULTS, ResultsSkipLink } from '../../../ui/page/results-skip-link.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { ClearFilters } from '../../../ui/tables/clear-filters.tsx';
import { Freshness } from '../../../ui/tables/freshness.tsx';
import { IgnoredFilters } from '../../../ui/tables/ignored-filters.tsx';
import { NotedCount } from '../noted-count.tsx';
import { ExportButton, LiveToggle } from './logs-actions.tsx';
import { LogFilters } from './logs-filters.tsx';
import { LogList } from './logs-list.tsx';
import { LOGS_FORMAT, type LogsFilter, logFilter, logFiltersSet, NO_FILTER } from './logs-search-params.ts';
import { type LogState, type LogStore, useLogs } from './logs-store.ts';
import { EMPTY_WINDOW, type LogWindow, MAX_LINES } from './logs-window.ts';
import { useLiveLog } from './use-live-log.ts';

const SCOPE_NAMES: Record<LogScope, string> = {
  all: 'All',
  database: 'Database',
  security: 'Security',
  api: 'API',
  errors: 'Errors',
  discord: 'Discord',
  general: 'General',
};
/** Hides the viewer's own successful queries and subscriptions, which every page that stays up to date makes. */
const ownReads = storedText('marketdex.own-reads');
/** How often the counts are read while lines arrive. */
const COUNT_MS = 5_000;

export default function LogsTab() {
  const { ignored, ...navigation } = useUrlState(PATHS.admin, LOGS_FORMAT);
  const { params, go, clear } = navigation;
  const { user } = useSession();
  const hidden = ownReads.use() !== 'shown';
  const filter = useMemo<LogsFilter>(
    () => ({ ...params, hideReadsOf: hidden ? user?.username : undefined }),
    [params, hidden, user?.username],
  );
  const logs = useLogs(filter);
  const { store, shown, state } = logs;
  const live = useLiveLog(store, filter);
  const counts = useLogCounts(filter, live.on);
  const [autoScroll, setAutoScroll] = useState(true);
  const isNarrowed = logFiltersSet(params) > 0;
  // Then nothing is known about the lines.
  const isNotLoaded = Boolean(shown?.error) && shown?.file === null && shown.window.lines.length === 0;

  return (
    <section aria-label="Logging" className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <CategoryChoice
          value={params.category}
          counts={counts.text}
          onChoose={(category) => {
            go({ category });
            counts.refresh();
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <LiveToggle {...live} to={params.to} />
          <ExportButton logs={logs} category={params.category} />
        </div>
      </div>
      <LogFilters {...navigation} />
      <IgnoredFilters ignored={ignored} />
      {shown && <Problems state={shown} store={store} retrying={state.loading} />}
      <div {...RESULTS}>
        <ResultsSkipLink />
        <LogList
          key={LOGS_FORMAT.print(params)}
          store={store}
          window={shown?.window ?? EMPTY_WINDOW}
          mixed={params.category === 'all'}
          live={live.on}
          autoScroll={autoScroll}
          summary={
            <p className="flex min-h-control items-center text-base font-semibold tabular-nums">
              {shown ? (
                !isNotLoaded && (
                  <EntryCount
                    state={shown}
                    narrowed={isNarrowed}
                    of={shown === state ? store : null}
                    live={live.on}
                  />
                )
              ) : (
                <Skeleton className="h-5 w-32" />
              )}
              {shown && <Freshness stale={shown !== state} fetching={state.loading} />}
            </p>
          }
          controls={
            <div className="flex items-center gap-x-3 max-md:w-full max-md:justify-between md:gap-x-6">
              <Checkbox
                label="Hide my reads"
                checked={hidden}
                onCheckedChange={(hide) => ownReads.set(hide ? null : 'shown')}
              />
              <Checkbox label="Auto-scroll" checked={autoScroll} onCheckedChange={setAutoScroll} />
              <IconButton
                label="Refresh"
                icon={RotateCw}
                size="sm"
                onClick={() => {
                  void store.load();
                  counts.refresh();
                }}
                className={live.on ? 'invisible' : ''}
              />
            </div>
          }
          nothing={
            shown ? (
              !isNotLoaded && (
                <EmptyState
                  title={MESSAGES.noLogs}
                  action={
                    isNarrowed && (
                      <ClearFilters clear={() => clear(NO_FILTER)}>Clear all filters</ClearFilters>
                    )
                  }
                />
              )
            ) : (
              <Skeleton className="h-96 w-full" />
            )
          }
          end={shown && <Older window={shown.window} store={store} />}
        />
      </div>
    </section>
  );
}

/** The number of matching lines of each category, as text: `10,000+` where more are not counted. */
function useLogCounts(filter: LogsFilter, live: boolean) {
  const { data, error, refetch } = trpc.logs.counts.useQuery(logFilter(filter), {
    refetchInterval: live ? COUNT_MS : false,
  });
  const kept = useLastDefined(data, 'counts');
  const counts = error ? undefined : kept?.counts;
  function text(scope: LogScope): string | undefined {
    if (!counts) return undefined;
    const of = scope === 'all' ? Object.values(counts) : [counts[scope]];
    const total = formatNumber(of.reduce((sum, count) => sum + count, 0));
    return of.includes(LIMITS.logs.counted) ? `${total}+` : total;
  }
  return { text, refresh: () => void refetch() };
}

interface CategoryChoiceProps {
  value: LogScope;
  /** Undefined until they are known. */
  counts: (scope: LogScope) => string | undefined;
  onChoose: (scope: LogScope) => void;
}

/** The categories do not fit in a row on a phone. */
function CategoryChoice({ value, counts, onChoose }: CategoryChoiceProps) {
  const wide = useMedia('lg');
  const scopes = LOG_SCOPES.map((scope) => ({
    value: scope,
    label: SCOPE_NAMES[scope],
    count: counts(scope),
  }));
  return wide ? (
    <Segmented label="Category" tabs={scopes} value={value} onValueChange={onChoose} />
  ) : (
    <Select
      label="Category"
      options={scopes.map(({ count, label, ...scope }) => ({
        ...scope,
        label: count ? `${label} (${count})` : label,
      }))}
      value={value}
      onValueChange={(chosen) => chosen && onChoose(chosen)}
      className="w-full"
    />
  );
}

interface EntryCountProps {
  state: LogState;
  narrowed: boolean;
  /** What the count is of; null while the list is that of an earlier filter. */
  of: LogStore | null;
  live: boolean;
}

/** The count, which is announced: while lines arrive live only the first one of a filter, or each line would be. */
function EntryCount({ state: { window, file }, narrowed, of, live }: EntryCountProps) {
  const count = window.lines.length;
  const entries = counted(count, 'entry', 'entries');
  const which = [narrowed && 'filtered', window.more && 'older ones available', file && `from ${file}`];
  const note = which.filter(Boolean).join(', ');
  const text = [entries, note].filter(Boolean).join(', ');
  const [announced, setAnnounced] = useState({ of, text: '' });
  if (of && announced.text !== text && (!live || announced.of !== of)) setAnnounced({ of, text });
  useAnnouncement(announced.text);
  return <NotedCount count={entries} note={note} />;
}

function Problems({ state, store, retrying }: { state: LogState; store: LogStore; retrying: boolean }) {
  const { error, file, behind } = state;
  const instead = file && ` The end of the file ${file} is shown instead, with the filters applied.`;
  return (
    <>
      {Boolean(error) && (
        <ErrorState
          banner
          message={`${errorText(error, 'Failed to load the log').replace(/\.$/, '')}.${instead ?? ''}`}
          onRetry={() => store.load()}
          retrying={retrying}
        />
      )}
      {behind && (
        <Announced as="p" className="text-sm text-pending">
          Some missed entries could not be loaded yet. Retrying.
        </Announced>
      )}
    </>
  );
}

function Older({ window: { lines, more }, store }: { window: LogWindow; store: LogStore }) {
  if (!more) return null;
  async function load() {
    try {
      await store.loadOlder();
    } catch (error) {
      showToast(refusalText(error, 'Older entries could not be loaded. Please try again.'), {
        tone: 'alert',
      });
    }
  }
  return (
    <div className="border-t border-line p-3 text-center text-sm text-ink-soft">
      {lines.length < MAX_LINES ? (
        <Button onClick={load}>Load older</Button>
      ) : (
        <p>At most {formatNumber(MAX_LINES)} entries are shown. Narrow the time range, or export them.</p>
      )}
    </div>
  );
}
