import { STATUS_LABELS } from '../../src/contract/sale/field-labels.ts';
import { SALE_STATUSES } from '../../src/contract/sale/statuses.ts';

export const rejectionReason = ({ review_notes }: { review_notes: string | null }): string =>
  review_notes || 'The reviewer gave no reason.';

export const STATUS_OPTIONS = SALE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
