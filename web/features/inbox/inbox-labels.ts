import type { InboxEntry } from '../../../src/contract/inbox/inbox.ts';
import type { ReportOutcome } from '../../../src/contract/reports/report-values.ts';
import { formatPrice } from '../../../src/contract/sale/price.ts';
import { correctionPath, PATHS, REJECTED_PATH, salePath } from '../../lib/paths.ts';
import { rejectionReason } from '../../sales/sale-labels.ts';

interface EntryLink {
  href: string;
  label: string;
}

/** An entry as it is shown. */
export interface EntryLabels {
  title: string;
  /** Where the title leads; null when there is nothing to open, such as a sale that was deleted. */
  href: string | null;
  /** A line below the title. */
  detail: string | null;
  /** What can be done about it. */
  action: EntryLink | null;
}

const CHANNEL_LABELS = { email: 'Emails', discord: 'Discord messages' } as const;

const OUTCOMES: Record<ReportOutcome, string> = {
  dismissed: 'was dismissed: the sale stays as it is',
  corrected: 'was right: the sale has been corrected',
  returned: 'led to a new review of the sale',
  deleted: 'was right: the sale has been removed',
};

/** The page of a sale that may be gone. */
const saleHref = (saleId: number | null) => (saleId === null ? null : salePath(saleId));

/** What an entry says, and where it leads. */
export function entryLabels(entry: InboxEntry): EntryLabels {
  const { sale_id: saleId } = entry;
  const plain = { href: null, detail: null, action: null };
  switch (entry.kind) {
    case 'submission_approved':
      return { ...plain, title: `Your sale of ${entry.data.name} was approved`, href: saleHref(saleId) };
    case 'submission_rejected':
      return {
        title: `Your sale of ${entry.data.name} was rejected`,
        href: saleId === null ? null : REJECTED_PATH,
        detail: rejectionReason({ review_notes: entry.data.reason }),
        action: saleId === null ? null : { href: correctionPath(saleId), label: 'Correct and resubmit' },
      };
    case 'submission_corrected':
      return {
        ...plain,
        title: `A reviewer corrected your sale of ${entry.data.name}`,
        href: saleId === null ? null : PATHS.account,
      };
    case 'submission_returned':
      return {
        ...plain,
        title: `Your sale of ${entry.data.name} is under review again`,
        href: saleId === null ? null : PATHS.account,
      };
    case 'follow_match':
      return {
        title: `${entry.data.name} sold for ${formatPrice(entry.data.price)} PD`,
        href: saleHref(saleId),
        detail: `Matches “${entry.data.label}”`,
        action: { href: `${PATHS.following}#follow-${entry.data.follow_id}`, label: 'Followed search' },
      };
    case 'report_outcome':
      return {
        ...plain,
        title: `Your report of ${entry.data.name} ${OUTCOMES[entry.data.outcome]}`,
        href: saleHref(saleId),
        detail: entry.data.comment,
      };
    case 'channel_paused':
      return {
        title: `${CHANNEL_LABELS[entry.data.channel]} are paused, because they could not be delivered`,
        href: PATHS.following,
        detail: entry.data.last_error,
        action: null,
      };
  }
}
