import { describe, expect, it } from 'vitest';
import type { MarketUpdate } from '../../../../src/contract/market/market.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import {
  afterAnswer,
  afterAsking,
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

const told = (updates: MarketUpdate[], before: Waiting = NOTHING) =>
  updates.reduce((waiting, update) => afterUpdate(waiting, update, SHOWN), before);

describe('what waits', () => {
  it.each<[string | null, MarketUpdate[]]>([
    [null, []],
    [null, [{ type: 'here', quiet: true }]],
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
  ])('is %j', (words, updates) => {
    expect(waitingLabel(told(updates))).toBe(words);
  });

  it('counts in thousands', () => {
    expect(waitingLabel(told(Array.from({ length: 1_200 }, (_, i) => added(i + 10))))).toBe(
      '1,200 new sales',
    );
  });
});

describe('a list that is loaded again', () => {
  it('shows what was told before it was asked for, and not what was told since', () => {
    const asked = afterAsking(told([added(3), removed(1), many]));
    expect(waitingLabel(asked)).toBe('There are new sales');
    expect(waitingLabel(afterAnswer(asked, SHOWN))).toBeNull();
    expect(waitingLabel(afterAnswer(told([added(4)], asked), SHOWN))).toBe('1 new sale');
    expect(waitingLabel(afterAnswer(told([removed(2)], asked), SHOWN))).toBe('Sales shown here have changed');
    expect(waitingLabel(afterAnswer(told([many], asked), SHOWN))).toBe('There are new sales');
  });

  it('shows what it has of what was told since', () => {
    const told45 = told([added(4), added(5)], afterAsking(NOTHING));
    expect(waitingLabel(afterAnswer(told45, [...SHOWN, sale(4)]))).toBe('1 new sale');
  });

  it('changes nothing when it fails', () => {
    const again = told([added(4)], afterAsking(told([added(3)])));
    expect(waitingLabel(again)).toBe('2 new sales');
    expect(waitingLabel(afterAnswer(afterAsking(again), SHOWN))).toBeNull();
  });
});
