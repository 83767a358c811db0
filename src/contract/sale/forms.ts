/** The form of a pokemon without a special form. */
export const NORMAL_FORM = 'Normal';

/** The regional forms with their adjectives. */
export const REGIONS: ReadonlyMap<string, string> = new Map([
  ['alola', 'Alola'],
  ['alolan', 'Alola'],
  ['galar', 'Galar'],
  ['galarian', 'Galar'],
  ['hisui', 'Hisui'],
  ['hisuian', 'Hisui'],
  ['paldea', 'Paldea'],
  ['paldean', 'Paldea'],
]);

/**
 * Removes the prefix `Shiny` from a form: `Shiny Alola` is the form `Alola`, shiny; `Shiny` without a form is the
 * normal form (docs/product.md "Records"). `shiny` is false without the prefix.
 */
export function splitShiny(form: string): { form: string; shiny: boolean } {
  const match = /^shiny(?:[\s-]+(.*))?$/i.exec(form.trim());
  if (!match) return { form: form.trim(), shiny: false };
  return { form: match[1]?.trim() || NORMAL_FORM, shiny: true };
}
