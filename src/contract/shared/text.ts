/**
 * Characters that are not allowed in names and search texts: control and format characters (including right-to-left
 * marks), private use, unassigned, lone surrogates, and emoji. They are invisible or confusable, or the database
 * rejects them. The signs ♀ and ♂ are allowed, although they can form emoji.
 */
const FORBIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Regional_Indicator}]|\u{fe0f}|(?![♀♂])\p{Extended_Pictographic}/u;

export const hasForbiddenCharacter = (text: string): boolean => FORBIDDEN.test(text);

/** Normalizes a name: NFC, trimmed, with single spaces. */
export const cleanName = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Key for comparing names: normalized and case-insensitive. */
export const nameKey = (text: string): string => cleanName(text).toLowerCase();

/**
 * URL segment for a name: `King's Rock` is `kings-rock`, `Nidoran♀` is `nidoran-f`. Keeps letters of all scripts,
 * without accents; empty for a name without letters and digits.
 */
export const slug = (name: string): string =>
  name
    .replaceAll('♀', '-f')
    .replaceAll('♂', '-m')
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Truncates text to one line of at most `most` characters, with `…` at the end. */
export function shortened(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}
