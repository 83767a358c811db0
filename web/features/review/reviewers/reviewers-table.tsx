import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Reviewer } from '../../../../src/contract/review/reviewer-audit.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import { shareText } from '../../../../src/contract/shared/shares.ts';
import { AccountStatusBadge, RoleBadge } from '../../../accounts/account-badges.tsx';
import { reviewPath } from '../../../lib/review-path.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import type { Column } from '../../../ui/tables/data-table.tsx';
import { DateText } from '../../../ui/time/date-text.tsx';
import { durationText } from '../state/review-labels.ts';
import type { ReviewerSort } from './reviewers-search-params.ts';

type ReviewerColumn = Column<Reviewer, ReviewerSort>;

/** In place of a figure that is not known yet. */
const NONE = (
  <>
    <span aria-hidden className="text-ink-faint">
      –
    </span>
    <span className="sr-only">none</span>
  </>
);

function Figure({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="block">{children}</span>
      {note && <span className="block text-xs text-ink-faint">{note}</span>}
    </>
  );
}

const seconds = (value: number | null) =>
  value === null ? NONE : <span title={`${formatNumber(value)} seconds`}>{durationText(value)}</span>;

const decisionsNote = ({ decisions, approved, rejected }: Reviewer) =>
  decisions > 0 && `${formatNumber(approved)} approved, ${formatNumber(rejected)} rejected`;

const figure = (
  column: Pick<ReviewerColumn, 'title' | 'sort' | 'sorts' | 'width' | 'minor' | 'cell'>,
): ReviewerColumn => ({
  align: 'right',
  labelled: true,
  className: 'tabular-nums',
  ...column,
});

const decisionsColumn = (since: string | undefined): ReviewerColumn =>
  figure({
    title: 'Decisions',
    sort: 'decisions',
    sorts: 'counts',
    width: '15%',
    cell: (reviewer) => {
      const count = formatNumber(reviewer.decisions);
      // The lists of sales have no filter by the day of the decision.
      const isListed = reviewer.decisions > 0 && since === undefined;
      return (
        <Figure note={decisionsNote(reviewer)}>
          {isListed ? (
            <Link
              href={reviewPath({ reviewer: reviewer.username })}
              // Sales that were returned to review since are not among them.
              title={`Sales still decided by ${reviewer.username}`}
              aria-label={`${count} decisions by ${reviewer.username}`}
              className="link touch-target inline-block font-semibold"
            >
              {count}
            </Link>
          ) : (
            <span className="font-semibold">{count}</span>
          )}
        </Figure>
      );
    },
  });

const OTHER_FIGURES: readonly ReviewerColumn[] = [
  figure({
    title: 'Overturned',
    sort: 'overturned',
    sorts: 'counts',
    width: '10%',
    cell: ({ overturned, overturned_share }) => (
      <Figure note={overturned_share !== null && shareText(overturned_share, 1)}>
        {formatNumber(overturned)}
      </Figure>
    ),
  }),
  figure({
    title: 'Wait',
    sort: 'median_wait_seconds',
    sorts: 'durations',
    width: '8%',
    cell: ({ median_wait_seconds }) => <Figure>{seconds(median_wait_seconds)}</Figure>,
  }),
  figure({
    title: 'Pace',
    sort: 'median_seconds',
    sorts: 'durations',
    width: '8%',
    minor: true,
    cell: ({ median_seconds }) => <Figure>{seconds(median_seconds)}</Figure>,
  }),
  figure({
    title: 'Last decision',
    sort: 'last_decision',
    sorts: 'dates',
    width: '12%',
    cell: ({ last_decision }) => <Figure>{last_decision ? <DateText iso={last_decision} /> : NONE}</Figure>,
  }),
];

interface ReviewerActions {
  onReturn: (reviewer: Reviewer) => void;
  onSuspend: (reviewer: Reviewer) => void;
}

/**
 * @param ownId the admin's own account: nobody returns what they approved themselves, or suspends themselves
 * @param since the first day whose decisions count
 */
export const reviewerColumns = (
  ownId: number | undefined,
  since: string | undefined,
  { onReturn, onSuspend }: ReviewerActions,
): ReviewerColumn[] => [
  {
    title: 'Reviewer',
    sort: 'username',
    width: '22%',
    wide: true,
    className: 'md:max-xl:min-w-30',
    cell: ({ username, role, account_status }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span translate="no" className="min-w-0 text-base font-medium wrap-anywhere">
          {username}
        </span>
        <RoleBadge role={role} />
        {account_status === 'Suspended' && <AccountStatusBadge status={account_status} />}
      </span>
    ),
    skeleton: <Skeleton className="h-11 max-w-40" />,
  },
  decisionsColumn(since),
  ...OTHER_FIGURES,
  {
    title: 'Actions',
    hideTitle: true,
    width: '25%',
    wide: true,
    align: 'right',
    cell: (reviewer) =>
      reviewer.user_id === ownId ? (
        <span className="text-sm text-ink-faint">You</span>
      ) : (
        <span className="flex flex-wrap justify-end gap-2 max-md:mt-1.5">
          <Button
            onClick={() => onReturn(reviewer)}
            aria-label={`Return approvals by ${reviewer.username}…`}
            className="max-md:flex-1"
          >
            Return approvals…
          </Button>
          <Button
            disabled={reviewer.account_status === 'Suspended'}
            onClick={() => onSuspend(reviewer)}
            aria-label={`Suspend ${reviewer.username}…`}
            className="max-md:flex-1"
          >
            Suspend…
          </Button>
        </span>
      ),
    skeleton: <Skeleton className="inline-block! h-8 w-48" />,
  },
];
