import type { ChangeEvent, CompositionEvent } from 'react';

const ONE_DIGIT = /^\p{Nd}$/u;

/** A digit of any script in ASCII. Each script has its digits in a row, from 0 to 9. */
function asciiOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (ONE_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  // Some scripts have two sets of digits in a row.
  return String((code - zero) % 10);
}

/** A text with ASCII digits, and without compatibility forms: `１．５ｍ` is `1.5m`, `٢٥٠٠` is `2500`. */
export const withAsciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, asciiOf);

/**
 * Handlers of an `<input>` that pass its text on with ASCII digits. What an input method still composes is passed on as it
 * is: changing that would repeat what was typed.
 */
export const asciiInput = (change: (text: string) => void) => ({
  onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
    change(isComposing ? target.value : withAsciiDigits(target.value));
  },
  onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) =>
    change(withAsciiDigits(currentTarget.value)),
});
