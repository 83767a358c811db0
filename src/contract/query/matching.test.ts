import { expect, it } from 'vitest';
import { isLike, isNameLike } from './matching.ts';

it.each([
  ['Garchomp', 'garchomp', true],
  ['Garchomp', 'gar', false],
  ['Garchomp', 'gar%', true],
  ['Garchomp', 'arc%', false],
  ['Garchomp', '%chomp', true],
  ['Garchomp', '%chom', false],
  // Parts do not overlap.
  ['aba', 'ab%ba', false],
  ['abba', 'ab%ba', true],
  ['abc', '%ab%bc%', false],
  ['abbc', '%ab%bc%', true],
  ['abab', '%ab%ab%', true],
  ['aba', '%ab%ab%', false],
  ['a_b', 'a_b', true],
  ['axb', 'a_b', false],
])('%s like %s is %s', (text, pattern, expected) => {
  expect(isLike(text, pattern)).toBe(expected);
});

it('compares names by their keys', () => {
  expect(isNameLike('Mr. Mime', 'mr m%')).toBe(true);
  expect(isNameLike('Mr. Mime', 'mr%mr%')).toBe(false);
});

it.each([
  ['Mr. Mime', 'mr%.%mime', true],
  ['Master Ball', 'master% %ball', true],
  ['Ho-Oh', 'ho%-%oh', true],
  ['Ho-Oh', '-%oh', true],
  ['Ho-Oh', 'ho%-', true],
  ['Ho-Oh', 'o%-', false],
  // Symbols count in names and patterns without letters and digits.
  ['?!', '%!', true],
  ['?', '%!', false],
  ['Ho-Oh', '%-%', false],
])('the name %s like %s is %s', (name, pattern, expected) => {
  expect(isNameLike(name, pattern)).toBe(expected);
});
