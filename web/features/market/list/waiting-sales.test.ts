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
});
const removed = (sale_id: number): MarketUpdate => ({ type: 'removed', sale_id });
const many: MarketUpdate = { type: 'many' };

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
    [null, [removed(9)]],
    // Already on screen: the event is repeated after a lost connection.
    [null, [added(1)]],
    ['Sales shown here have changed', [added(1, 3)]],
    ['Sales shown here have changed', [removed(2)]],
    ['1 new sale', [removed(2), added(3)]],
    ['There are new sales', [added(3), many]],
    ['There are new sales', [many, removed(3)]],
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
    expect(waitingLabel(requested, SHOWN)).toBe('There are new sales');
    expect(waitingLabel(afterResponse(requested), SHOWN)).toBeNull();
    expect(waitingLabel(afterResponse(receive([added(4)], requested)), SHOWN)).toBe('1 new sale');
    expect(waitingLabel(afterResponse(receive([removed(2)], requested)), SHOWN)).toBe(
      'Sales shown here have changed',
    );
    expect(waitingLabel(afterResponse(receive([many], requested)), SHOWN)).toBe('There are new sales');
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
