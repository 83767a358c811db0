import { expect, it } from 'vitest';
import { formOption } from '../../testing/market.ts';
import { abilityOptions } from './trait-options.ts';

const VULPIX = formOption('Normal', 'Fire', ['Flash Fire', 'Drought'], 'Drought');
const ALOLAN = formOption('Alola', 'Ice', ['Snow Cloak', 'Snow Warning'], 'Snow Warning');
// Its hidden ability is a regular one of another form.
const OTHER = formOption('Other', 'Ice', ['Drought', 'Flash Fire'], 'Flash Fire');

it.each([
  [[VULPIX], '', ['Flash Fire', 'Drought (hidden)']],
  [[VULPIX, ALOLAN], '', ['Flash Fire', 'Drought (hidden)', 'Snow Cloak', 'Snow Warning (hidden)']],
  [[VULPIX, OTHER], '', ['Flash Fire', 'Drought']],
  [[VULPIX], 'Levitate', ['Levitate', 'Flash Fire', 'Drought (hidden)']],
  [[], 'Levitate', ['Levitate']],
])('marks abilities that are hidden in every form: case %#', (forms, chosen, labels) => {
  expect(abilityOptions(forms, chosen).map(({ label }) => label)).toEqual(labels);
});
