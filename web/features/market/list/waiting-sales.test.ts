import { describe, expect, it } from 'vitest';
import type { MarketUpdate } from '../../../../src/contract/market/market.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import {
  afterRequest,
  afterResponse,
  afterUpdate,
  NOTHING,
  type Waiting,
  waitingLabel,
} from './waiting-sales.ts';

const sale = (sale_id: number, version = 2) => ({ sale_id, version });
const added = (id: number, version = 2): MarketUpdate => ({
  type: 'added',
  sale: sale(id, version) as AnySale,
  is_new: true,
});
const edited = (id: number, version = 3): MarketUpdate => ({
  type: 'added',
  sale: sale(id, version) as AnySale,
  is_new: false,
});
const removed = (sale_id: number): MarketUpdate => ({ type: 'removed', sale_id, was_listed: false });
const withdrawn = (sale_id: number): MarketUpdate => ({ type: 'removed', sale_id, was_listed: true });
const many: MarketUpdate = { type: 'many' };

const CHANGED = 'Sales in this list have changed';
const MAYBE_CHANGED = 'Sales in this list may have changed';

const SHOWN = [sale(1), sale(2)];

const receive = (updates: MarketUpdate[], before: Waiting = NOTHING) =>
  updates.reduce((waiting, update) => afterUpdate(waiting, update), before);

describe('the label', () => {
  it.each<[string | null, MarketUpdate[]]>([
    [null, []],
    [null, [{ type: 'here', quiet_ms: 60_000 }]],
    ['1 new sale', [added(3)]],
    ['1 new sale', [added(3), added(3, 3)]],
    ['3 new sales', [added(3), added(4), added(5)]],
    ['1 new sale', [added(3), added(4), removed(3)]],
    [null, [added(3), removed(3)]],
    [null, [added(3), withdrawn(3)]],
    [null, [removed(9)]],
    // Of another page of the list.
    [CHANGED, [withdrawn(9)]],
    [CHANGED, [edited(9)]],
    [CHANGED, [added(3), edited(9), withdrawn(3)]],
    ['1 new sale', [added(3), edited(3)]],
    ['1 new sale', [edited(9), added(3), withdrawn(8)]],
    // Already on screen: the event is repeated after a lost connection.
    [null, [added(1)]],
    [CHANGED, [edited(1)]],
    [CHANGED, [removed(2)]],
    ['1 new sale', [removed(2), added(3)]],
    [MAYBE_CHANGED, [added(3), many]],
    [MAYBE_CHANGED, [many, removed(3)]],
  ])('is %j', (label, updates) => {
    expect(waitingLabel(receive(updates), SHOWN)).toBe(label);
  });

  it('counts in thousands', () => {
    const updates = Array.from({ length: 1_200 }, (_, i) => added(i + 10));
    expect(waitingLabel(receive(updates), SHOWN)).toBe('1,200 new sales');
  });
});

describe('a reloaded list', () => {
  it('contains earlier events, and not later ones', () => {
    const requested = afterRequest(receive([added(3), removed(1), many]));
    expect(waitingLabel(requested, SHOWN)).toBe(MAYBE_CHANGED);
    expect(waitingLabel(afterResponse(requested), SHOWN)).toBeNull();
    expect(waitingLabel(afterResponse(receive([added(4)], requested)), SHOWN)).toBe('1 new sale');
    expect(waitingLabel(afterResponse(receive([removed(2)], requested)), SHOWN)).toBe(CHANGED);
    expect(waitingLabel(afterResponse(receive([many], requested)), SHOWN)).toBe(MAYBE_CHANGED);
  });

  it('no longer announces later sales that it already shows', () => {
    const since = receive([added(4), added(5)], afterRequest(NOTHING));
    expect(waitingLabel(afterResponse(since), [...SHOWN, sale(4)])).toBe('1 new sale');
  });

  it('keeps the count when the request fails', () => {
    const again = receive([added(4)], afterRequest(receive([added(3)])));
    expect(waitingLabel(again, SHOWN)).toBe('2 new sales');
    expect(waitingLabel(afterResponse(afterRequest(again)), SHOWN)).toBeNull();
  });
});
