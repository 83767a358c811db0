import { formatDate, isCalendarDate } from '../shared/dates.ts';
import { recordOf } from '../shared/record.ts';
import { ivColumn, STAT_LABELS, STATS } from './ivs.ts';
import { natureLabel } from './natures.ts';
import { priceText } from './price.ts';
import { type SaleStatus, STATUS_LABELS } from './statuses.ts';

const isStatus = (text: string): text is SaleStatus => Object.hasOwn(STATUS_LABELS, text);

const FIELD_LABELS = {
  name: 'Name',
  price: 'Price',
  date_sold: 'Date sold',
  proof_url: 'Proof',
  status: 'Status',
  review_notes: 'Review notes',
  form: 'Form',
  nature: 'Nature',
  ability: 'Ability',
  hidden_power: 'Hidden power',
  level: 'Level',
  is_shiny: 'Shiny',
  held_item: 'Held item',
  spread: 'IVs',
  ...recordOf(STATS, ivColumn, (stat) => `${STAT_LABELS[stat]} IV`),
};

/** A field of a sale that has a label. */
export type LabelledField = keyof typeof FIELD_LABELS;

const isLabelled = (field: string): field is LabelledField => Object.hasOwn(FIELD_LABELS, field);

/** The label of a field; a server of a newer version may send other ones. */
export const fieldLabel = (field: string): string =>
  isLabelled(field) ? FIELD_LABELS[field] : field.replaceAll('_', ' ');

/** A field's value as text; `none` for an empty one. */
export function valueLabel(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'price' && typeof value === 'number') return priceText(value);
  if (typeof value !== 'string') return String(value);
  if (field === 'nature') return natureLabel(value);
  if (field === 'status' && isStatus(value)) return STATUS_LABELS[value];
  if (field === 'date_sold' && isCalendarDate(value)) return formatDate(value);
  return value;
}
