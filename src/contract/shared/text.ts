/**
 * Characters that no name or search text may carry: control and format characters (right-to-left marks among
 * them), private use, unassigned, halves of surrogate pairs, and emoji. They cannot be told apart on screen,
 * or the database refuses them. The signs of female and male are text, though emoji can be made of them.
 */
const FORBIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Regional_Indicator}]|\u{fe0f}|(?![♀♂])\p{Extended_Pictographic}/u;

export const hasForbiddenCharacter = (text: string): boolean => FORBIDDEN.test(text);

/** A name without surrounding and doubled spaces, in Unicode's composed form. */
export const cleanName = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** How two names are compared: cleaned, ignoring case. */
export const nameKey = (text: string): string => cleanName(text).toLowerCase();

/**
 * Part of an address for a name: `King's Rock` is `kings-rock`, `Nidoran♀` is `nidoran-f`. Letters of every script
 * stay, without accents; empty for a name of signs alone.
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

/** Text in one line of at most so many characters; what is left out shows as `…`. */
export function shortened(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}
