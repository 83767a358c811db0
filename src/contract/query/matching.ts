import { foldCase, lettersOf, nameKey } from '../shared/text.ts';

/**
 * A LIKE pattern on names, in the form of their keys: `mr. m%` is `mrm%`, and `ho%-%oh` is `ho%%oh`. As in a name, symbols
 * only count without letters and digits.
 */
export function namePattern(pattern: string): string {
  const parts = pattern.split('%');
  const letters = parts.map(lettersOf);
  return (letters.some(Boolean) ? letters : parts.map(nameKey)).join('%');
}

/**
 * Compiles a LIKE pattern of the advanced query to a test of texts in the same form as the pattern: `foldCase`, or
 * `nameKey` for names. The pattern matches the whole text; % matches any text. Runs in linear time.
 */
export function likeTest(pattern: string): (text: string) => boolean {
  const [start = '', ...rest] = pattern.split('%');
  const end = rest.pop();
  if (end === undefined) return (text) => text === start;
  return (text) => {
    if (!text.startsWith(start)) return false;
    let at = start.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return text.length - end.length >= at && text.endsWith(end);
  };
}

/** Applies a LIKE pattern of the advanced query to one text, case-insensitive. */
export const isLike = (text: string, pattern: string): boolean => likeTest(foldCase(pattern))(foldCase(text));

/** Applies a LIKE pattern of the advanced query to one name, see `nameKey`. */
export const isNameLike = (name: string, pattern: string): boolean =>
  likeTest(namePattern(pattern))(nameKey(name));
