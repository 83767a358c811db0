/**
 * A text as PostgreSQL's `lower` makes it, letter by letter: JavaScript's own lower case looks at the letters
 * around (a final sigma) and makes two of one (a dotted capital i).
 */
export const foldCase = (text: string): string =>
  // Of plain letters both make the same, and this one is far quicker.
  /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : Array.from(text, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join('');

/**
 * LIKE of the advanced query as a test of texts that `foldCase` made: the whole text, where % stands for any text. In
 * linear time for a pattern and a text.
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

/** LIKE of the advanced query on one text, ignoring case. */
export const isLike = (text: string, pattern: string): boolean => likeTest(pattern)(foldCase(text));
