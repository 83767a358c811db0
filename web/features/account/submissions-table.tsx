import type { Submission } from '../../../src/contract/submissions.ts';
import { Cell, DataTable, HeaderCell, Row } from '../../ui/data-table.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { SubmissionRow } from './submission-row.tsx';

const WIDTHS = ['23%', '22%', '13.5%', '9.5%', '8%', '9.5%', '14.5%'];

interface SubmissionsTableProps {
  /** Undefined while the first answer is on its way. */
  submissions: readonly Submission[] | undefined;
  /** What is shown is being replaced. */
  busy: boolean;
}

/** One's submissions in rows, the reviewer's words under each; cards on phones. */
export function SubmissionsTable({ submissions, busy }: SubmissionsTableProps) {
  return (
    <DataTable
      caption="My submissions"
      busy={busy}
      widths={WIDTHS}
      head={
        <>
          <HeaderCell>Sale</HeaderCell>
          <HeaderCell>Traits</HeaderCell>
          <HeaderCell align="right">Price</HeaderCell>
          <HeaderCell align="right">Date sold</HeaderCell>
          <HeaderCell>Proof</HeaderCell>
          <HeaderCell align="right">Submitted</HeaderCell>
          <HeaderCell>State</HeaderCell>
        </>
      }
    >
      {submissions
        ? submissions.map((sale) => <SubmissionRow key={sale.sale_id} sale={sale} />)
        : SKELETON_ROWS.map((row) => <SkeletonRow key={row} />)}
    </DataTable>
  );
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, i) => i);

/** A row's place while the first answer is on its way, as high as the row that comes. */
function SkeletonRow() {
  return (
    <Row>
      <Cell className="max-md:order-1">
        <span className="flex h-11 items-center gap-3">
          <Skeleton className="size-10 rounded-full!" />
          <Skeleton className="h-4 w-28" />
        </span>
      </Cell>
      <Cell className="max-md:hidden">
        <Skeleton className="h-4 w-40" />
      </Cell>
      {['price', 'sold', 'proof', 'submitted'].map((figure) => (
        <Cell
          key={figure}
          align={figure === 'proof' ? 'left' : 'right'}
          className="max-md:order-3 max-md:h-9"
        >
          <Skeleton className="inline-block! h-4 w-16" />
        </Cell>
      ))}
      <Cell className="max-md:order-2 max-md:self-center">
        <Skeleton className="h-6 w-24 max-md:ml-auto" />
      </Cell>
    </Row>
  );
}
