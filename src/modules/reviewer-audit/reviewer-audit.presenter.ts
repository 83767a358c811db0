import type { ReturnRun, Reviewer } from '../../contract/review/reviewer-audit.ts';
import type { ReturnRunRow, ReviewerRow } from './reviewer-audit.queries.ts';

const moment = (at: string) => new Date(at).toISOString();

export const presentReviewer = ({
  median_wait,
  median_pause,
  last_decision,
  ...row
}: ReviewerRow): Reviewer => ({
  ...row,
  overturned_share: row.decisions === 0 ? null : row.overturned / row.decisions,
  median_wait_seconds: median_wait,
  median_seconds: median_pause,
  last_decision: last_decision && moment(last_decision),
});

export const presentRun = (row: ReturnRunRow): ReturnRun => ({
  ...row,
  since: moment(row.since),
  created: moment(row.created),
  finished: row.finished && moment(row.finished),
});
