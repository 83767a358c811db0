import { Bell as BellIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { InboxCount } from '../../src/contract/inbox/inbox.ts';
import { formatNumber } from '../../src/contract/shared/plural.ts';
import { PATHS } from '../lib/paths.ts';
import { trpc } from '../lib/server/trpc.ts';
import { cx } from '../ui/cx.ts';

const MOST_SHOWN = 99;
const NONE: InboxCount = { unread: 0, rejected: 0 };

/** `Inbox`, `Inbox (3 unread)`, `Inbox (3 unread, 1 rejected)` */
function labelOf({ unread, rejected }: InboxCount): string {
  const counts = [
    unread > 0 && `${formatNumber(unread)} unread`,
    rejected > 0 && `${formatNumber(rejected)} rejected`,
  ].filter(Boolean);
  return counts.length === 0 ? 'Inbox' : `Inbox (${counts.join(', ')})`;
}

/** The link to the inbox with the number of unread entries, red with a rejection, which live updates keep current. */
export default function Bell(): ReactNode {
  const [path] = useLocation();
  const { data: count = NONE } = trpc.inbox.count.useQuery({}, { refetchOnWindowFocus: 'always' });
  const label = labelOf(count);
  const shown = Math.max(count.unread, count.rejected);
  return (
    <Link
      href={PATHS.inbox}
      title={label}
      aria-current={path === PATHS.inbox ? 'page' : undefined}
      className="relative grid size-11 place-items-center rounded-md text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:text-ink"
    >
      <BellIcon aria-hidden className="size-5" />
      <span className="sr-only">{label}</span>
      {shown > 0 && (
        <span
          aria-hidden
          className={cx(
            'absolute top-1 left-7 flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-2xs font-semibold tabular-nums forced-colors:border',
            count.rejected > 0 ? 'bg-rejected text-surface' : 'bg-accent text-on-accent',
          )}
        >
          {shown > MOST_SHOWN ? `${MOST_SHOWN}+` : shown}
        </span>
      )}
    </Link>
  );
}
