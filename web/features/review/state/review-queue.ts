import { REPORT_DECISIONS, type ReportDecision } from '../../../../src/contract/reports/report-values.ts';
import type { ReviewSale, ReviewUpdate } from '../../../../src/contract/review/review.ts';
import type { ReviewScope } from '../../../../src/contract/review/review-values.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import type { Page } from '../../../../src/contract/shared/primitives.ts';
import type { UndoableDecision } from './decisions.ts';

/**
 * The submissions of a page and everything a reviewer does to them. Rows keep their places until the next load,
 * whatever happens to their sales.
 */
export interface ReviewQueue {
  /** What the rows wait for: with `reported` a decision on their reports, otherwise one on the submission. */
  scope: ReviewScope;
  /** The page as the server sent it; undefined before the first answer. */
  page: Page<ReviewSale> | undefined;
  rows: readonly ReviewSale[];
  /** Decided or deleted since the load, by anyone. */
  settled: ReadonlySet<number>;
  /** Who returned sales to review since the load, and when. */
  returned: ReadonlyMap<number, { by: string | null; at: string }>;
  /** Submissions that arrived since the load; false for those that no longer wait. */
  arrived: ReadonlyMap<number, boolean>;
  /** Whether more sales wait than are known, somewhere in the queue. */
  hasMore: boolean;
  /** What the workbench opens by default. Chosen once a load, so that a decision by someone else cannot replace it. */
  firstId: number | null;
  focusedId: number | null;
  /** How a sale is open; every other one is only viewed. */
  mode: { id: number; mode: SaleMode } | null;
  selected: ReadonlySet<number>;
}

/** `reject`: the reasons are open. `edit`: the form is open. A decision on reports: its comment is open. */
export type SaleMode = 'view' | 'reject' | 'edit' | ReportDecision;

/** True while the comment of a decision on reports is open. */
export const isReportDecision = (mode: SaleMode): mode is ReportDecision =>
  REPORT_DECISIONS.some((decision) => decision === mode);

export type SaleEvent = Extract<ReviewUpdate, { type: 'sale' }>;

export type QueueAction =
  | { type: 'loaded'; page: Page<ReviewSale> | undefined }
  | { type: 'saleChanged'; event: SaleEvent }
  | { type: 'salesFetched'; sales: readonly ReviewSale[] }
  /**
   * The current sales of `page`, and how many wait in the whole queue; `known` is `knownTotal` before the request. When the
   * page is the last one, those that are new to it have arrived since.
   */
  | {
      type: 'pageRefreshed';
      page: Page<ReviewSale>;
      sales: readonly ReviewSale[];
      isLast: boolean;
      total: number;
      known: number;
    }
  | { type: 'arrivalsFetched'; sales: readonly ReviewSale[] }
  | { type: 'decided'; decision: UndoableDecision; by: string | null; at: string }
  | { type: 'saleToggled'; id: number }
  | { type: 'allToggled' }
  | { type: 'selectionCleared' }
  | { type: 'focused'; id: number }
  /** A sale is on screen, or none. */
  | { type: 'shown'; id: number | null }
  | { type: 'modeChanged'; id: number; mode: SaleMode };

export const EMPTY_QUEUE: ReviewQueue = {
  scope: 'pending',
  page: undefined,
  rows: [],
  settled: new Set(),
  returned: new Map(),
  arrived: new Map(),
  hasMore: false,
  firstId: null,
  focusedId: null,
  mode: null,
  selected: new Set(),
};

/** True for a submission that waits for a decision. */
export const isOpen = (sale: ReviewSale): boolean => sale.status === 'pending' && sale.deleted_at === null;

/** True for an approved sale whose reports wait for a decision. */
export const isReported = (sale: ReviewSale): boolean =>
  sale.reports !== null && sale.status === 'approved' && sale.deleted_at === null;

/** What a row of the queue waits for. */
const waitsIn = ({ scope }: Pick<ReviewQueue, 'scope'>): ((sale: ReviewSale) => boolean) =>
  scope === 'reported' ? isReported : isOpen;

export const findRow = ({ rows }: ReviewQueue, id: number | null): ReviewSale | undefined =>
  rows.find((row) => row.sale_id === id);

export const modeOf = ({ mode }: ReviewQueue, id: number): SaleMode => (mode?.id === id ? mode.mode : 'view');

export const openRows = (queue: ReviewQueue): ReviewSale[] => queue.rows.filter(waitsIn(queue));

/** Whether a sale can be selected, to decide it with others. */
export const isSelectable = ({ scope }: ReviewQueue, sale: ReviewSale): boolean =>
  scope !== 'reported' && isOpen(sale);

/** The selected sales that still wait, in the order of the page. */
export const selectedSales = (queue: ReviewQueue): ReviewSale[] =>
  queue.rows.filter((sale) => isSelectable(queue, sale) && queue.selected.has(sale.sale_id));

/** The sales that "Select all" selects: no more than can be decided at once, although arrivals make a page longer. */
const allSelectable = (queue: ReviewQueue): ReviewSale[] => openRows(queue).slice(0, LIMITS.review.bulk);

/** Whether every sale that waits is selected, or as many as can be decided at once. */
export function isAllSelected(queue: ReviewQueue): boolean {
  const all = allSelectable(queue);
  return all.length > 0 && all.every((sale) => queue.selected.has(sale.sale_id));
}

/** Submissions that arrived since the load and still wait. */
export const arrivals = ({ arrived }: ReviewQueue): number[] =>
  [...arrived].filter(([, waits]) => waits).map(([id]) => id);

/** How many sales wait in the whole queue, as far as it is known: on this page, on the others, and since the load. */
export function knownTotal(queue: ReviewQueue): number {
  const { data, pagination } = queue.page ?? { data: [], pagination: { total: 0 } };
  return pagination.total - data.length + openRows(queue).length + arrivals(queue).length;
}

/** The next sale that waits after another one; after the last row it continues at the top. */
export function nextOpen(queue: ReviewQueue, afterId: number): ReviewSale | undefined {
  const { rows } = queue;
  const at = rows.findIndex((sale) => sale.sale_id === afterId);
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))].find(waitsIn(queue));
}

/** The row before or after another one; without a current row the page's first or last. */
export function neighbourOf({ rows }: ReviewQueue, id: number | null, by: 1 | -1): ReviewSale | undefined {
  const at = rows.findIndex((sale) => sale.sale_id === id);
  return at < 0 ? rows.at(by > 0 ? 0 : -1) : rows[at + by];
}

/** True when an event does not carry the fields of the version it names: the sale has to be fetched. */
export function lacksFields(queue: ReviewQueue, event: SaleEvent): boolean {
  const row = findRow(queue, event.sale_id);
  if (!row || event.version <= row.version) return false;
  return event.event === 'edited' || event.version > row.version + 1;
}

function toggled<T>(set: ReadonlySet<T>, value: T, present = !set.has(value)): ReadonlySet<T> {
  if (set.has(value) === present) return set;
  const next = new Set(set);
  if (present) next.add(value);
  else next.delete(value);
  return next;
}

/**
 * When someone else decides a sale first, the open reasons for its rejection close: they must not open again, and take the
 * focus, when that decision is undone.
 */
const endsReject = ({ mode }: ReviewQueue, sale: ReviewSale): boolean =>
  mode?.id === sale.sale_id && mode.mode === 'reject' && !isOpen(sale);

const replaceRow = (queue: ReviewQueue, sale: ReviewSale, settled: boolean): ReviewQueue => ({
  ...queue,
  rows: queue.rows.map((row) => (row.sale_id === sale.sale_id ? sale : row)),
  settled: toggled(queue.settled, sale.sale_id, settled),
  mode: endsReject(queue, sale) ? null : queue.mode,
});

/** Events that add a sale to the queue. An undone decision is none: its sale was in the queue before. */
const ARRIVING: readonly SaleEvent['event'][] = ['submitted', 'returned', 'restored'];

function arrive(queue: ReviewQueue, { sale_id: id, event, status }: SaleEvent): ReviewQueue {
  if (queue.scope === 'reported') return queue;
  const waits = status === 'pending' && event !== 'deleted';
  const isKnown = queue.arrived.has(id);
  if (!isKnown && !(waits && ARRIVING.includes(event))) return queue;
  return { ...queue, arrived: new Map(queue.arrived).set(id, waits) };
}

/** Applies an event to its row. Repeated and outdated events change nothing. */
function applyEvent(queue: ReviewQueue, event: SaleEvent): ReviewQueue {
  const row = findRow(queue, event.sale_id);
  if (!row) return arrive(queue, event);
  // The version of an edit may only be shown together with its fields.
  if (event.version <= row.version || event.event === 'edited') return queue;
  const { status, version, by, at } = event;
  const { deleted_at, deleted_by } =
    event.event === 'deleted'
      ? { deleted_at: at, deleted_by: by }
      : event.event === 'restored'
        ? { deleted_at: null, deleted_by: null }
        : row;
  const isDecision = event.event === 'approved' || event.event === 'rejected';
  const decided = isDecision ? { by, at } : status === 'pending' ? null : row.decided;
  const review_notes = status === 'pending' ? null : row.review_notes;
  const sale: ReviewSale = { ...row, status, version, decided, review_notes, deleted_at, deleted_by };
  return replaceRow(queue, sale, !waitsIn(queue)(sale));
}

/** Sales do not tell who returned them. */
function withReturn(queue: ReviewQueue, { event, sale_id, by, at }: SaleEvent): ReviewQueue {
  if (event !== 'returned' || !findRow(queue, sale_id)) return queue;
  return { ...queue, returned: new Map(queue.returned).set(sale_id, { by, at }) };
}

/** Replaces rows by newer versions; sales of other pages are ignored. */
const putSales = (queue: ReviewQueue, sales: readonly ReviewSale[]): ReviewQueue =>
  sales.reduce((now, sale) => {
    const row = findRow(now, sale.sale_id);
    if (!row || sale.version < row.version) return now;
    const waits = waitsIn(queue);
    const settled = !waits(sale) && (waits(row) || now.settled.has(sale.sale_id));
    return replaceRow(now, sale, settled);
  }, queue);

const unknownOf = (queue: ReviewQueue, sales: readonly ReviewSale[]) =>
  sales.filter((sale) => waitsIn(queue)(sale) && !findRow(queue, sale.sale_id));

function countArrivals(queue: ReviewQueue, sales: readonly ReviewSale[]): ReviewQueue {
  const arrived = new Map(queue.arrived);
  for (const { sale_id } of unknownOf(queue, sales)) arrived.set(sale_id, true);
  return { ...queue, arrived };
}

function appendArrivals(queue: ReviewQueue, sales: readonly ReviewSale[]): ReviewQueue {
  const arrived = new Map(queue.arrived);
  for (const { sale_id } of sales) arrived.delete(sale_id);
  return { ...queue, rows: [...queue.rows, ...unknownOf(queue, sales)], arrived };
}

function load(queue: ReviewQueue, page: Page<ReviewSale> | undefined): ReviewQueue {
  const rows = page?.data ?? [];
  const { settled, returned, arrived, hasMore, selected } = EMPTY_QUEUE;
  const firstId = (rows.find(waitsIn(queue)) ?? rows[0])?.sale_id ?? null;
  return { ...queue, page, rows, settled, returned, arrived, hasMore, selected, firstId };
}

function decide(queue: ReviewQueue, action: Extract<QueueAction, { type: 'decided' }>): ReviewQueue {
  const { decision, by, at } = action;
  const { status } = decision;
  return decision.sales.reduce(
    (now, { id, version }) =>
      applyEvent(now, { type: 'sale', sale_id: id, event: status, status, version, by, at }),
    queue,
  );
}

/** The queue after an action. Actions that change nothing answer the same queue. */
export function reviewQueueReducer(queue: ReviewQueue, action: QueueAction): ReviewQueue {
  switch (action.type) {
    case 'loaded':
      return load(queue, action.page);
    case 'saleChanged':
      return applyEvent(withReturn(queue, action.event), action.event);
    case 'salesFetched':
      return putSales(queue, action.sales);
    case 'pageRefreshed': {
      // The answer came too late: another page is on screen.
      if (queue.page !== action.page) return queue;
      const refreshed = putSales(queue, action.sales);
      const counted = action.isLast ? countArrivals(refreshed, action.sales) : refreshed;
      // The total may be older than decisions and arrivals that were reported during the request.
      return { ...counted, hasMore: action.total > Math.max(action.known, knownTotal(counted)) };
    }
    case 'arrivalsFetched':
      return appendArrivals(queue, action.sales);
    case 'decided':
      return decide(queue, action);
    case 'saleToggled':
      return { ...queue, selected: toggled(queue.selected, action.id) };
    case 'allToggled': {
      const ids = isAllSelected(queue) ? [] : allSelectable(queue).map(({ sale_id }) => sale_id);
      return { ...queue, selected: new Set(ids) };
    }
    case 'selectionCleared':
      return { ...queue, selected: EMPTY_QUEUE.selected };
    case 'focused':
      return queue.focusedId === action.id ? queue : { ...queue, focusedId: action.id };
    case 'shown': {
      // A sale that closes keeps its mode while it fades.
      const isOther = action.id !== null && queue.mode !== null && action.id !== queue.mode.id;
      return isOther ? { ...queue, mode: null } : queue;
    }
    case 'modeChanged':
      // A sale that is done leaves the mode of the one that the reviewer opened meanwhile.
      if (action.mode === 'view' && queue.mode?.id !== action.id) return queue;
      return { ...queue, mode: { id: action.id, mode: action.mode } };
  }
}
