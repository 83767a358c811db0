import { expect, it } from 'vitest';
import { drawable } from './svg-parts.ts';
import { textWidth } from './text-width.ts';

it.each([
  ['AV', 138],
  ['Farfetch’d', 484.4],
  ['Οδύσσεια', 466.5],
  ['Жук', 206.4],
])('the width of %s is that of the font', (text, width) => {
  expect(textWidth(text, 100, 400)).toBeCloseTo(width, 1);
});

it.each([400, 600] as const)('every letter that cards draw in weight %i has a width', (weight) => {
  const drawn = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter(
    (character) => /\p{L}/u.test(character) && drawable(character) === character,
  );
  expect(drawn.filter((character) => textWidth(character, 1, weight) <= 0)).toEqual([]);
});
