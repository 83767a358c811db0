import type { SaleStatus } from '../../src/contract/sale/statuses.ts';
import { PATHS } from './paths.ts';

interface ReviewPlace {
  status?: SaleStatus;
  /** Whole usernames. */
  submitter?: string;
  reviewer?: string;
  /** The open sale, which shows its history. */
  sale?: number;
  view?: 'workbench';
}

/** Without the sign, names that contain this one are found too. */
const whole = (name: string | undefined) => (name === undefined ? undefined : `=${name}`);

/** All sales of Review Submissions, or those that pass the filter. In a file of its own, because the first page has `paths`. */
export function reviewPath({ submitter, reviewer, ...place }: ReviewPlace = {}): string {
  const search = new URLSearchParams({ tab: 'all' });
  const given = { ...place, submitter: whole(submitter), reviewer: whole(reviewer) };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) search.set(name, String(value));
  return `${PATHS.review}?${search}`;
}
