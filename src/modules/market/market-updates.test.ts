import { describe, expect, it } from 'vitest';
import type { AnySale } from '../../contract/sale/sale.ts';
import type { Change } from '../changes/change-feed.ts';
import { changesAfter, resumePosition, updatesOf } from './market-updates.ts';

const change = (sale_id: number, type: Change['change'], sequence = 1): Change => ({
  sequence,
  sale_id,
  change: type,
});
const sale = (sale_id: number) => ({ sale_id }) as AnySale;
const added = (sale_id: number) => ({ type: 'added', sale: sale(sale_id), is_new: true });
const edited = (sale_id: number) => ({ ...added(sale_id), is_new: false });
const salesOf = (...ids: number[]) => new Map(ids.map((id) => [id, sale(id)]));
const NONE = salesOf();
const removed = (sale_id: number) => ({ type: 'removed', sale_id, was_listed: false });
const withdrawn = (sale_id: number) => ({ ...removed(sale_id), was_listed: true });

describe('updatesOf', () => {
  const even = ({ sale_id }: AnySale) => sale_id % 2 === 0;

  it('reports the current state of a sale after any sequence of changes', () => {
    const changes = [
      change(2, 'added'),
      ...[change(4, 'removed'), change(4, 'added')],
      change(6, 'edited'),
      ...[change(8, 'added'), change(8, 'removed')],
    ];
    expect(updatesOf({ changes, sales: salesOf(2, 4, 6), withdrawn: salesOf(8) }, even)).toEqual([
      added(2),
      edited(4),
      edited(6),
      removed(8),
    ]);
  });

  it('removes sales that no longer match the filter, and ignores new ones that do not match', () => {
    const changes = [change(1, 'added'), change(3, 'edited'), change(5, 'removed'), change(10, 'added')];
    expect(updatesOf({ changes, sales: salesOf(1, 3), withdrawn: salesOf(5) }, even)).toEqual([
      removed(3),
      removed(5),
    ]);
  });

  it('knows which withdrawn sales a list had', () => {
    const changes = [change(2, 'removed'), change(4, 'edited'), change(4, 'removed'), change(6, 'removed')];
    expect(updatesOf({ changes, sales: NONE, withdrawn: salesOf(2, 4) }, even)).toEqual([
      withdrawn(2),
      withdrawn(4),
      removed(6),
    ]);
  });

  it('reports too many updates as many', () => {
    const ids = Array.from({ length: 101 }, (_, i) => 2 * i);
    const changes = ids.map((id) => change(id, 'added'));
    expect(updatesOf({ changes, sales: salesOf(...ids), withdrawn: NONE }, even)).toEqual([{ type: 'many' }]);
    const others = { changes: changes.slice(1), sales: salesOf(...ids), withdrawn: NONE };
    expect(updatesOf(others, even)).toHaveLength(100);
    expect(updatesOf({ changes: null, sales: NONE, withdrawn: NONE }, even)).toEqual([{ type: 'many' }]);
  });
});

describe('the position of a page', () => {
  it('is the number of the last change that it has received', () => {
    expect(resumePosition('1763847190123')).toBe(1_763_847_190_123);
    const changes = [change(1, 'added', 11), change(2, 'added', 12), change(3, 'added', 21)];
    const sales = { sales: salesOf(3), withdrawn: salesOf(2) };
    expect(changesAfter(11, { changes, ...sales })).toEqual({ changes: changes.slice(1), ...sales });
    expect(changesAfter(11, { changes: null, ...sales })).toEqual({ changes: null, ...sales });
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
    expect(resumePosition(id)).toBe(-1);
  });
});
