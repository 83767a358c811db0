import { expect, it } from 'vitest';
import type { Neighbour, SaleFlag } from '../../../../src/contract/review/flags.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { describeFlag } from './flag-texts.ts';

const sale = (sale_id: number, status: Neighbour['status'] = 'approved'): Neighbour => ({
  sale_id,
  status,
  price: 500,
  date_sold: '2026-11-01',
});
const price = (ratio: number): SaleFlag => ({ flag: 'price', ratio, median: 500_000, comparable: 11 });

it.each<[flag: SaleFlag, kind: SaleKind, sentence: string]>([
  [
    { flag: 'duplicate', sales: [sale(12)], total: 1 },
    'pokemon',
    'Same name, price, day and traits as sale #12 (approved)',
  ],
  [
    { flag: 'duplicate', sales: [sale(3), sale(9, 'pending')], total: 2 },
    'item',
    'Same name, price and day as sales #3 (approved) and #9 (pending)',
  ],
  [
    { flag: 'near_duplicate', sales: [sale(3), sale(4, 'rejected')], total: 6 },
    'pokemon',
    'Same name, price and traits, a few days apart, as sales #3 (approved), #4 (rejected) and 4 more',
  ],
  [
    { flag: 'near_duplicate', sales: [sale(3)], total: 1 },
    'item',
    'Same name and price, a few days apart, as sale #3 (approved)',
  ],
  [{ flag: 'same_proof', sales: [sale(3)], total: 1 }, 'item', 'Same proof as sale #3 (approved)'],
  [price(10), 'item', '10× the usual: the median of 11 comparable sales is 500,000 PD'],
  [price(3.04), 'item', '3× the usual: the median of 11 comparable sales is 500,000 PD'],
  [price(3.26), 'item', '3.3× the usual: the median of 11 comparable sales is 500,000 PD'],
  [price(1234.5), 'item', '1,235× the usual: the median of 11 comparable sales is 500,000 PD'],
  [price(0.1), 'item', '1/10 of the usual: the median of 11 comparable sales is 500,000 PD'],
  [price(1 / 153_000), 'item', '1/153,000 of the usual: the median of 11 comparable sales is 500,000 PD'],
  [price(0.3), 'item', '1/3.3 of the usual: the median of 11 comparable sales is 500,000 PD'],
  [
    {
      flag: 'reported',
      reasons: [
        { reason: 'wrong_price', reports: 2 },
        { reason: 'dead_proof', reports: 1 },
      ],
    },
    'item',
    'Reported by players: Wrong price (2), Dead proof',
  ],
  [{ flag: 'no_proof' }, 'item', 'No proof'],
  [{ flag: 'first_sale' }, 'pokemon', 'First sale of this name'],
  [{ flag: 'new_item', nearest: 'Master Ball' }, 'item', 'New item; closest known name: Master Ball'],
  [{ flag: 'new_item', nearest: null }, 'item', 'New item; no similar known name'],
])('%j of %s', (flag, kind, sentence) => {
  expect(describeFlag(flag, kind)).toBe(sentence);
});
