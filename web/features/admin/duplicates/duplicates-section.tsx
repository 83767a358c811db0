import { ScanSearch } from 'lucide-react';
import type { Scan } from '../../../../src/contract/admin/duplicates.ts';
import { SALE_KINDS } from '../../../../src/contract/sale/kinds.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { isInProgress } from '../../../../src/contract/shared/run-status.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useOnce } from '../../../lib/server/use-once.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-messages.tsx';
import { MomentText } from '../../../ui/moment-text.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { AdminSection } from '../admin-section.tsx';
import { DuplicateList } from './duplicate-list.tsx';

const POLL_MS = 1_000;

export default function DuplicatesSection() {
  const query = useDuplicateScan();
  const scan = query.data;
  return (
    <AdminSection
      title="Duplicate scan"
      about="Finds sales with the same name, price and date, and for pokemon the same traits. Rejected and deleted sales are left out. Runs every night."
    >
      <DuplicateScan query={query} />
      {scan && !scan.scanned_at ? (
        <EmptyState title="No groups yet">They appear here when the first scan is done.</EmptyState>
      ) : (
        <div className="mt-6 grid gap-x-6 gap-y-8 xl:grid-cols-2 xl:items-start">
          {SALE_KINDS.map((kind) => (
            <DuplicateList key={kind} kind={kind} />
          ))}
        </div>
      )}
    </AdminSection>
  );
}

/** The latest scan, polled while it runs. The groups are reloaded when one has finished. */
function useDuplicateScan() {
  const utils = trpc.useUtils();
  const query = trpc.admin.scan.useQuery(
    {},
    { refetchInterval: ({ state }) => (state.data && isInProgress(state.data.status) ? POLL_MS : false) },
  );
  useOnChange(query.data?.scanned_at, () => utils.admin.duplicateGroups.invalidate());
  return query;
}

function DuplicateScan({ query }: { query: ReturnType<typeof useDuplicateScan> }) {
  const { data, isError, error, isFetching, refetch } = query;
  const utils = trpc.useUtils();
  const start = trpc.admin.scanDuplicates.useMutation({ onSettled: () => utils.admin.scan.invalidate() });
  const startOnce = useOnce(start);

  return (
    <div className="space-y-4">
      {isError && (
        <ErrorState
          banner
          message={refusalText(error, MESSAGES.duplicatesFailed)}
          onRetry={refetch}
          retrying={isFetching}
        />
      )}
      <FormAlert>
        {start.error
          ? refusalText(start.error, MESSAGES.duplicatesFailed)
          : data?.status === 'failed' && `${MESSAGES.duplicatesFailed} ${data.error ?? ''}`}
      </FormAlert>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          variant="primary"
          icon={<ScanSearch aria-hidden className="size-4" />}
          disabled={data !== undefined && isInProgress(data.status)}
          onClick={() => startOnce({})}
        >
          Scan for duplicates
        </Button>
        <Announced className="min-w-48 text-sm text-ink-soft max-md:w-full">
          {data ? <ScanState scan={data} /> : !isError && <Skeleton className="h-5 w-48" />}
        </Announced>
      </div>
    </div>
  );
}

function ScanState({ scan: { status, progress, scanned_at } }: { scan: Scan }) {
  if (isInProgress(status)) {
    const percent = progress * 100;
    const label = status === 'waiting' ? 'Waiting to begin' : `Scanning: ${Math.round(percent)}%`;
    return (
      <>
        <ProgressBar label="Scan for duplicates" value={percent} max={100} text={label} />
        <p className="tabular-nums">{label}</p>
      </>
    );
  }
  if (!scanned_at) return 'Not scanned yet';
  return (
    <>
      Last scan <MomentText iso={scanned_at} />
    </>
  );
}
