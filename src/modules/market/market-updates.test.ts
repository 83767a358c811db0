import { describe, expect, it } from 'vitest';
import { LIVE_ID_LENGTH, type SaleAdded } from '../../contract/market/market.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import type { Change } from '../changes/change-feed.ts';
import { PagePosition, updatesOf } from './market-updates.ts';

const change = (sale_id: number, type: Change['change'], xid = 1n): Change => ({
  id: String(sale_id),
  xid,
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

describe('PagePosition', () => {
  it('moves forward only, unless it is reset', () => {
    const position = new PagePosition(null);
    expect(position.isNew).toBe(true);
    position.advanceTo('10:20:12');
    position.advanceTo('10:19:12');
    expect(position.id).toBe('10:20:12');
    position.advanceTo('12:25:12');
    expect(position.id).toBe('12:25:12');
    position.resetTo('5:5:');
    expect(position.id).toBe('5:5:');
  });

  it('returns the changes after it and none that it has seen', () => {
    const position = new PagePosition('10:20:12');
    const changes = [change(1, 'added', 11n), change(2, 'added', 12n), change(3, 'added', 21n)];
    const tick = { snapshot: '22:22:', changes, sales: salesOf() };
    expect(position.unseen(tick)).toEqual(changes.slice(1));
    expect(position.unseen({ ...tick, changes: null })).toBeNull();
    expect(position.unseen({ ...tick, snapshot: '10:20:12', changes: null })).toEqual([]);
  });

  it('has an id that fits, however many transactions are in progress', () => {
    const position = new PagePosition(null);
    position.advanceTo(`1000:9000:${Array.from({ length: 1_500 }, (_, i) => 1_000 + i).join(',')}`);
    expect(position.id.length).toBeLessThanOrEqual(LIVE_ID_LENGTH);
    expect(position.id).toBe('1000:1000:');
  });
});
