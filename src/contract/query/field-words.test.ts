import { expect, it } from 'vitest';
import { statOf } from '../search/traits.ts';
import { fieldCalled, STAT_WORDS, wordKeysOf } from './field-words.ts';
import { ALL_FIELDS } from './fields.ts';

const WORDS_OF_STATS = Object.entries(STAT_WORDS).flatMap(([stat, words]) =>
  words.map((word) => ({ stat, word })),
);

it.each(WORDS_OF_STATS)('$word is $stat in searches too', ({ stat, word }) => {
  expect(statOf(word.replaceAll('_', ' '))).toBe(stat);
});

it('no word is another field of the same kind', () => {
  for (const field of ALL_FIELDS)
    for (const kind of field.kinds)
      for (const word of wordKeysOf(field)) expect(fieldCalled(word, kind)?.name, word).toBe(field.name);
});
