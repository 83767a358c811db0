import type { SaleStatus } from '../../../src/contract/sale/statuses.ts';
import { PATHS } from '../../lib/paths.ts';

interface ReviewFilter {
  status?: SaleStatus;
  /** Whole usernames. */
  submitter?: string;
  reviewer?: string;
}

/** All sales of Review Submissions, or those that pass the filter. */
export function reviewAllPath({ status, submitter, reviewer }: ReviewFilter = {}): string {
  const search = new URLSearchParams({ tab: 'all', ...(status && { status }) });
  // Without the sign, also accounts whose names contain this one.
  if (submitter !== undefined) search.set('submitter', `=${submitter}`);
  if (reviewer !== undefined) search.set('reviewer', `=${reviewer}`);
  return `${PATHS.review}?${search}`;
}

/** A sale with its history, among all sales of Review Submissions. */
export const historyPath = (saleId: number): string => `${reviewAllPath()}&sale=${saleId}`;
