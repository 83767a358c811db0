import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Health, HealthPart } from '../../../../src/contract/admin/admin.ts';
import { errorText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { useKept } from '../../../lib/server/use-kept.ts';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { AdminSection } from '../admin-section.tsx';

const FAILED = 'Failed to load the health checks';
const REFRESH_MS = 60_000;

const PARTS: Record<HealthPart, string> = {
  database: 'Database',
  queue: 'Queue',
  mail: 'Mail',
  disk: 'Disk',
};

/** The health of each service that the site depends on. */
export function HealthLines() {
  const { data, error, isFetching, refetch } = trpc.admin.health.useQuery(
    {},
    { refetchInterval: REFRESH_MS },
  );
  const lines = useKept(data, 'health')?.data;
  return (
    <AdminSection title="Health">
      {error && (
        <ErrorState banner message={errorText(error, FAILED)} onRetry={refetch} retrying={isFetching} />
      )}
      {lines ? (
        <dl className="divide-y divide-line text-sm">
          {lines.map((line) => (
            <HealthLine key={line.part} {...line} />
          ))}
        </dl>
      ) : (
        !error && <Skeleton className="h-36" />
      )}
    </AdminSection>
  );
}

function HealthLine({ part, ok, says }: Health) {
  const Icon = ok ? CircleCheck : TriangleAlert;
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 py-2 first:pt-0 last:pb-0">
      <dt className="flex items-center gap-2 self-start font-medium">
        <Icon aria-hidden className={ok ? 'size-4 text-approved' : 'size-4 text-rejected'} />
        {PARTS[part]}
        <span className="sr-only">{ok ? ' works' : ' needs attention'}</span>
      </dt>
      <dd className={ok ? 'text-ink-soft' : 'font-medium text-rejected'}>{says}</dd>
    </div>
  );
}
