import { Flag } from 'lucide-react';
import {
  LOW_WEIGHT,
  OUTCOME_LABELS,
  REASON_LABELS,
  reasonsText,
  recordText,
  weightOf,
} from '../../../../src/contract/reports/report-values.ts';
import type { OpenReports, SaleReport } from '../../../../src/contract/reports/reports.ts';
import type { ReviewDetail } from '../../../../src/contract/review/review.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Quote } from '../../../ui/quote.tsx';
import { MomentText } from '../../../ui/time/moment-text.tsx';
import { EvidenceLink } from './comparison.tsx';
import { DetailSection } from './detail-section.tsx';

/** The open reports of a sale in a line. */
export function ReportMarks({ reports }: { reports: OpenReports }) {
  return (
    <span className="flex min-h-5 min-w-0 items-center gap-1 text-xs font-medium text-pending">
      <Flag aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">
        {counted(reports.total, 'report')}: {reasonsText(reports.reasons)}
      </span>
    </span>
  );
}

function ReportItem({ report }: { report: SaleReport }) {
  const { reason, by, record, comment, duplicate_of, outcome, decided_by, decided_at, decision_comment } =
    report;
  const isOpen = outcome === null;
  return (
    <li className={cx('tinted space-y-1 text-sm', isOpen && 'bg-pending-soft')}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{REASON_LABELS[reason]}</span>
        {duplicate_of !== null && (
          <span>
            of <EvidenceLink saleId={duplicate_of} />
          </span>
        )}
        {isOpen && weightOf(record) < LOW_WEIGHT && <Badge>Mostly dismissed</Badge>}
        <span className="ml-auto text-xs text-ink-faint">
          <MomentText iso={report.reported_at} />
        </span>
      </p>
      {comment !== null && (
        <p>
          <Quote>{comment}</Quote>
        </p>
      )}
      <p className="text-ink-soft">
        <span className="font-medium wrap-anywhere text-ink">{by ?? 'Deleted account'}</span>
        {report.by_submitter && ', who submitted this sale'} ({recordText(record)})
      </p>
      {report.changed_since && <p className="font-medium">This sale was changed after the report.</p>}
      {outcome !== null && decided_at !== null && (
        <p className="text-ink-soft">
          {OUTCOME_LABELS[outcome]}
          {decided_by !== null && ` by ${decided_by}`}
          {decision_comment !== null && (
            <>
              : <Quote>{decision_comment}</Quote>
            </>
          )}{' '}
          <span className="text-xs text-ink-faint">
            <MomentText iso={decided_at} />
          </span>
        </p>
      )}
    </li>
  );
}

/** The reports of a sale, those that wait first; nothing for a sale without any. */
export function ReportList({ reports: { data, total } }: { reports: ReviewDetail['reports'] }) {
  if (total === 0) return null;
  return (
    <DetailSection title="Reports">
      <ul className="space-y-1.5">
        {data.map((report) => (
          <ReportItem key={report.report_id} report={report} />
        ))}
      </ul>
      {total > data.length && (
        <p className="mt-1 text-xs text-ink-faint">and {counted(total - data.length, 'report')} more</p>
      )}
    </DetailSection>
  );
}
