import { expect, it } from 'vitest';
import { byStat, clampIv, STATS } from './ivs.ts';
import { parseSpread, perfectIvs } from './spreads.ts';

it.each([
  ['31', 31],
  ['32', 31],
  ['999', 31],
  [' 7 ', 7],
  ['007', 7],
  ['5.9', 5],
  ['12abc', 12],
  ['-1', null],
  ['', null],
  ['x', null],
])('parses the IV field "%s" as %s', (text, iv) => {
  expect(clampIv(text)).toBe(iv);
});

it.each<[string, (number | null)[] | null]>([
  ['31/31/31/0/31/31', [31, 31, 31, 0, 31, 31]],
  ['31 31 31 x 31 31', [31, 31, 31, null, 31, 31]],
  [' 1, 2 ,3;4|5 / 6 ', [1, 2, 3, 4, 5, 6]],
  ['1\t2\t3\t4\t5\t6', [1, 2, 3, 4, 5, 6]],
  ['?/-/x/40/0/31', [null, null, null, 31, 0, 31]],
  ['31/31/31/31/31', null],
  ['31/31/31/31/31/31/31', null],
  ['31/31/31/31/31/3a', null],
  ['31/31/31//31/31', null],
  ['311/1/1/1/1/1', null],
  ['31-0-31-x-31-31', [31, 0, 31, null, 31, 31]],
  ['', null],
])('reads the spread "%s"', (text, ivs) => {
  const spread = parseSpread(text, true);
  expect(spread && STATS.map((stat) => spread[stat])).toEqual(ivs);
});

it('refuses a spread with an IV above 31, except in a field, which clamps it', () => {
  expect(parseSpread('31/31/31/40/31/31')).toBeNull();
  expect(parseSpread('31/31/31/40/31/31', true)).toEqual(byStat(() => 31));
});

it('counts perfect IVs', () => {
  const spread = { hp: 31, atk: 31, def: 0, spatk: 30, spdef: 31, speed: 1 };
  expect(perfectIvs(spread)).toBe(3);
});
