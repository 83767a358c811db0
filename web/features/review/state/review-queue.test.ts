import { describe, expect, it } from 'vitest';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import {
  arrivals,
  EMPTY_QUEUE,
  isAllSelected,
  knownTotal,
  lacksFields,
  modeOf,
  neighbourOf,
  nextOpen,
  openRows,
  type QueueAction,
  type ReviewQueue,
  reviewQueueReducer,
  type SaleEvent,
  selectedSales,
} from './review-queue.ts';

const NOW = '2026-03-12T14:05:00.000Z';

const sale = (sale_id: number, change: Partial<ReviewSale> = {}): ReviewSale =>
  ({
    kind: 'item',
    sale_id,
    item_id: 1,
    item_name: `Item ${sale_id}`,
    price: 100,
    date_sold: '2026-03-10',
    proof_url: null,
    image_url: null,
    status: 'pending',
    submitted_by: 7,
    submitted_by_username: 'ash_k',
    date_submitted: NOW,
    approved_by: null,
    review_notes: null,
    version: 1,
    flags: [],
    checked_at: null,
    decided: null,
    deleted_at: null,
    deleted_by: null,
    reports: null,
    ...change,
  }) as ReviewSale;

const event = (sale_id: number, type: SaleEvent['event'], change: Partial<SaleEvent> = {}): SaleEvent => ({
  type: 'sale',
  sale_id,
  event: type,
  status: 'pending',
  version: 2,
  by: 'misty_w',
  at: NOW,
  ...change,
});

const pageOf = (data: ReviewSale[]) => ({
  data,
  pagination: { page: 1, limit: 15, total: data.length, totalPages: 1 },
});
const apply = (queue: ReviewQueue, ...actions: QueueAction[]) => actions.reduce(reviewQueueReducer, queue);
const changed = (of: SaleEvent): QueueAction => ({ type: 'saleChanged', event: of });
const fetched = (...sales: ReviewSale[]): QueueAction => ({ type: 'salesFetched', sales });
const loaded = (...sales: ReviewSale[]) => apply(EMPTY_QUEUE, { type: 'loaded', page: pageOf(sales) });

const queue = loaded(sale(1), sale(2), sale(3));
const approved = event(2, 'approved', { status: 'approved' });
const ids = (of: Pick<ReviewQueue, 'rows'>) => of.rows.map((row) => row.sale_id);
const row = (of: ReviewQueue, id: number) => of.rows.find((one) => one.sale_id === id);

describe('a decision by someone else', () => {
  it('keeps the row in its place and names who decided', () => {
    const decided = apply(queue, changed(approved));
    expect(ids(decided)).toEqual([1, 2, 3]);
    expect(row(decided, 2)).toMatchObject({
      status: 'approved',
      version: 2,
      decided: { by: 'misty_w', at: NOW },
    });
    expect([...decided.settled]).toEqual([2]);
  });

  it('is applied once when its event is repeated', () => {
    const decided = apply(queue, changed(approved));
    expect(apply(decided, changed({ ...approved, by: 'brock' }))).toBe(decided);
  });

  it('is reset when it is undone', () => {
    const undone = apply(queue, changed(approved), changed(event(2, 'undone', { version: 3 })));
    expect(row(undone, 2)).toMatchObject({ status: 'pending', version: 3, decided: null });
    expect(undone.settled.size).toBe(0);
    const rejected = { ...sale(2), status: 'rejected' as const, version: 3, review_notes: 'No proof' };
    const returned = apply(queue, fetched(rejected), changed(event(2, 'undone', { version: 4 })));
    expect(row(returned, 2)).toMatchObject({ status: 'pending', review_notes: null });
  });

  it('is not reverted by an outdated answer', () => {
    const decided = apply(queue, changed(approved));
    expect(apply(decided, fetched(sale(2)))).toBe(decided);
  });

  it('keeps the selection', () => {
    const selected = apply(queue, { type: 'saleToggled', id: 2 });
    const decided = apply(selected, changed(approved));
    expect(selectedSales(decided)).toEqual([]);
    const undone = apply(decided, changed(event(2, 'undone', { version: 3 })));
    expect(selectedSales(undone).map(({ sale_id }) => sale_id)).toEqual([2]);
  });
});

describe('an event without the fields of its version', () => {
  it.each<[string, SaleEvent, boolean]>([
    ['an edit', event(1, 'edited'), true],
    ['a skipped version', { ...approved, version: 3 }, true],
    ['the next version', approved, false],
    ['a known version', { ...approved, version: 1 }, false],
    ['a sale of another page', event(9, 'edited'), false],
  ])('%s', (_, of, lacks) => {
    expect(lacksFields(queue, of)).toBe(lacks);
  });

  it('changes nothing until the edited sale is fetched', () => {
    expect(apply(queue, changed(event(1, 'edited')))).toBe(queue);
    const edited = apply(queue, fetched(sale(1, { version: 2, price: 700 })));
    expect(row(edited, 1)).toMatchObject({ price: 700, version: 2 });
    expect(edited.settled.size).toBe(0);
  });
});

describe('fetched sales', () => {
  it('settle a row whose decision was missed', () => {
    const put = apply(queue, fetched(sale(3, { status: 'rejected', version: 2 }), sale(9)));
    expect([...put.settled]).toEqual([3]);
    expect(ids(put)).toEqual([1, 2, 3]);
  });

  it('do not settle what was decided before the load', () => {
    const old = loaded(sale(4, { status: 'approved' }));
    const flags: ReviewSale['flags'] = [{ flag: 'first_sale' }];
    expect(apply(old, fetched(sale(4, { status: 'approved', flags }))).settled.size).toBe(0);
  });
});

it('settles a deleted sale whatever its status, until it is restored', () => {
  const deleted = apply(queue, changed(event(1, 'deleted')));
  expect(row(deleted, 1)).toMatchObject({ status: 'pending', deleted_at: NOW, deleted_by: 'misty_w' });
  expect([...deleted.settled]).toEqual([1]);
  const restored = apply(deleted, changed(event(1, 'restored', { version: 3 })));
  expect(restored.settled.size).toBe(0);
  expect(row(restored, 1)).toMatchObject({ deleted_at: null, deleted_by: null });
});

describe('the mode of a sale', () => {
  const rejecting = apply(queue, { type: 'modeChanged', id: 1, mode: 'reject' }, { type: 'shown', id: 1 });

  it('lasts until another one shows', () => {
    expect([modeOf(queue, 1), modeOf(rejecting, 1), modeOf(rejecting, 2)]).toEqual([
      'view',
      'reject',
      'view',
    ]);
    expect(modeOf(apply(rejecting, { type: 'shown', id: null }), 1)).toBe('reject');
    expect(modeOf(apply(rejecting, { type: 'shown', id: 2 }), 1)).toBe('view');
  });

  it('is no rejection any more once someone else has decided, also when that is undone', () => {
    expect(modeOf(apply(rejecting, fetched(sale(1, { version: 2 }))), 1)).toBe('reject');
    const decided = apply(rejecting, {
      type: 'saleChanged',
      event: event(1, 'approved', { status: 'approved' }),
    });
    expect(modeOf(decided, 1)).toBe('view');
    const undone = apply(decided, { type: 'saleChanged', event: event(1, 'undone', { version: 3 }) });
    expect(modeOf(undone, 1)).toBe('view');
  });

  it('is not changed by the end of a decision on another one', () => {
    const editing = apply(rejecting, { type: 'shown', id: 2 }, { type: 'modeChanged', id: 2, mode: 'edit' });
    expect(modeOf(apply(editing, { type: 'modeChanged', id: 1, mode: 'view' }), 2)).toBe('edit');
    expect(modeOf(apply(editing, { type: 'modeChanged', id: 2, mode: 'view' }), 2)).toBe('view');
  });
});

describe('submissions that arrive', () => {
  const more = apply(
    queue,
    changed(event(8, 'submitted', { version: 1 })),
    changed(event(9, 'submitted', { version: 1 })),
  );

  it('are counted, and appended once they are fetched', () => {
    expect(ids(more)).toEqual([1, 2, 3]);
    expect(arrivals(more)).toEqual([8, 9]);
    const appended = apply(more, { type: 'arrivalsFetched', sales: [sale(8), sale(9)] });
    expect(ids(appended)).toEqual([1, 2, 3, 8, 9]);
    expect(arrivals(appended)).toEqual([]);
  });

  it('are not counted while they are decided', () => {
    const decided = apply(more, changed(event(8, 'approved', { status: 'approved' })));
    expect(arrivals(decided)).toEqual([9]);
    expect(arrivals(apply(decided, changed(event(8, 'undone', { version: 3 }))))).toEqual([8, 9]);
    const sales = [sale(8, { status: 'approved' }), sale(9)];
    expect(ids(apply(decided, { type: 'arrivalsFetched', sales }))).toEqual([1, 2, 3, 9]);
  });

  it('do not include undone decisions of other pages', () => {
    expect(arrivals(apply(queue, changed(event(5, 'undone'))))).toEqual([]);
  });

  it('are found by a refresh of the last page only', () => {
    const sales = [sale(1, { version: 2, price: 9 }), sale(2), sale(3), sale(4)];
    const refresh = (isLast: boolean, page = queue.page ?? pageOf([])) =>
      apply(queue, { type: 'pageRefreshed', page, sales, isLast, total: 4, known: 3 });
    expect(arrivals(refresh(true))).toEqual([4]);
    expect(arrivals(refresh(false))).toEqual([]);
    expect(row(refresh(false), 1)).toMatchObject({ price: 9 });
    // The answer to a page that is no longer on screen.
    expect(refresh(true, pageOf([]))).toBe(queue);
  });

  it('are not numbered while more sales wait than are known', () => {
    const refresh = (total: number, known: number, isLast = true, of = queue) => {
      const page = of.page ?? pageOf([]);
      const sales = [sale(1), sale(2), sale(3), sale(4)];
      return apply(of, { type: 'pageRefreshed', page, sales, isLast, total, known }).hasMore;
    };
    expect(refresh(104, 3)).toBe(true);
    expect(refresh(4, 3)).toBe(false);
    expect(refresh(4, 3, false)).toBe(true);
    // Reported during the request: an arrival that the total includes, and a decision that it does not.
    expect(refresh(4, 3, false, apply(queue, changed(event(8, 'submitted', { version: 1 }))))).toBe(false);
    expect(refresh(3, 3, false, apply(queue, changed(approved)))).toBe(false);
  });

  it('are known together with those of other pages, without decided ones', () => {
    const first = apply(EMPTY_QUEUE, {
      type: 'loaded',
      page: { data: [sale(1), sale(2)], pagination: { page: 1, limit: 2, total: 5, totalPages: 3 } },
    });
    const later = apply(first, changed(approved), changed(event(8, 'submitted', { version: 1 })));
    expect([knownTotal(first), knownTotal(later)]).toEqual([5, 5]);
    expect(knownTotal(apply(later, { type: 'arrivalsFetched', sales: [sale(8)] }))).toBe(5);
  });
});

describe('a load', () => {
  it('opens the first pending sale, and keeps it open when someone decides it', () => {
    const page = loaded(sale(1, { status: 'rejected' }), sale(2), sale(3));
    expect(page.firstId).toBe(2);
    expect(apply(page, changed(approved)).firstId).toBe(2);
    expect(loaded(sale(7, { status: 'approved' })).firstId).toBe(7);
    expect(loaded().firstId).toBeNull();
  });

  it('resets what belongs to the page', () => {
    const used = apply(
      queue,
      changed(approved),
      changed(event(8, 'submitted', { version: 1 })),
      { type: 'saleToggled', id: 1 },
      {
        type: 'decided',
        decision: {
          status: 'rejected',
          sales: [{ id: 3, version: 2, reference: 'Item, sale #3' }],
          notes: '',
          until: 1,
        },
        by: 'brock',
        at: NOW,
      },
    );
    const next = apply(used, { type: 'loaded', page: pageOf([sale(1), sale(4)]) });
    expect(ids(next)).toEqual([1, 4]);
    expect([next.settled.size, next.selected.size, arrivals(next)]).toEqual([0, 0, []]);
  });
});

describe("the reviewer's own decisions", () => {
  const sales = [1, 2].map((id) => ({ id, version: 2, reference: `Item, sale #${id}` }));
  const decided: QueueAction = {
    type: 'decided',
    decision: { status: 'rejected', sales, notes: '', until: 1_000 },
    by: 'brock',
    at: NOW,
  };

  it('settle their rows before the server reports them', () => {
    const done = apply(queue, decided);
    expect([...done.settled]).toEqual([1, 2]);
    expect(row(done, 1)).toMatchObject({ status: 'rejected', version: 2, decided: { by: 'brock', at: NOW } });
    const reported = event(1, 'rejected', { status: 'rejected', by: 'brock' });
    expect(apply(done, changed(reported))).toBe(done);
  });
});

describe('the selection', () => {
  it('has the sales that wait, in the order of the page', () => {
    const some = apply(queue, { type: 'saleToggled', id: 3 }, { type: 'saleToggled', id: 1 });
    expect(selectedSales(some).map(({ sale_id }) => sale_id)).toEqual([1, 3]);
    expect(apply(some, { type: 'saleToggled', id: 3 }).selected).toEqual(new Set([1]));
    expect(apply(some, { type: 'selectionCleared' }).selected.size).toBe(0);
  });

  it('toggles all that wait', () => {
    const page = apply(queue, changed(approved), { type: 'allToggled' });
    expect(page.selected).toEqual(new Set([1, 3]));
    expect(isAllSelected(page)).toBe(true);
    expect(apply(page, { type: 'allToggled' }).selected.size).toBe(0);
    expect(isAllSelected(loaded(sale(4, { status: 'approved' })))).toBe(false);
  });

  it('selects no more than can be decided at once', () => {
    const many = Array.from({ length: LIMITS.review.bulk + 5 }, (_, index) => sale(index + 1));
    const all = apply(loaded(...many), { type: 'allToggled' });
    expect(all.selected.size).toBe(LIMITS.review.bulk);
    expect(isAllSelected(all)).toBe(true);
    expect(apply(all, { type: 'allToggled' }).selected.size).toBe(0);
  });
});

describe('moving', () => {
  const page = apply(queue, changed(approved));

  it('goes from row to row, and enters the page at its ends', () => {
    expect(neighbourOf(page, 1, 1)?.sale_id).toBe(2);
    expect(neighbourOf(page, 3, -1)?.sale_id).toBe(2);
    expect([neighbourOf(page, 3, 1), neighbourOf(page, 1, -1)]).toEqual([undefined, undefined]);
    expect([neighbourOf(page, null, 1)?.sale_id, neighbourOf(page, null, -1)?.sale_id]).toEqual([1, 3]);
    expect(neighbourOf(loaded(), null, 1)).toBeUndefined();
  });

  it('continues with the next sale that waits, from the top after the last one', () => {
    expect(nextOpen(page, 1)?.sale_id).toBe(3);
    expect(nextOpen(page, 3)?.sale_id).toBe(1);
    expect(nextOpen(loaded(sale(1)), 1)).toBeUndefined();
    // A sale that is not on the page.
    expect(nextOpen(page, 99)?.sale_id).toBe(1);
  });
});

describe('a queue of reported sales', () => {
  const reports = { total: 1, reasons: [] };
  const reported = (id: number) => sale(id, { status: 'approved', version: 2, reports });
  const page = apply(
    { ...EMPTY_QUEUE, scope: 'reported' },
    { type: 'loaded', page: pageOf([1, 2, 3].map(reported)) },
  );

  it('waits for decisions on reports, not on submissions', () => {
    expect(openRows(page).map(({ sale_id }) => sale_id)).toEqual([1, 2, 3]);
    expect([page.firstId, nextOpen(page, 3)?.sale_id]).toEqual([1, 1]);
    const returned = apply(page, changed(event(1, 'returned', { version: 3 })));
    for (const queue of [page, returned])
      expect(selectedSales(apply(queue, { type: 'saleToggled', id: 1 }))).toEqual([]);
  });

  it('settles a sale whose reports are decided, and one that is returned or deleted', () => {
    const dismissed = apply(page, fetched(sale(1, { status: 'approved', version: 2 })));
    const returned = apply(dismissed, changed(event(2, 'returned', { version: 3 })));
    const deleted = apply(returned, changed(event(3, 'deleted', { status: 'approved', version: 3 })));
    expect([...deleted.settled]).toEqual([1, 2, 3]);
    expect(ids(deleted)).toEqual([1, 2, 3]);
    expect(openRows(deleted)).toEqual([]);
  });

  it('counts newly reported sales as arrivals, and no submissions', () => {
    const refreshed: QueueAction = {
      type: 'pageRefreshed',
      page: page.page ?? pageOf([]),
      sales: [...page.rows, reported(4)],
      isLast: true,
      total: 4,
      known: 3,
    };
    const later = apply(page, refreshed, changed(event(9, 'submitted')));
    expect(arrivals(later)).toEqual([4]);
    expect(ids(apply(later, { type: 'arrivalsFetched', sales: [reported(4)] }))).toEqual([1, 2, 3, 4]);
  });
});
