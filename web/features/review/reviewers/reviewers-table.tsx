import type { ReactNode } from 'react';
import type { Reviewer } from '../../../../src/contract/oversight.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Cell, DataTable, HeaderCell, type Order, Row, SortHeader } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/sale-text.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { durationText, percentText } from './reviewer-labels.ts';
import type { ReviewerSort } from './reviewers-search-params.ts';

/** The sortable columns, for the headers and for the select on phones. */
export const REVIEWER_SORT_OPTIONS: readonly { value: ReviewerSort; label: string }[] = [
  { value: 'username', label: 'Reviewer' },
  { value: 'decisions', label: 'Decisions' },
  { value: 'overturned', label: 'Overturned' },
  { value: 'median_wait_seconds', label: 'Wait' },
  { value: 'median_seconds', label: 'Pace' },
  { value: 'last_decision', label: 'Last decision' },
];

const WIDTHS = ['25%', '16%', '13%', '9%', '9%', '12%', '16%'];

interface ReviewersTableProps {
  /** Undefined while they load. */
  reviewers: readonly Reviewer[] | undefined;
  sort: ReviewerSort;
  order: Order;
  onSort: (sort: ReviewerSort, order: Order) => void;
  /** The rows are about to be replaced. */
  busy: boolean;
  /** The viewer: nobody returns their own approvals. */
  ownId: number | undefined;
  onReturn: (reviewer: Reviewer) => void;
}

/** The figures of each reviewer; cards on phones. */
export function ReviewersTable(props: ReviewersTableProps) {
  const { reviewers, sort, order, onSort, busy, ownId, onReturn } = props;
  return (
    <DataTable
      caption="Reviewers"
      busy={busy}
      widths={WIDTHS}
      head={
        <>
          {REVIEWER_SORT_OPTIONS.map(({ value, label }) => (
            <SortHeader
              key={value}
              label={label}
              align={value === 'username' ? 'left' : 'right'}
              sorted={sort === value ? order : null}
              onSort={(next) => onSort(value, next)}
            />
          ))}
          <HeaderCell>
            <span className="sr-only">Actions</span>
          </HeaderCell>
        </>
      }
    >
      {reviewers
        ? reviewers.map((reviewer) => (
            <ReviewerRow
              key={reviewer.user_id}
              reviewer={reviewer}
              own={reviewer.user_id === ownId}
              onReturn={() => onReturn(reviewer)}
            />
          ))
        : SKELETON_ROWS.map((row) => <SkeletonRow key={row} />)}
    </DataTable>
  );
}

/** A missing figure. */
const NONE = (
  <>
    <span aria-hidden className="text-ink-faint">
      –
    </span>
    <span className="sr-only">none</span>
  </>
);

function Figure({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <Cell label={label} align="right" className="tabular-nums">
      <span className="block">{children}</span>
      {note && <span className="block text-xs text-ink-faint">{note}</span>}
    </Cell>
  );
}

const seconds = (value: number | null) =>
  value === null ? (
    NONE
  ) : (
    <span title={`${value.toLocaleString('en-US')} seconds`}>{durationText(value)}</span>
  );

function ReviewerRow({
  reviewer,
  own,
  onReturn,
}: {
  reviewer: Reviewer;
  own: boolean;
  onReturn: () => void;
}) {
  const { username, role, account_status, decisions, approved, rejected, overturned } = reviewer;
  const { overturned_share, last_decision } = reviewer;
  const suspended = account_status === 'Suspended';
  const figures = `${approved.toLocaleString('en-US')} approved, ${rejected.toLocaleString('en-US')} rejected`;
  return (
    <Row>
      <Cell wide>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-base font-medium break-all">{username}</span>
          <Badge tone={role === 'user' ? 'neutral' : 'accent'}>{role}</Badge>
          {suspended && <Badge tone="rejected">suspended</Badge>}
        </span>
      </Cell>
      <Figure label="Decisions" note={decisions > 0 && figures}>
        <span className="font-semibold">{decisions.toLocaleString('en-US')}</span>
      </Figure>
      <Figure label="Overturned" note={overturned_share !== null && percentText(overturned_share)}>
        {overturned.toLocaleString('en-US')}
      </Figure>
      <Figure label="Wait">{seconds(reviewer.median_wait_seconds)}</Figure>
      <Figure label="Pace">{seconds(reviewer.median_seconds)}</Figure>
      <Figure label="Last decision">{last_decision ? <DateText iso={last_decision} /> : NONE}</Figure>
      <Cell align="right" wide>
        {own ? (
          <span className="text-sm text-ink-faint">You</span>
        ) : (
          <Button
            onClick={onReturn}
            aria-label={`Return approvals by ${username}…`}
            className="max-md:mt-1.5 max-md:w-full"
          >
            Return approvals…
          </Button>
        )}
      </Cell>
    </Row>
  );
}

const SKELETON_ROWS = [1, 2, 3, 4];

/** A row that is still loading, as high as a loaded one. */
function SkeletonRow() {
  return (
    <Row>
      <Cell wide>
        <span className="flex h-11 items-center">
          <Skeleton className="h-4 w-32" />
        </span>
      </Cell>
      {REVIEWER_SORT_OPTIONS.slice(1).map(({ value }) => (
        <Cell key={value} align="right">
          <Skeleton className="inline-block! h-4 w-16" />
        </Cell>
      ))}
      <Cell wide align="right">
        <Skeleton className="inline-block! h-8 w-36" />
      </Cell>
    </Row>
  );
}
