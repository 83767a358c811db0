import { expect, it } from 'vitest';
import { codeDigits, isComplete } from './code-field.tsx';

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['1234567', '123456'],
  ['12a', '12'],
  ['abc', ''],
])('extracts the digits of %j: %j', (typed, digits) => {
  expect(codeDigits(typed)).toBe(digits);
});

it.each([
  ['code', '123456', true],
  ['code', '12345', false],
  ['code', '1234567', false],
  ['code', '', false],
  ['recovery', 'abcde-fgh23-ijk45-lmn67-opq23-rst45', true],
  ['recovery', 'abcde-fgh23-ijk45-lmn67-opq23', false],
  ['recovery', 'abcde-fgh23-ijk45-lmn67', true],
  ['recovery', 'ABCDE FGH23 IJK45 LMN67', true],
  ['recovery', 'abcde-fgh23-ijk45', false],
  ['recovery', '123456', false],
] as const)('as a %s, %j is complete: %s', (kind, code, whole) => {
  expect(isComplete(kind, code)).toBe(whole);
});
