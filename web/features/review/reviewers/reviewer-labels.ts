import type { ReturnPreview } from '../../../../src/contract/review/reviewer-audit.ts';
import { formatDate, formatMoment } from '../../../../src/contract/shared/dates.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';

/** The effect of a return: `Return 37 approvals by ash_k to review`. */
export const describeReturn = ({ username, approvals }: ReturnPreview): string =>
  `Return ${counted(approvals, 'approval')} by ${username} to review`;

/** A day; with the time when it does not start at midnight UTC. */
export const sinceText = (iso: string): string =>
  /T00:00:00(\.000)?Z$/.test(iso) || iso.length === 10 ? formatDate(iso) : formatMoment(iso);
