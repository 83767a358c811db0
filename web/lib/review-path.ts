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

/** A link to the sales of Review Submissions that pass the filter, or to all. Not in `paths`, which the first page loads. */
export function reviewPath({ submitter, reviewer, ...place }: ReviewPlace = {}): string {
  const search = new URLSearchParams({ tab: 'all' });
  const given = { ...place, submitter: whole(submitter), reviewer: whole(reviewer) };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) search.set(name, String(value));
  return `${PATHS.review}?${search}`;
}
