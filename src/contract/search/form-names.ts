import { NORMAL_FORM } from '../sale/forms.ts';
import type { SearchText, Word } from './search-text.ts';
import type { FormName } from './vocabulary.ts';
import { joined, spanOf } from './words.ts';

/** Whether a word is a letter before or after a hyphen. */
export function isInitial(text: SearchText, word: Word): boolean {
  const { from, to } = text.spanOf(word);
  const { source } = text;
  return word.key.length === 1 && (source[from - 1] === '-' || /^-\p{L}/u.test(source.slice(to)));
}

/**
 * The form that words name, or begin with a letter: `landorus-t`, `a-raichu`. Not the `a` of `a unown`.
 *
 * @param named the words that name the species
 */
export function formNamed(
  text: SearchText,
  run: readonly Word[],
  forms: readonly FormName[],
  named: readonly Word[],
): string | undefined {
  const key = joined(run);
  const whole = forms.find((form) => form.key === key);
  const [word] = run;
  if (key.length > 1 || !word) return whole?.form;
  if (isInitial(text, word)) {
    const begun = whole ? [whole] : forms.filter((form) => form.key.startsWith(key));
    return begun.length === 1 ? begun[0]?.form : undefined;
  }
  const isArticle = whole?.form === NORMAL_FORM && word.to <= spanOf(named).from;
  return isArticle ? undefined : whole?.form;
}
