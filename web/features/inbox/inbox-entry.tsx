import { Bell, Check, Flag, type LucideIcon, Pause, Pencil, Undo2, X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import type { InboxEntry as Entry, EntryKind } from '../../../src/contract/inbox/inbox.ts';
import { ChangeList } from '../../sales/change-list.tsx';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { MomentText } from '../../ui/moment-text.tsx';
import { entryLabels } from './inbox-labels.ts';

const LOOKS: Record<EntryKind, { Icon: LucideIcon; className: string }> = {
  submission_approved: { Icon: Check, className: 'bg-approved-soft text-approved' },
  submission_rejected: { Icon: X, className: 'bg-rejected-soft text-rejected' },
  submission_corrected: { Icon: Pencil, className: 'bg-pending-soft text-pending' },
  submission_returned: { Icon: Undo2, className: 'bg-pending-soft text-pending' },
  follow_match: { Icon: Bell, className: 'bg-accent-soft text-accent' },
  report_outcome: { Icon: Flag, className: 'bg-sunken text-ink-soft' },
  channel_paused: { Icon: Pause, className: 'bg-rejected-soft text-rejected' },
};

interface InboxEntryProps {
  entry: Entry;
  onRead: () => void;
  /** Called by its button, with the element of the entry, which can take the focus. */
  onMark: (row: HTMLElement) => void;
}

/** One entry. Opening what it is about marks it as read. */
export function InboxEntry({ entry, onRead, onMark }: InboxEntryProps) {
  const row = useRef<HTMLLIElement>(null);
  const { title, href, detail, action } = entryLabels(entry);
  const { Icon, className } = LOOKS[entry.kind];
  const openLink = () => {
    if (!entry.read) onRead();
  };
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-3 py-3 md:gap-x-4 md:px-4',
        !entry.read && 'bg-accent-soft/40',
      )}
    >
      <span aria-hidden className={cx('mt-1 grid size-8 place-items-center rounded-full', className)}>
        <Icon className="size-4" strokeWidth={2.25} />
      </span>
      <div className="min-w-0">
        <p className={cx('text-base text-pretty wrap-anywhere', !entry.read && 'font-semibold')}>
          {!entry.read && <span className="sr-only">Unread: </span>}
          {href ? (
            <Link
              href={href}
              onClick={openLink}
              className="inline-block py-1 underline decoration-line-strong underline-offset-4 hover:decoration-ink touch:min-h-11 touch:py-2.5"
            >
              {title}
            </Link>
          ) : (
            <span className="inline-block py-1">{title}</span>
          )}
        </p>
        {detail && (
          <p className="max-w-prose text-sm whitespace-pre-line wrap-anywhere text-ink-soft">{detail}</p>
        )}
        {entry.kind === 'submission_corrected' && (
          <div className="pb-1">
            <ChangeList changes={entry.data.changes} />
          </div>
        )}
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-faint">
          <MomentText iso={entry.at} />
          {action && (
            <Link
              href={action.href}
              onClick={openLink}
              className="link inline-flex min-h-control items-center"
            >
              {action.label}
            </Link>
          )}
        </p>
      </div>
      <span className="size-11">
        {!entry.read && (
          <IconButton
            label={`Mark as read: ${title}`}
            icon={<span aria-hidden className="drawn size-2.5 rounded-full bg-accent" />}
            onClick={() => row.current && onMark(row.current)}
          />
        )}
      </span>
    </li>
  );
}
