import { formatDate, isCalendarDate } from '../../src/contract/dates.ts';
import { ivColumn, STAT_LABELS, STATS } from '../../src/contract/ivs.ts';
import { formatPrice } from '../../src/contract/price.ts';
import { isStatus, STATUS_WORDS } from '../features/review/state/review-labels.ts';

/** A field's change, as a history and a form tell it. */
export interface Change {
  field: string;
  before?: unknown;
  after?: unknown;
}

const LABELS = new Map<string, string>([
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

/** A field's name for people. */
export const fieldLabel = (field: string): string => LABELS.get(field) ?? field.replaceAll('_', ' ');

/** A field's value for people; `none` where nothing is. */
export function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'price' && typeof value === 'number') return `${formatPrice(value)} PD`;
  if (typeof value !== 'string') return String(value);
  if (field === 'status' && isStatus(value)) return STATUS_WORDS[value];
  if (field === 'date_sold' && isCalendarDate(value)) return formatDate(value);
  return value;
}
