import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Health, HealthPart, HealthStatus } from '../../../../src/contract/admin/admin.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { cx } from '../../../ui/cx.ts';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { AdminSection } from '../admin-section.tsx';

const REFRESH_MS = 60_000;

const PARTS: Record<HealthPart, string> = {
  database: 'Database',
  queue: 'Queue',
  mail: 'Mail',
  disk: 'Disk',
  address: 'Address',
  legal: 'Legal notice',
  discord: 'Discord',
};

const LOOKS: Record<HealthStatus, { Icon: LucideIcon; icon: string; message: string; label: string }> = {
  ok: { Icon: CircleCheck, icon: 'text-approved', message: 'text-ink-soft', label: 'works' },
  warning: {
    Icon: TriangleAlert,
    icon: 'text-pending',
    message: 'font-medium text-pending',
    label: 'needs attention',
  },
  error: {
    Icon: CircleX,
    icon: 'text-rejected',
    message: 'font-medium text-rejected',
    label: 'has a problem',
  },
};

export function HealthLines() {
  const query = trpc.admin.health.useQuery({}, { refetchInterval: REFRESH_MS });
  const { data, error } = query;
  const lines = data?.data;
  return (
    <AdminSection title="Health">
      {error && <QueryError banner query={query} message="Failed to load the health checks" />}
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

function HealthLine({ part, status, message }: Health) {
  const { Icon, ...look } = LOOKS[status];
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 py-2 first:pt-0 last:pb-0">
      <dt className="flex items-center gap-2 self-start font-medium">
        <Icon aria-hidden className={cx('size-4 shrink-0', look.icon)} />
        <span>
          {PARTS[part]}
          <span className="sr-only"> {look.label}</span>
        </span>
      </dt>
      <dd className={look.message}>{message}</dd>
    </div>
  );
}
