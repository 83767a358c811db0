import { priceText } from '../sale/price.ts';
import { formatDate } from '../shared/dates.ts';
import type { SubmissionNotice } from './notices.ts';

/** What happened to a submission, after its name. */
export const SUBMISSION_CHANGES: Record<SubmissionNotice, string> = {
  approved: 'was approved',
  rejected: 'was rejected',
  corrected: 'was corrected by a reviewer',
  returned: 'was returned to review',
};

/** A submission in a sentence. `price` and `date_sold` are null when the sale no longer exists. */
interface NamedSubmission {
  name: string;
  price: number | null;
  date_sold: string | null;
}

/** A notice in words: `Your sale of Dragonite for 79,800 PD, sold 12 Mar 2026, was approved`. */
export function submissionNotice(
  notice: SubmissionNotice,
  { name, price, date_sold }: NamedSubmission,
): string {
  // A server of the previous version gives neither.
  const sale = price && date_sold ? `${name} for ${priceText(price)}, sold ${formatDate(date_sold)},` : name;
  return `Your sale of ${sale} ${SUBMISSION_CHANGES[notice]}`;
}
