import { expect, it } from 'vitest';
import { valueLabel } from './field-labels.ts';

it.each([
  ['name', null, 'none'],
  ['held_item', '', 'none'],
  ['is_shiny', false, 'No'],
  ['price', 1_500_000, '1,500,000 PD'],
  ['level', 50, '50'],
  ['status', 'approved', 'Approved'],
  ['date_sold', '2026-03-12', '12 Mar 2026'],
  ['nature', 'Adamant', 'Adamant'],
  ['nature', 'Docile', 'Neutral (Docile)'],
  ['ability', 'Rough Skin', 'Rough Skin'],
])('shows the %s %j as %s', (field, value, label) => {
  expect(valueLabel(field, value)).toBe(label);
});
