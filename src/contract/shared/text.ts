/**
 * Characters that are not allowed in names and search texts: control and format characters (including right-to-left
 * marks), those that are shown as nothing, private use, unassigned, lone surrogates, the signs for bytes that are not UTF-8
 * and for embedded objects, marks that enclose a character, as in keycaps, and emoji with their skin tones. They are
 * invisible or confusable, or the database rejects them. The signs ♀ and ♂ are allowed, although they can form emoji. Marks
 * such as accents and vowel signs are allowed up to five for a letter, as scripts need them.
 */
const FORBIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Me}\p{Default_Ignorable_Code_Point}\p{Regional_Indicator}\p{Emoji_Modifier}\u2800\ufffc\ufffd\u{13441}\u{13442}\u{16fe4}\u{1d159}]|(?<=\p{M}{5})\p{M}|(?![♀♂])\p{Extended_Pictographic}/u;

/** Whether the database can store the text: PostgreSQL rejects NUL, and UTF-8 cannot encode lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

export const hasForbiddenCharacter = (text: string): boolean => FORBIDDEN.test(text);

const EACH_FORBIDDEN = new RegExp(FORBIDDEN, 'gu');
export const withoutForbiddenCharacters = (text: string): string => text.replace(EACH_FORBIDDEN, '');

/** Whether a text of several lines can be stored and has no control characters except line breaks and tabs. */
export const isPlainText = (text: string): boolean => isStorable(text) && !/[^\P{Cc}\n\r\t]/u.test(text);

/** A piece of a text: `from` is inclusive, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** Removes the selector that phones write after ♀ and ♂ to show them as emoji. */
export const plainSigns = (text: string): string => text.replace(/(?<=[♀♂])[\ufe0e\ufe0f]/g, '');

/** The emoji that players write for `shiny`. */
const SHINY_EMOJI = /[✨⭐] ?/gu;
export const withShinyEmojiAs = (mark: string, text: string): string => text.replace(SHINY_EMOJI, `${mark} `);

/** Normalizes a name: NFC, trimmed, with single spaces. */
export const cleanName = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Lower case like PostgreSQL's `lower`, character by character. JavaScript's `toLowerCase` depends on the context (a
 * final sigma) and can expand a character to two (a dotted capital I).
 */
export const foldCase = (text: string): string =>
  // Both give the same result for ASCII, and this is much faster.
  /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : Array.from(text, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join('');

/**
 * Characters that do not count when names are compared: spaces, punctuation, symbols and accents. Ranges of code points
 * instead of Unicode classes, so that PostgreSQL, which gets this source, drops the same ones in any locale.
 */
export const IGNORED_IN_NAMES =
  /[\ufe00-\ufe0f\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b9-\u036f\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3003\u3008-\u3020\u30fb]+/g;

const foldName = (name: string): string =>
  foldCase(name.normalize('NFKD')).replaceAll('♀', 'f').replaceAll('♂', 'm');

/** The part of a `nameKey` that is letters and digits; empty for a name without them. */
export const lettersOf = (name: string): string => foldName(name).replace(IGNORED_IN_NAMES, '');

/**
 * Key by which names are compared and searched: only letters and digits, in lower case and without accents; ♀ counts as
 * F and ♂ as M. `Mr. Mime`, `mr mime` and `MrMime` are equal. A name without letters and digits keeps its symbols.
 *
 * The function `name_key` of the database gives the same key.
 */
export const nameKey = (name: string): string => lettersOf(name) || foldName(name);

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

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Truncates text to one line of at most `most` characters, with `…` at the end. */
export function shortened(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/** Maximum length of user input quoted in a message. */
const MAX_QUOTED_LENGTH = 40;

/** User input in a message, in quotation marks. */
export const quoted = (text: string): string =>
  `"${text.slice(0, MAX_QUOTED_LENGTH).replace(/\p{C}/gu, '\ufffd')}${text.length > MAX_QUOTED_LENGTH ? '…' : ''}"`;
