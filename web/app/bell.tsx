import { Bell as BellIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { formatCount } from '../../src/contract/shared/plural.ts';
import { PATHS } from '../lib/paths.ts';
import { trpc } from '../lib/server/trpc.ts';

const MOST_SHOWN = 99;

/** The link to the inbox with the number of unread entries, which live updates keep current. */
export default function Bell(): ReactNode {
  const [path] = useLocation();
  const { data } = trpc.inbox.count.useQuery({}, { refetchOnWindowFocus: 'always' });
  const unread = data?.unread ?? 0;
  const label = unread > 0 ? `Inbox (${formatCount(unread)} unread)` : 'Inbox';
  return (
    <Link
      href={PATHS.inbox}
      aria-label={label}
      title={label}
      aria-current={path === PATHS.inbox ? 'page' : undefined}
      className="relative grid size-11 place-items-center rounded-md text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:text-ink"
    >
      <BellIcon aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 left-6 min-w-5 rounded-full bg-accent px-1 text-center text-2xs/5 font-semibold text-on-accent tabular-nums forced-colors:border"
        >
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  );
}
