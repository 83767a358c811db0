import { expect, it } from 'vitest';
import { LIMITS } from '../shared/limits.ts';
import { readItem } from './item-lines.ts';

const LINK = 'https://forums.example.com/t/77';
const DAY = '2026-03-12';
const NOW = new Date('2026-03-14T12:00:00Z');

it.each([
  [`Leftovers 18,300 ${LINK}`, { price: 18_300, proof_url: LINK }],
  [`Leftovers\t18300\t${DAY}\t${LINK}`, { price: 18_300, date_sold: DAY, proof_url: LINK }],
  [`Leftovers;18k;12.03.2026;${LINK}`, { price: 18_000, date_sold: DAY, proof_url: LINK }],
  [`${DAY},Leftovers,18k`, { price: 18_000, date_sold: DAY }],
  ['Leftovers: 18k', { price: 18_000 }],
  ['Leftovers - sold for 18k', { price: 18_000 }],
  [`Leftovers\n18k\n${LINK}`, { price: 18_000, proof_url: LINK }],
  [`Item\tPrice\tDate\nLeftovers\t18k\t${DAY}`, { price: 18_000, date_sold: DAY }],
])('reads %j', (text, values) => {
  expect(readItem(text, NOW)).toEqual({ name: 'Leftovers', values, notRead: [] });
});

it('keeps the numbers of a name', () => {
  expect(readItem('TM26 Earthquake 450k', NOW)).toEqual({
    name: 'TM26 Earthquake',
    values: { price: 450_000 },
    notRead: [],
  });
});

it('reads the first item, and lists further lines in their order', () => {
  expect(
    readItem(
      `Leftovers 18k\n${LINK}\n19k\nhello\n\nMaster Ball 20k 2199-01-01\nhttps://forums.example.com/t/78`,
      NOW,
    ),
  ).toEqual({
    name: 'Leftovers',
    values: { price: 18_000, proof_url: LINK },
    notRead: [
      { line: '19k', reason: 'Contradicts an earlier line' },
      { line: 'hello', reason: 'Not a price, a day or a link' },
      { line: 'Master Ball 20k 2199-01-01', reason: 'One form is one sale: submit it next' },
      { line: 'https://forums.example.com/t/78', reason: 'One form is one sale: submit it next' },
    ],
  });
});

it.each(['', 'Leftovers', 'Leftovers\nMaster Ball', '500k', LINK, `500k\n${LINK}\nhello`, '18k 2026-03-12'])(
  'finds no item in %j',
  (text) => {
    expect(readItem(text, NOW)).toBeNull();
  },
);

it.each(['-', ')', ' x', 'http', '1,', '\n'])(
  'of the greatest length is read, however repetitive: %j',
  (piece) => {
    const text = `Leftovers https://a.example/${piece.repeat(LIMITS.paste.length)}`;
    readItem(text.slice(0, LIMITS.paste.length), NOW);
  },
);
