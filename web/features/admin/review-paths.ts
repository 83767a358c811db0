import type { SaleStatus } from '../../../src/contract/sale/statuses.ts';
import { PATHS } from '../../lib/paths.ts';

interface ReviewFilter {
  status?: SaleStatus;
  /** Usernames. */
  submitter?: string;
  reviewer?: string;
}

/** All sales of Review Submissions, or those that pass the filter. */
export const reviewAllPath = (filter: ReviewFilter = {}): string =>
  `${PATHS.review}?${new URLSearchParams({ tab: 'all', ...filter })}`;

/** A sale with its history, among all sales of Review Submissions. */
export const historyPath = (saleId: number): string => `${reviewAllPath()}&sale=${saleId}`;
