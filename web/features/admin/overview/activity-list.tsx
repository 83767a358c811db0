import { Link } from 'wouter';
import type { ActivityEntry } from '../../../../src/contract/admin/admin.ts';
import { capitalised } from '../../../../src/contract/shared/text.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { MomentText } from '../../../ui/moment-text.tsx';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { AdminSection } from '../admin-section.tsx';
import { historyPath } from '../history-link.tsx';

const SHOWN = 15;

/** The label of a recorded action: `account.role-changed` is `Account role changed`. */
export function actionLabel(action: string): string {
  const [subject = '', ...rest] = action.split('.');
  return capitalised([subject, ...rest.map((part) => part.replaceAll('-', ' '))].join(' '));
}

/** What happened to several sales at once, whose target is their number: `3 sales approved`. Null for other entries. */
export function bulkLabel({ action, target, sale_id }: ActivityEntry): string | null {
  const [, change] = /^sale\.(.+)$/.exec(action) ?? [];
  return change && target && sale_id === null ? `${target} ${change.replaceAll('-', ' ')}` : null;
}

export function ActivityList() {
  const query = trpc.admin.activity.useQuery({ limit: SHOWN });
  const { data, error } = query;
  const actions = data?.data;
  return (
    <AdminSection title="Recent activity">
      {error && <QueryError banner query={query} message="Failed to load the recent activity" />}
      {actions ? (
        <ol className="divide-y divide-line text-sm">
          {actions.map((entry, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no id, and the list is replaced as a whole
            <Line key={i} entry={entry} />
          ))}
        </ol>
      ) : (
        !error && <Skeleton className="h-96" />
      )}
      {actions?.length === 0 && <p className="text-sm text-ink-faint">No activity yet.</p>}
    </AdminSection>
  );
}

function Line({ entry }: { entry: ActivityEntry }) {
  const { at, action, by, target, sale_id } = entry;
  const several = bulkLabel(entry);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0 last:pb-0">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{several ?? actionLabel(action)}</span>{' '}
        {sale_id === null ? (
          !several && target
        ) : (
          <Link href={historyPath(sale_id)} className="link touch-target inline-block">
            {target ?? 'sale'} #{sale_id}
          </Link>
        )}
        {by !== null && <span className="text-ink-soft"> by {by}</span>}
      </span>
      <span className="text-xs text-ink-faint">
        <MomentText iso={at} />
      </span>
    </li>
  );
}
