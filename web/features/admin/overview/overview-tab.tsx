import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { Link } from 'wouter';
import type { Health, HealthPart, HealthStatus, Stats } from '../../../../src/contract/admin/admin.ts';
import type { SaleStatus } from '../../../../src/contract/sale/statuses.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import { PATHS } from '../../../lib/paths.ts';
import { reviewPath } from '../../../lib/review-path.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { cx } from '../../../ui/cx.ts';
import { Toggle } from '../../../ui/fields/checkbox.tsx';
import { FormAlert } from '../../../ui/form-messages.tsx';
import { StatusIcon } from '../../../ui/sale/sale-badges.tsx';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { AdminSection } from '../admin-section.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { ActivityList } from './activity-list.tsx';
import { REFRESH, useOverviewUpdates } from './use-overview-updates.ts';

export default function OverviewTab() {
  useOverviewUpdates();
  return (
    <div className="space-y-5">
      <StatCards />
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <div className="space-y-5">
          <SkipReview />
          <HealthLines />
        </div>
        <ActivityList />
      </div>
    </div>
  );
}

const KEY = 'skip_review_enabled';

function SkipReview() {
  const { values, save, query } = useSettings(REFRESH);
  /** What was chosen, until it is saved: a checkbox that waits for anything else would jump back first. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = useMutation({
    mutationFn: (checked: boolean) => save({ [KEY]: String(checked) }),
    onSettled: () => setWanted(null),
  });
  const value = values?.[KEY];

  function choose(checked: boolean, { nativeEvent }: ChangeEvent) {
    // The second click of a double click would undo the first.
    const isRepeated = nativeEvent instanceof UIEvent && nativeEvent.detail > 1;
    if (wanted !== null || isRepeated) return;
    setWanted(checked);
    change.mutate(checked);
  }

  return (
    <AdminSection title="Review">
      {query.error && value === undefined ? (
        <QueryError banner query={query} message={MESSAGES.settingsLoadFailed} />
      ) : (
        <>
          <Toggle
            label="Skip Review for Admin/Checker Submissions"
            hint="While on, submissions of admins and checkers are approved at once."
            checked={wanted ?? value === 'true'}
            disabled={value === undefined}
            onCheckedChange={choose}
            className="wrap-anywhere"
          />
          <FormAlert>{change.error && refusalText(change.error, MESSAGES.skipReviewFailed)}</FormAlert>
        </>
      )}
    </AdminSection>
  );
}

const PARTS: Record<HealthPart, string> = {
  database: 'Database',
  queue: 'Queue',
  mail: 'Mail',
  disk: 'Disk',
  address: 'Site URL',
  legal: 'Legal Notice',
  discord: 'Discord',
};

const HEALTH_STYLES: Record<
  HealthStatus,
  { Icon: LucideIcon; icon: string; message: string; label: string }
> = {
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

function HealthLines() {
  const query = trpc.admin.health.useQuery({}, REFRESH);
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
  const { Icon, ...look } = HEALTH_STYLES[status];
  return (
    // Wraps where large text would leave the message little width.
    <div className="flex flex-wrap gap-x-3 py-2 first:pt-0 last:pb-0">
      <dt className="flex min-w-30 items-center gap-2 self-start font-medium">
        <Icon aria-hidden className={cx('size-4 shrink-0', look.icon)} />
        <span>
          {PARTS[part]}
          <span className="sr-only"> {look.label}</span>
        </span>
      </dt>
      <dd className={cx('min-w-0 flex-1 basis-40 wrap-anywhere', look.message)}>{message}</dd>
    </div>
  );
}

const FAILED = 'Failed to load the figures';

interface Card {
  label: string;
  of: (stats: Stats) => number;
  /** Of the sales that it counts, if they have the same one. */
  status?: SaleStatus;
  /** The list of what it counts; by default, the sales of its status, or all. */
  href?: string;
}

const CARDS: readonly Card[] = [
  { label: 'Total users', of: (stats) => stats.total_users, href: `${PATHS.admin}?tab=users` },
  { label: 'Total submissions', of: (stats) => stats.total_item_sales + stats.total_pokemon_sales },
  {
    label: 'Pending reviews',
    of: (stats) => stats.pending_item_reviews + stats.pending_pokemon_reviews,
    status: 'pending',
  },
  { label: 'Approved', of: (stats) => stats.approved_items + stats.approved_pokemon, status: 'approved' },
  { label: 'Rejected', of: (stats) => stats.rejected_items + stats.rejected_pokemon, status: 'rejected' },
  { label: 'Pokemon data', of: (stats) => stats.total_pokemon_sales, href: `${PATHS.admin}?tab=data` },
  {
    label: 'Item data',
    of: (stats) => stats.total_item_sales,
    href: `${PATHS.admin}?tab=data&section=items`,
  },
];

function StatCards() {
  const query = trpc.admin.stats.useQuery({}, REFRESH);
  const { data: stats, error } = query;
  return (
    <section aria-label="Figures" className="space-y-3">
      {error && <QueryError banner={stats !== undefined} query={query} message={FAILED} />}
      {(stats || !error) && (
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4 xl:grid-cols-7">
          {CARDS.map(({ label, of, status, href = reviewPath({ status }) }, i) => (
            <li key={label} className={cx('min-w-0', i === 0 && 'max-md:col-span-2')}>
              <Link
                href={href}
                className="flex h-full flex-col gap-1 rounded-lg border border-line bg-surface px-4 py-3 shadow-low transition-colors hover:border-ink-soft"
              >
                <span className="flex items-center gap-1.5 text-sm text-ink-soft">
                  {status && <StatusIcon status={status} />}
                  {label}
                </span>{' '}
                {stats ? (
                  <span className="text-xl font-semibold tabular-nums">{formatNumber(of(stats))}</span>
                ) : (
                  <span className="flex h-7 items-center">
                    <Skeleton className="h-5 w-16" />
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
