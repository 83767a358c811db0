import { Bell, Check, Flag, type LucideIcon, Pause, Pencil, Undo2, X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import type { EntryKind, InboxEntry } from '../../../src/contract/inbox/inbox.ts';
import { submissionNotice } from '../../../src/contract/inbox/notice-labels.ts';
import type { ReportOutcome } from '../../../src/contract/reports/report-values.ts';
import { priceText } from '../../../src/contract/sale/price.ts';
import { pausedText } from '../../follows/channel-labels.ts';
import { correctionPath, PATHS, REJECTED_PATH, salePath } from '../../lib/paths.ts';
import { ChangeList } from '../../sales/change-list.tsx';
import { ResubmissionLink } from '../../sales/resubmission-link.tsx';
import { rejectionReason } from '../../sales/sale-labels.ts';
import { TONES } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { MomentText } from '../../ui/time/moment-text.tsx';
import { SentenceOn } from '../../ui/untranslated.tsx';

const ENTRY_STYLES: Record<EntryKind, { Icon: LucideIcon; tone: keyof typeof TONES }> = {
  submission_approved: { Icon: Check, tone: 'approved' },
  submission_rejected: { Icon: X, tone: 'rejected' },
  submission_corrected: { Icon: Pencil, tone: 'pending' },
  submission_returned: { Icon: Undo2, tone: 'pending' },
  follow_match: { Icon: Bell, tone: 'accent' },
  report_outcome: { Icon: Flag, tone: 'neutral' },
  channel_paused: { Icon: Pause, tone: 'rejected' },
};

const OUTCOMES: Record<ReportOutcome, string> = {
  dismissed: 'was dismissed: the sale stays as it is',
  corrected: 'was right: the sale has been corrected',
  returned: 'led to a new review of the sale',
  deleted: 'was right: the sale has been removed',
};

interface EntryLabels {
  title: string;
  /** Where the title leads; null when there is nothing to open, such as a sale that was deleted. */
  href: string | null;
  /** A line below the title. */
  detail?: string | null;
  action?: { href: string; label: string } | null;
}

function entryLabels(entry: InboxEntry): EntryLabels {
  const { sale_id: saleId, price, date_sold } = entry;
  const ifSaleExists = (href: string) => (saleId === null ? null : href);
  const salePage = saleId === null ? null : salePath(saleId);
  switch (entry.kind) {
    case 'submission_approved':
      return { title: submissionNotice('approved', { ...entry.data, price, date_sold }), href: salePage };
    case 'submission_rejected':
      return {
        title: submissionNotice('rejected', { ...entry.data, price, date_sold }),
        href: ifSaleExists(REJECTED_PATH),
        detail: rejectionReason({ review_notes: entry.data.reason }),
        action:
          saleId === null || entry.resubmitted
            ? null
            : { href: correctionPath(saleId), label: 'Correct and resubmit' },
      };
    case 'submission_corrected':
    case 'submission_returned': {
      const notice = entry.kind === 'submission_corrected' ? 'corrected' : 'returned';
      return {
        title: submissionNotice(notice, { ...entry.data, price, date_sold }),
        href: ifSaleExists(PATHS.account),
      };
    }
    case 'follow_match':
      return {
        title: `${entry.data.name} sold for ${matchedPrice(entry.data.price, price)}`,
        href: salePage,
        detail: `Matches: ${entry.data.label}`,
        action: { href: `${PATHS.following}#follow-${entry.data.follow_id}`, label: 'Followed search' },
      };
    case 'report_outcome':
      return {
        title: `Your report of ${entry.data.name} ${OUTCOMES[entry.data.outcome]}`,
        href: salePage,
        detail: entry.data.comment,
      };
    case 'channel_paused':
      return {
        title: pausedText(entry.data.channel),
        href: PATHS.following,
        detail: entry.data.last_error,
      };
  }
}

const UnreadDot = () => <span aria-hidden className="drawn size-2.5 rounded-full bg-accent" />;

interface InboxEntryRowProps {
  entry: InboxEntry;
  onRead: () => void;
  /** Called by its button, with the element of the entry, which can take the focus. */
  onMark: (row: HTMLElement) => void;
}

/** The price of a match when it was announced, and the current one of its sale. */
const matchedPrice = (announced: number, current: number | null): string =>
  current === null || current === announced
    ? priceText(announced)
    : `${priceText(announced)}, since corrected to ${priceText(current)}`;

/** One entry. Opening what it is about marks it as read. */
export function InboxEntryRow({ entry, onRead, onMark }: InboxEntryRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const { title, href, detail, action } = entryLabels(entry);
  const name = 'name' in entry.data ? entry.data.name : '';
  const shownTitle = <SentenceOn name={name}>{title}</SentenceOn>;
  const { Icon, tone } = ENTRY_STYLES[entry.kind];
  const openLink = () => {
    if (!entry.read) onRead();
  };
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={cx(
        'flex flex-wrap items-start gap-x-3 px-3 py-3 md:gap-x-4 md:px-4',
        !entry.read && 'bg-accent-soft/40',
      )}
    >
      <span aria-hidden className={cx('mt-1 grid size-8 place-items-center rounded-full', TONES[tone])}>
        <Icon className="size-4" strokeWidth={2.25} />
      </span>
      {/* Wraps to the next line where large text would leave it less than this width. */}
      <div className="min-w-0 flex-1 basis-40">
        <p className={cx('text-base wrap-anywhere', !entry.read && 'font-semibold')}>
          {!entry.read && <span className="sr-only">Unread: </span>}
          {href ? (
            <Link
              href={href}
              onClick={openLink}
              className="inline-block py-1 underline decoration-line-strong underline-offset-4 hover:decoration-ink touch:min-h-11 touch:py-2.5"
            >
              {shownTitle}
            </Link>
          ) : (
            <span className="inline-block py-1">{shownTitle}</span>
          )}
        </p>
        {detail && (
          <p className="max-w-prose text-sm whitespace-pre-line wrap-anywhere text-ink-soft">
            {entry.kind === 'follow_match' ? (
              <SentenceOn name={entry.data.label}>{detail}</SentenceOn>
            ) : (
              detail
            )}
          </p>
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
              className="link touch-target inline-flex min-h-6 items-center"
            >
              {action.label}
            </Link>
          )}
          {entry.kind === 'submission_rejected' && entry.resubmitted && (
            <ResubmissionLink resubmitted={entry.resubmitted} onOpen={openLink} />
          )}
        </p>
      </div>
      <span className="ml-auto w-11">
        {!entry.read && (
          <IconButton
            label={`Mark as read: ${title}`}
            icon={UnreadDot}
            onClick={() => row.current && onMark(row.current)}
          />
        )}
      </span>
    </li>
  );
}
