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
 * Compiles a LIKE pattern of the advanced query to a test of texts in `foldCase` form. The pattern matches the whole
 * text; % matches any text. Runs in linear time.
 */
export function likeTest(pattern: string): (folded: string) => boolean {
  const [start = '', ...rest] = foldCase(pattern).split('%');
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
export const isLike = (text: string, pattern: string): boolean => likeTest(pattern)(foldCase(text));
