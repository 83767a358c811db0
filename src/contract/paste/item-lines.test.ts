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
  ['Leftovers 1,5k', { price: 1_500 }],
  ['Leftovers, 1,5 K', { price: 1_500 }],
  [`Leftovers;0,5m;${DAY}`, { price: 500_000, date_sold: DAY }],
  ['Leftovers 1,500k', { price: 1_500_000 }],
  ['Leftovers 1.5 million', { price: 1_500_000 }],
  ['Leftovers 1.5 Million PD', { price: 1_500_000 }],
  ['Leftovers .5m', { price: 500_000 }],
  [`Leftovers 2 mio ${LINK}`, { price: 2_000_000, proof_url: LINK }],
  ['Leftovers 500 k', { price: 500_000 }],
  ['Leftovers 1 500 000', { price: 1_500_000 }],
  ['Leftovers 500 000', { price: 500_000 }],
  ['Leftovers 0,999k', { price: 999 }],
  ['Leftovers: 18300 pd', { price: 18_300 }],
])('reads %j', (text, values) => {
  expect(readItem(text, NOW)).toEqual({ name: 'Leftovers', values, notRead: [] });
});

it.each([
  ['TM26 Earthquake 450k', 'TM26 Earthquake', 450_000],
  ['Rare Candy,10,500k', 'Rare Candy 10', 500_000],
  ['Rare Candy 10 500k', 'Rare Candy 10', 500_000],
  ['Exp. Candy M 5k', 'Exp. Candy M', 5_000],
])('keeps the numbers of a name: %j', (text, name, price) => {
  expect(readItem(text, NOW)).toEqual({ name, values: { price }, notRead: [] });
});

it('reads a range of prices as none', () => {
  expect(readItem('Leftovers 18k-20k', NOW)).toBeNull();
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
