import { expect, it } from 'vitest';
import type { ItemSale } from '../../src/contract/sale/sale.ts';
import { itemOf } from './with-kind.ts';

it('a sale that did not change is the same object, so that its row is not drawn again', () => {
  const sale = { sale_id: 1, price: 5 } as ItemSale;
  expect(itemOf(sale)).toEqual({ kind: 'item', sale_id: 1, price: 5 });
  expect(itemOf(sale)).toBe(itemOf(sale));
  expect(itemOf({ ...sale })).not.toBe(itemOf(sale));
});
