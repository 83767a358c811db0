import { cleanName, plainSigns, withoutForbiddenCharacters } from '../shared/text.ts';

/** The first row of a sheet: `Pokemon Nature IVs Price`. */
const COLUMN =
  '(?:pok[eé]mon|species|name|form|ability|nature|ivs?|spread|lvl|level|shiny|gender|item|hp|atk|attack|def(?:ense)?|sp[ad]|sp\\.? ?(?:atk|def)|spe(?:ed)?|price|sold(?: for)?|proof|link|date|notes?)';
const COLUMNS = new RegExp(`^${COLUMN}(?:[ ,;]+${COLUMN})+$`, 'i');

/** The lines of a text, without what names may not contain; a first row that only has titles is empty. */
export function linesOf(text: string): string[] {
  const lines = text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => cleanName(withoutForbiddenCharacters(plainSigns(line.replace(/\s/g, ' ')))));
  const first = lines.findIndex((line) => line !== '');
  return lines.map((line, at) => (at === first && COLUMNS.test(line) ? '' : line));
}
