import { Bell as BellIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { InboxCount } from '../../src/contract/inbox/inbox.ts';
import { formatCount } from '../../src/contract/shared/plural.ts';
import { PATHS } from '../lib/paths.ts';
import { trpc } from '../lib/server/trpc.ts';
import { cx } from '../ui/cx.ts';

const MOST_SHOWN = 99;
const NONE: InboxCount = { unread: 0, rejected: 0 };

/** `Inbox`, `Inbox (3 unread)`, `Inbox (3 unread, 1 rejected)` */
function labelOf({ unread, rejected }: InboxCount): string {
  const counts = [
    unread > 0 && `${formatCount(unread)} unread`,
    rejected > 0 && `${formatCount(rejected)} rejected`,
  ].filter(Boolean);
  return counts.length === 0 ? 'Inbox' : `Inbox (${counts.join(', ')})`;
}

/** The link to the inbox with the numbers of unread entries and rejections, which live updates keep current. */
export default function Bell(): ReactNode {
  const [path] = useLocation();
  const { data: count = NONE } = trpc.inbox.count.useQuery({}, { refetchOnWindowFocus: 'always' });
  const label = labelOf(count);
  return (
    <Link
      href={PATHS.inbox}
      title={label}
      aria-current={path === PATHS.inbox ? 'page' : undefined}
      className="relative grid size-11 place-items-center rounded-md text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:text-ink"
    >
      <BellIcon aria-hidden className="size-5" />
      <span className="sr-only">{label}</span>
      {count.unread > 0 && <Pill count={count.unread} className="left-7 bg-accent text-on-accent" />}
      {count.rejected > 0 && (
        <Pill count={count.rejected} className="right-7 bg-rejected text-surface">
          <X strokeWidth={3} className="size-3" />
        </Pill>
      )}
    </Link>
  );
}

interface PillProps {
  count: number;
  className: string;
  children?: ReactNode;
}

const Pill = ({ count, className, children }: PillProps) => (
  <span
    aria-hidden
    className={cx(
      'absolute top-1 flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-2xs font-semibold tabular-nums forced-colors:border',
      className,
    )}
  >
    {children}
    {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
  </span>
);
