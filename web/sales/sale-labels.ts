import { SALE_STATUSES, STATUS_LABELS } from '../../src/contract/sale/statuses.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { capitalised } from '../../src/contract/shared/text.ts';

export const rejectionReason = ({ review_notes }: { review_notes: string | null }): string =>
  review_notes || MESSAGES.noReason;

export const STATUS_OPTIONS = SALE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

const UNKNOWN_USER = 'an unknown user';

interface Submitted {
  submitted_by_username: string | null;
}

/** Who submitted a sale, within a sentence: `by an unknown user`. */
export const submitterOf = ({ submitted_by_username: name }: Submitted): string => name ?? UNKNOWN_USER;

/** The same without a sentence around it: `An unknown user`. */
export const submitterLabel = ({ submitted_by_username: name }: Submitted): string =>
  name ?? capitalised(UNKNOWN_USER);
