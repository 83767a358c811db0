import { Link } from 'wouter';
import type { ActivityEntry } from '../../../../src/contract/admin/admin.ts';
import type { SaleStatus } from '../../../../src/contract/sale/statuses.ts';
import { capitalised, shortened } from '../../../../src/contract/shared/text.ts';
import { reviewPath } from '../../../lib/review-path.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { MomentText } from '../../../ui/time/moment-text.tsx';
import { AdminSection } from '../admin-section.tsx';
import { REFRESH } from './use-overview-updates.ts';

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

const VALUES: Partial<Record<string, string>> = { true: 'on', false: 'off', '': 'empty' };

/** At most this many characters of each value are shown: a legal notice is long. */
const VALUE_SHOWN = 40;

/** What an action changed: `from off to on`, `from checker to admin`. */
export function changeText({ before, after }: NonNullable<ActivityEntry['change']>): string {
  const shown = (value: string) => VALUES[value] ?? shortened(value, VALUE_SHOWN);
  return `from ${shown(before)} to ${shown(after)}`;
}

const DECISIONS: Partial<Record<string, SaleStatus>> = {
  'sale.approved': 'approved',
  'sale.rejected': 'rejected',
};

/** Where an entry leads: to its sale, or to all sales that its reviewer decided in this way; null for other actions. */
export function activityPath({ action, by, sale_id }: ActivityEntry): string | null {
  if (sale_id !== null) return reviewPath({ sale: sale_id });
  const status = DECISIONS[action];
  // An operator has no account to filter by.
  return status && by !== null && !by.startsWith('operator ') ? reviewPath({ status, reviewer: by }) : null;
}

export function ActivityList() {
  const query = trpc.admin.activity.useQuery({ limit: SHOWN }, REFRESH);
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
  const { at, action, by, target, change, sale_id } = entry;
  const several = bulkLabel(entry);
  const path = activityPath(entry);
  const subject = several ?? (sale_id === null ? target : `${target ?? 'sale'} #${sale_id}`);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0 last:pb-0">
      <span className="min-w-0 wrap-anywhere">
        {!several && <span className="font-medium">{actionLabel(action)} </span>}
        {path ? (
          <Link href={path} className="link touch-target inline-block">
            {subject}
          </Link>
        ) : (
          <span className={several ? 'font-medium' : undefined}>{subject}</span>
        )}
        {change && <span className="text-ink-soft"> {changeText(change)}</span>}
        {by !== null && <span className="text-ink-soft"> by {by}</span>}
      </span>
      <span className="text-xs text-ink-faint">
        <MomentText iso={at} />
      </span>
    </li>
  );
}
