import { useState } from 'react';
import { Link } from 'wouter';
import { OUTCOME_LABELS, REASON_LABELS } from '../../../src/contract/reports/report-values.ts';
import type { OwnReport } from '../../../src/contract/reports/reports.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { salePath } from '../../lib/paths.ts';
import { useFetched } from '../../lib/server/fetched.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Quote } from '../../ui/quote.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { QueryError } from '../../ui/states/states.tsx';
import { type Column, DataTable } from '../../ui/tables/data-table.tsx';
import { DateText } from '../../ui/time/date-text.tsx';

const PADDED = 'md:py-2.5!';

const COLUMNS: readonly Column<OwnReport>[] = [
  {
    title: 'Sale',
    width: '26%',
    wide: true,
    className: PADDED,
    cell: ({ sale_id, name }) => (
      <Link href={salePath(sale_id)} className="link touch-target inline-block wrap-anywhere">
        {name} <span className="tabular-nums">#{sale_id}</span>
      </Link>
    ),
  },
  {
    title: 'Report',
    width: '44%',
    wide: true,
    className: PADDED,
    cell: ({ reason, comment }) => (
      <>
        <span className="font-medium">{REASON_LABELS[reason]}</span>
        {comment !== null && (
          <span className="block max-w-prose text-ink-soft">
            <Quote>{comment}</Quote>
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Reported',
    width: '12%',
    align: 'right',
    labelled: true,
    cell: ({ reported_at }) => <DateText iso={reported_at} />,
  },
  {
    title: 'Outcome',
    width: '18%',
    labelled: true,
    className: cx(PADDED, 'max-md:text-right'),
    cell: ({ outcome, decided_at }) => (
      <>
        {outcome === null ? <Badge tone="pending">Waiting</Badge> : <Badge>{OUTCOME_LABELS[outcome]}</Badge>}
        {decided_at !== null && (
          <span className="block text-xs text-ink-soft md:mt-0.5">
            <DateText iso={decided_at} />
          </span>
        )}
      </>
    ),
  },
];

/** What the reviewer wrote, below a report. */
const COMMENT = {
  isShown: ({ decision_comment }: OwnReport) => decision_comment !== null,
  render: ({ decision_comment }: OwnReport) => (
    <p className="tinted text-sm">
      <span className="overline-label block">Reviewer's comment</span>
      <bdi className="max-w-prose whitespace-pre-wrap wrap-anywhere">{decision_comment}</bdi>
    </p>
  ),
  className: '*:pt-0! md:*:pb-3!',
};

/** Reports that are shown first. */
const FIRST = 5;

/** The user's reports of sales, newest first, with their outcomes; nothing for a user without reports. */
export function MyReports() {
  const [limit, setLimit] = useState<number>(FIRST);
  const query = trpc.reports.mine.useQuery({ limit });
  const reports = useFetched(query, 'reports');
  const { data, error, isFetching } = reports;
  const failed = error ? <QueryError banner query={reports} message={MESSAGES.reportsLoadFailed} /> : null;
  if (!data) return failed && <div className="mt-10">{failed}</div>;
  if (data.pagination.total === 0) return null;
  const { total } = data.pagination;
  return (
    <section aria-labelledby="my-reports" className="mt-10">
      <h2 id="my-reports" className="mb-3 text-lg font-semibold">
        My reports
      </h2>
      {failed}
      <div className="md:overflow-hidden md:rounded-lg md:border md:border-line md:bg-surface md:[&_tbody>:last-child]:border-b-0">
        <DataTable
          caption="My reports"
          columns={COLUMNS}
          rows={data.data}
          rowKey={({ report_id }) => report_id}
          busy={isFetching}
          detail={COMMENT}
        />
      </div>
      {total > data.data.length && limit < LIMITS.list.max && (
        <ShowMore variant="secondary" className="mt-3" onShow={() => setLimit(LIMITS.list.max)}>
          Show {Math.min(total, LIMITS.list.max)} reports
        </ShowMore>
      )}
    </section>
  );
}
