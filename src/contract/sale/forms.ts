/** The form of a pokemon that has no other. */
export const NORMAL_FORM = 'Normal';

/**
 * Takes `Shiny` off the front of a form: `Shiny Alola` is form `Alola`, shiny; `Shiny` alone is the normal form
 * (docs/api.md "Sales"). `shiny` is false when the word is not there.
 */
export function splitShiny(form: string): { form: string; shiny: boolean } {
  const match = /^shiny(?:[\s-]+(.*))?$/i.exec(form.trim());
  if (!match) return { form: form.trim(), shiny: false };
  return { form: match[1]?.trim() || NORMAL_FORM, shiny: true };
}
