import { Check, CircleDashed, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Stats } from '../../../../src/contract/admin/admin.ts';
import { formatCount } from '../../../../src/contract/shared/plural.ts';
import { PATHS } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { cx } from '../../../ui/cx.ts';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { reviewAllPath } from '../review-paths.ts';

const FAILED = 'Failed to load the figures';

interface Card {
  label: string;
  of: (stats: Stats) => number;
  /** The list of what it counts. */
  href: string;
  icon?: ReactNode;
}

const CARDS: readonly Card[] = [
  { label: 'Total users', of: (stats) => stats.total_users, href: `${PATHS.admin}?tab=users` },
  {
    label: 'Total submissions',
    of: (stats) => stats.total_item_sales + stats.total_pokemon_sales,
    href: reviewAllPath(),
  },
  {
    label: 'Pending reviews',
    of: (stats) => stats.pending_item_reviews + stats.pending_pokemon_reviews,
    href: reviewAllPath({ status: 'pending' }),
    icon: <CircleDashed aria-hidden strokeWidth={2.5} className="size-3.5 text-pending" />,
  },
  {
    label: 'Approved',
    of: (stats) => stats.approved_items + stats.approved_pokemon,
    href: reviewAllPath({ status: 'approved' }),
    icon: <Check aria-hidden strokeWidth={2.5} className="size-3.5 text-approved" />,
  },
  {
    label: 'Rejected',
    of: (stats) => stats.rejected_items + stats.rejected_pokemon,
    href: reviewAllPath({ status: 'rejected' }),
    icon: <X aria-hidden strokeWidth={2.5} className="size-3.5 text-rejected" />,
  },
  {
    label: 'Pokemon data',
    of: (stats) => stats.total_pokemon_sales,
    href: `${PATHS.admin}?tab=data`,
  },
  {
    label: 'Item data',
    of: (stats) => stats.total_item_sales,
    href: `${PATHS.admin}?tab=data&section=items`,
  },
];

export function StatCards() {
  const query = trpc.admin.stats.useQuery({});
  const { data: stats, error } = query;
  return (
    <section aria-label="Figures" className="space-y-3">
      {error && <QueryError banner={stats !== undefined} query={query} message={FAILED} />}
      {(stats || !error) && (
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4 xl:grid-cols-7">
          {CARDS.map(({ label, of, href, icon }, i) => (
            <li key={label} className={cx('min-w-0', i === 0 && 'max-md:col-span-2')}>
              <Link
                href={href}
                className="flex h-full flex-col gap-1 rounded-lg border border-line bg-surface px-4 py-3 shadow-low transition-colors hover:border-ink-soft"
              >
                <span className="flex items-center gap-1.5 text-sm text-ink-soft">
                  {icon}
                  {label}
                </span>{' '}
                {stats ? (
                  <span className="text-xl font-semibold tabular-nums">{formatCount(of(stats))}</span>
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
