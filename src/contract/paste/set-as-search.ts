import { NORMAL_FORM } from '../sale/forms.ts';
import { spreadText } from '../sale/spreads.ts';
import type { NamedSet } from './named-sets.ts';

/** A set as a search of the market, which `parseSearch` reads: `31/31/31/x/31/31 Garchomp Adamant`. */
export function setAsSearch({ name, form, fields }: NamedSet): string {
  const { nature, ability, spread, min_perfect_ivs, hidden_power, level, is_shiny } = fields;
  const words = [
    spread && spreadText(spread),
    min_perfect_ivs && `${min_perfect_ivs}x31`,
    is_shiny === undefined ? undefined : is_shiny ? 'shiny' : 'not shiny',
    form === undefined || form === NORMAL_FORM ? undefined : form,
    name,
    nature,
    ability,
    level && `lv ${level}`,
    hidden_power && `hp ${hidden_power}`,
  ];
  return words.filter(Boolean).join(' ');
}
