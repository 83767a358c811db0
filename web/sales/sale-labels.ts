import { SALE_STATUSES, STATUS_LABELS } from '../../src/contract/sale/statuses.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';

export const rejectionReason = ({ review_notes }: { review_notes: string | null }): string =>
  review_notes || MESSAGES.noReason;

export const STATUS_OPTIONS = SALE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
