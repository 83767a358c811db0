import { STATUS_LABELS } from '../../src/contract/sale/field-labels.ts';
import { SALE_STATUSES } from '../../src/contract/sale/statuses.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { errorData } from '../lib/server/errors.ts';

export const rejectionReason = ({ review_notes }: { review_notes: string | null }): string =>
  review_notes || MESSAGES.noReason;

export const STATUS_OPTIONS = SALE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

/** The message for a change that was refused because the sale is no longer the version it was made to. */
export const CHANGED_MEANWHILE =
  'Someone else changed this sale in the meantime. Its current state is shown; your input is kept.';

export const isStaleVersion = (error: unknown): boolean => errorData(error)?.reason === 'STALE_VERSION';
