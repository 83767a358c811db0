import { describe, expect, it } from 'vitest';
import type { SaleAdded } from '../../contract/market/market.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import type { Change } from '../changes/change-feed.ts';
import { changesAfter, positionOf, updatesOf } from './market-updates.ts';

const change = (sale_id: number, type: Change['change'], sequence = 1): Change => ({
  sequence,
  sale_id,
  change: type,
});
const added = (sale_id: number): SaleAdded => ({ type: 'added', sale: { sale_id } as AnySale });
const salesOf = (...ids: number[]) => new Map(ids.map((id) => [id, added(id)]));
const removed = (sale_id: number) => ({ type: 'removed', sale_id });

describe('updatesOf', () => {
  const even = ({ sale_id }: AnySale) => sale_id % 2 === 0;

  it('reports the current state of a sale after any sequence of changes', () => {
    const changes = [
      change(2, 'added'),
      ...[change(4, 'removed'), change(4, 'added')],
      change(6, 'edited'),
      ...[change(8, 'added'), change(8, 'removed')],
    ];
    expect(updatesOf({ changes, sales: salesOf(2, 4, 6) }, even)).toEqual([
      added(2),
      added(4),
      added(6),
      removed(8),
    ]);
  });

  it('removes sales that no longer match the filter, and ignores new ones that do not match', () => {
    const changes = [change(1, 'added'), change(3, 'edited'), change(5, 'removed'), change(10, 'added')];
    expect(updatesOf({ changes, sales: salesOf(1, 3) }, even)).toEqual([removed(3), removed(5)]);
  });

  it('reports too many updates as many', () => {
    const ids = Array.from({ length: 101 }, (_, i) => 2 * i);
    const changes = ids.map((id) => change(id, 'added'));
    expect(updatesOf({ changes, sales: salesOf(...ids) }, even)).toEqual([{ type: 'many' }]);
    expect(updatesOf({ changes: changes.slice(1), sales: salesOf(...ids) }, even)).toHaveLength(100);
    expect(updatesOf({ changes: null, sales: salesOf() }, even)).toEqual([{ type: 'many' }]);
  });
});

describe('the position of a page', () => {
  it('is the number of the last change that it has received', () => {
    expect(positionOf('1763847190123')).toBe(1_763_847_190_123);
    const changes = [change(1, 'added', 11), change(2, 'added', 12), change(3, 'added', 21)];
    const sales = salesOf(3);
    expect(changesAfter(11, { changes, sales })).toEqual({ changes: changes.slice(1), sales });
    expect(changesAfter(11, { changes: null, sales })).toEqual({ changes: null, sales });
  });

  it.each([
    '',
    'x',
    '-1',
    '1.5',
    '1e3',
    ' 1',
    '1\n',
    '٣',
    '10:20:12,15',
    '9'.repeat(16),
    "1'); drop table sale; --",
  ])('is unknown for %j', (id) => {
    expect(positionOf(id)).toBe(-1);
  });
});
