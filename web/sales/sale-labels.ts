import { ivColumn, STAT_LABELS, STATS } from '../../src/contract/sale/ivs.ts';
import { formatPrice } from '../../src/contract/sale/price.ts';
import { SALE_STATUSES, type SaleStatus } from '../../src/contract/sale/statuses.ts';
import { formatDate, isCalendarDate } from '../../src/contract/shared/dates.ts';
import { errorData } from '../lib/server/errors.ts';

/** Why a submission was rejected. */
export const rejectionReason = ({ review_notes }: { review_notes: string | null }): string =>
  review_notes || 'The reviewer gave no reason.';

export const STATUS_LABELS: Record<SaleStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

export const STATUS_OPTIONS = SALE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

const isStatus = (text: string): text is SaleStatus => Object.hasOwn(STATUS_LABELS, text);

/** The message for a change that was refused because the sale is no longer the version it was made to. */
export const CHANGED_MEANWHILE =
  'Someone else changed this sale in the meantime. Its current state is shown; your input is kept.';

/** True for a change to an outdated version of a sale. */
export const isStaleVersion = (error: unknown): boolean => errorData(error)?.reason === 'STALE_VERSION';

const FIELD_LABELS = new Map<string, string>([
  ['name', 'Name'],
  ['price', 'Price'],
  ['date_sold', 'Date sold'],
  ['proof_url', 'Proof'],
  ['status', 'Status'],
  ['review_notes', 'Review notes'],
  ['form', 'Form'],
  ['nature', 'Nature'],
  ['ability', 'Ability'],
  ['hidden_power', 'Hidden power'],
  ['level', 'Level'],
  ['is_shiny', 'Shiny'],
  ['held_item', 'Held item'],
  ['spread', 'IVs'],
  ...STATS.map((stat) => [ivColumn(stat), `${STAT_LABELS[stat]} IV`] as const),
]);

/** The label of a sale's field. */
export const fieldLabel = (field: string): string => FIELD_LABELS.get(field) ?? field.replaceAll('_', ' ');

/** A field's value as text; `none` for an empty one. */
export function valueLabel(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'price' && typeof value === 'number') return `${formatPrice(value)} PD`;
  if (typeof value !== 'string') return String(value);
  if (field === 'status' && isStatus(value)) return STATUS_LABELS[value];
  if (field === 'date_sold' && isCalendarDate(value)) return formatDate(value);
  return value;
}
