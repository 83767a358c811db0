import type { FormOption } from '../../../src/contract/sale/catalogue.ts';
import { STAT_LABELS, STATS } from '../../../src/contract/sale/ivs.ts';
import { NATURES } from '../../../src/contract/sale/natures.ts';
import { type Option, optionsOf } from '../../ui/fields/select.tsx';

/** The 25 natures and their effects, sorted by name. */
export const NATURE_OPTIONS: readonly Option[] = NATURES.map(({ name, plus, minus }) => ({
  value: name,
  label: plus && minus ? `${name} +${STAT_LABELS[plus]} −${STAT_LABELS[minus]}` : `${name} (Neutral)`,
})).sort((a, b) => (a.value < b.value ? -1 : 1));

/** How many IVs are 31 at least, from 1 to 6. */
export const PERFECT_OPTIONS: readonly Option[] = STATS.map((_, i) => ({
  value: String(i + 1),
  label: i + 1 === STATS.length ? 'All six are 31' : `${i + 1} or more are 31`,
}));

/** The abilities of forms, each marked that is hidden in all forms with it; first a chosen one that no form has. */
export function abilityOptions(forms: readonly FormOption[], chosen: string): Option[] {
  const names = new Set(forms.flatMap(({ abilities }) => abilities));
  return optionsOf([...names], chosen).map(({ value }) => {
    const having = forms.filter(({ abilities }) => abilities.includes(value));
    const isHidden = having.length > 0 && having.every((form) => form.hidden_ability === value);
    return { value, label: isHidden ? `${value} (hidden)` : value };
  });
}
