import { expect, it } from 'vitest';
import { looksLikeSets } from './pasted-text.ts';
import { pastedValue, pastedValues } from './pasted-value.ts';

const spread = (...[hp, atk, def, spatk, spdef, speed]: (number | null)[]) => ({
  spread: { hp, atk, def, spatk, spdef, speed },
});

const NOW = new Date('2026-03-14T12:00:00Z');

it.each([
  ['31/31/31/x/31/31', spread(31, 31, 31, null, 31, 31)],
  ['31 / 0 / 31 / 31 / 31 / 31', spread(31, 0, 31, 31, 31, 31)],
  ['31 31 31 0 31 31', spread(31, 31, 31, 0, 31, 31)],
  ['IVs: 31,31,31,31,31,30', spread(31, 31, 31, 31, 31, 30)],
  [' 1.5m ', { price: 1_500_000 }],
  ['500k', { price: 500_000 }],
  ['1,500,000', { price: 1_500_000 }],
  ['1.500.000 PD', { price: 1_500_000 }],
  ['Price: 750000', { price: 750_000 }],
  ['https://forum.example/threads/1\n', { proof_url: 'https://forum.example/threads/1' }],
  ['<https://forum.example/threads/1>', { proof_url: 'https://forum.example/threads/1' }],
  ['Proof: https://forum.example/threads/1', { proof_url: 'https://forum.example/threads/1' }],
  ['2026-03-12', { date_sold: '2026-03-12' }],
  ['12 March 2026', { date_sold: '2026-03-12' }],
  ['yesterday', { date_sold: '2026-03-13' }],
  [
    '450k https://forum.example/t/1 12.03.2026',
    { price: 450_000, proof_url: 'https://forum.example/t/1', date_sold: '2026-03-12' },
  ],
  [
    '2026-03-12;https://forum.example/t/1',
    { proof_url: 'https://forum.example/t/1', date_sold: '2026-03-12' },
  ],
])('%j', (text, value) => {
  expect(pastedValue(text, NOW)).toEqual(value);
});

it.each([
  '',
  'Garchomp',
  '750000',
  '2026',
  '100k-200k',
  'under 500k',
  '500k for Garchomp',
  '45/31/31/31/31/31',
  '31/31/31/31/31',
  'x/x/x/x/x/x',
  'javascript:alert(1)',
  'https://forum.example/threads/1 thanks',
  'https://forum.example/t/1 https://forum.example/t/2',
  '2026-02-30',
  'march 2026',
  `https://forum.example/${'x'.repeat(2048)}`,
])('%j is no single value', (text) => {
  expect(pastedValue(text, NOW)).toBeNull();
});

it.each([
  ['Garchomp\nAbility: Rough Skin', true],
  ['Garchomp @ Leftovers\r\n- Earthquake', true],
  ['=== [gen4] team ===\n\nGarchomp', true],
  ['Garchomp\n\nJolly Nature', true],
  ['Garchomp', false],
  ['Garchomp\n', false],
  ['Ability: Rough Skin', false],
  ['https://forum.example\n500k', false],
  ['two lines\nof a message', false],
])('%j looks like sets: %s', (text, expected) => {
  expect(looksLikeSets(text)).toBe(expected);
});

it.each(['\n', 'A\r', ' \n'])('a million times %j is answered in linear time', (piece) => {
  expect(looksLikeSets(`x${piece.repeat(1_000_000)}`)).toBe(false);
});

it('reads values on lines, and lists the other lines', () => {
  expect(pastedValues('500k\r\n\nmaster ball\nhttps://forum.example/threads/1\n600k', NOW)).toEqual({
    values: { price: 500_000, proof_url: 'https://forum.example/threads/1' },
    notRead: [
      { line: 'master ball', reason: 'Not a price, a day, a spread of IVs or a link' },
      { line: '600k', reason: 'Contradicts an earlier line' },
    ],
  });
  expect(pastedValues('two lines\nof a message', NOW)).toBeNull();
});
