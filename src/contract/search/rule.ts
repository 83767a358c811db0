/**
 * A letter or digit in a rule: the normalized text has no other characters beyond ASCII. With the hundreds of ranges of
 * `\p{L}` and `\p{N}`, the first two searches of a process took 100 instead of 20 ms to compile the rules.
 */
export const LETTER = '[a-z0-9\\u0080-\\u{10ffff}]';

/** Returns a regular expression, the same each time. */
export type Rule = () => RegExp;

/**
 * Compiles a pattern when it is first used. In the pattern, a space matches one or more spaces, `_` any number of spaces,
 * and `than` also the common misspelling `then`.
 */
export function pattern(text: string, flags = 'u'): Rule {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= new RegExp(
      text.replaceAll(' ', ' +').replaceAll('_', ' *').replaceAll('than', 'th[ae]n'),
      flags,
    );
    return compiled;
  };
}

/** A pattern for `SearchText.take`, which matches whole words only. */
export const rule = (text: string): Rule =>
  pattern(`(?:(?<!${LETTER})|(?!${LETTER}))(?:${text})(?:(?!${LETTER})|(?<!${LETTER}))`, 'gu');
