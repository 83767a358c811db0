import { NORMAL_FORM } from '../../contract/sale/forms.ts';
import { nameKey } from '../../contract/shared/text.ts';
import type { FormData } from './catalogue.data.ts';

/** The form with that name or alias, ignoring case and punctuation. A blank name means the base form. */
export function findForm(forms: readonly FormData[], name: string): FormData | undefined {
  const key = nameKey(name.trim() || NORMAL_FORM);
  return forms.find(
    ({ form, alias }) => nameKey(form) === key || (alias !== undefined && nameKey(alias) === key),
  );
}

/** A form newer than the allowed generation has the abilities it was introduced with. */
const rulesOf = (form: FormData, generation: number): number => Math.max(generation, form.generation);

/** The abilities of a form up to a generation, 5–9. */
export const abilitiesOf = (form: FormData, generation: number): string[] =>
  form.abilities.filter(({ since }) => since <= rulesOf(form, generation)).map((ability) => ability.name);

/** The hidden ability of a form in a generation, 5–9; undefined without one. */
export function hiddenAbilityOf(form: FormData, generation: number): string | undefined {
  const hidden = form.abilities.filter(
    ({ hiddenSince = Infinity }) => hiddenSince <= rulesOf(form, generation),
  );
  return hidden.toSorted((a, b) => (b.hiddenSince ?? 0) - (a.hiddenSince ?? 0))[0]?.name;
}
