import { setImmediate } from 'node:timers/promises';
import { filterTerms } from '../../../contract/market/filter-terms.ts';
import type { QueryNode, QueryValue } from '../../../contract/query/ast.ts';
import { dayOf } from '../../../contract/query/day.ts';
import { matchesQuery } from '../../../contract/query/evaluate.ts';
import type { FieldName } from '../../../contract/query/fields.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import type { AnySale } from '../../../contract/sale/sale.ts';
import { dayNumber } from '../../../contract/shared/dates.ts';
import type { SortOrder } from '../../../contract/shared/sort-orders.ts';
import { nameKey } from '../../../contract/shared/text.ts';
import type { SaleFilter } from '../sale.filter.ts';
import {
  all,
  any,
  type Bits,
  BLOCK,
  type BlockFilter,
  countOf,
  fillBits,
  keepRange,
  none,
  roomFor,
  rowsOf,
  WORDS,
} from './blocks.ts';
import { Column } from './column.ts';
import { COLUMNS, type ColumnRow, type Value } from './column-fields.ts';
import { FirstPlaces } from './first-places.ts';
import { Numbers } from './numbers.ts';

/** The highest cost of a count, see `BlockFilter.costPerSale`. */
const MAX_COST = 200_000_000;
/** With more kept sales in a block, comparing the keys of the whole block is faster than one by one. */
const MANY = BLOCK / 4;
/** The time in milliseconds after which a count lets other work run. */
const SLICE_MS = 15;
/** The most comparisons with `matchesQuery` that prepare a count; each takes up to a microsecond. */
const MOST_COMPARISONS = 15_000;

export interface PageOrder {
  sort: string;
  order: SortOrder;
}

export interface PageBounds {
  limit: number;
  offset: number;
}

export interface FoundPage {
  /** The number of sales that match. */
  total: number;
  /** The ids of the page, in its order; null when the database has to find them. */
  ids: number[] | null;
}

/** How much more room than needed there is for sales that come one by one. */
const GROWTH = 1.1;

/**
 * The fields of all public sales of a kind that filters compare, in memory: a count reads half a million sales in a
 * millisecond, where PostgreSQL reads as many entries of an index in forty (docs/staying-fast.md "How reads stay fast").
 */
export class SaleColumns {
  readonly #kind: SaleKind;
  readonly #columns: readonly Column[];
  readonly #prices = new Numbers();
  readonly #days = new Numbers();
  #idOf = new Uint32Array();
  /** By the id of a sale: the number of its row, from 1; 0 for none. */
  #rowOf = new Uint32Array();
  #length = 0;
  readonly #sliceMs: number;

  /** @param sliceMs after how long a count lets other work run, in milliseconds */
  constructor(kind: SaleKind, sliceMs = SLICE_MS) {
    this.#kind = kind;
    this.#sliceMs = sliceMs;
    this.#columns = COLUMNS[kind].map((field) => new Column(field));
  }

  get size(): number {
    return this.#length;
  }

  /** Makes room for sales, so that little is copied while they are added. */
  reserve(sales: number): void {
    const room = Math.ceil(sales / BLOCK) * BLOCK;
    for (const part of [...this.#columns, this.#prices, this.#days]) part.reserve(room);
    this.#idOf = roomFor(this.#idOf, room);
  }

  /** Adds a sale, or replaces it. @throws RangeError when a field has too many different values */
  put([saleId, price, day, ...values]: ColumnRow): void {
    if (saleId >= this.#rowOf.length) this.#rowOf = roomFor(this.#rowOf, Math.ceil((saleId + 1) * GROWTH));
    const row = (this.#rowOf[saleId] || this.#length + 1) - 1;
    if (row >= this.#idOf.length) this.reserve(Math.ceil((row + 1) * GROWTH));
    this.#columns.forEach((column, index) => {
      column.put(row, values[index] ?? null);
    });
    this.#prices.put(row, price);
    this.#days.put(row, day);
    this.#idOf[row] = saleId;
    this.#rowOf[saleId] = row + 1;
    this.#length = Math.max(this.#length, row + 1);
  }

  /** Removes a sale, if it is there. The last one takes its place. */
  delete(saleId: number): void {
    const row = (this.#rowOf[saleId] ?? 0) - 1;
    if (row < 0) return;
    const last = this.#length - 1;
    for (const part of [...this.#columns, this.#prices, this.#days]) part.move(last, row);
    this.#idOf.copyWithin(row, last, last + 1);
    this.#rowOf[this.#idOf[row] ?? 0] = row + 1;
    this.#rowOf[saleId] = 0;
    this.#length = last;
  }

  /**
   * The number of sales that match a filter of this kind; null when it compares what is not in memory. No sale may be added or
   * removed until it resolves.
   */
  async count(filter: SaleFilter): Promise<number | null> {
    const blocks = this.#blockFilterOf(filter);
    return blocks && this.#scan(blocks);
  }

  /**
   * A page of the sales that match a filter of this kind; null when it compares what is not in memory. No sale may be added or
   * removed until it resolves.
   *
   * @returns without ids for another order than by price or day
   */
  async page(
    filter: SaleFilter,
    { sort, order }: PageOrder,
    { limit, offset }: PageBounds,
  ): Promise<FoundPage | null> {
    const blocks = this.#blockFilterOf(filter);
    if (blocks === null) return null;
    const keys = sort === 'price' ? this.#prices : sort === 'date_sold' ? this.#days : undefined;
    if (!keys) return { total: await this.#scan(blocks), ids: null };
    const isAscending = order === 'asc';
    const first = new FirstPlaces(offset + limit, isAscending ? 1 : -1);
    const rows = new Int32Array(BLOCK);
    const add = (bits: Bits, block: number, kept: number) => {
      const [low, high] = first.range();
      if (keys.isOutside(block, low, high)) return;
      if (kept > MANY) keepRange(bits, block, keys.values, low, high);
      const found = rowsOf(bits, block, rows);
      first.add(isAscending ? found : found.reverse(), keys.values, this.#idOf);
    };
    const total = await this.#scan(blocks, add, isAscending);
    return { total, ids: first.idsFrom(offset) };
  }

  /**
   * The number of sales that a filter keeps.
   *
   * @param visit called with those of each block and their number
   * @param isAscending false to begin at the end, about with the newest, which come first where an order descends
   */
  async #scan(
    { apply }: BlockFilter,
    visit?: (bits: Bits, block: number, kept: number) => void,
    isAscending = true,
  ): Promise<number> {
    const blocks = Math.ceil(this.#length / BLOCK);
    const bits = new Int32Array(WORDS);
    let total = 0;
    let started = performance.now();
    for (let index = 0; index < blocks; index += 1) {
      if (performance.now() - started > this.#sliceMs) {
        await setImmediate();
        started = performance.now();
      }
      const block = isAscending ? index : blocks - 1 - index;
      fillBits(bits, Math.min(BLOCK, this.#length - block * BLOCK));
      apply(bits, block);
      const kept = countOf(bits);
      total += kept;
      visit?.(bits, block, kept);
    }
    return total;
  }

  /** The condition of a filter; null when it compares what is not in memory, or would take too long. */
  #blockFilterOf({ name, exact, submitter, query, ...values }: SaleFilter): BlockFilter | null {
    const terms = filterTerms(values);
    const compared = [...terms, ...(query ? [query.ast] : [])];
    if (submitter || sum(compared.map((term) => this.#comparisonsOf(term))) > MOST_COMPARISONS) return null;
    // The name first, because it leaves out most sales: conditions that are equally fast keep this order.
    const known = complete([
      ...(name ? [this.#nameFilter(nameKey(name), exact ?? false)] : []),
      ...terms.map((term) => this.#nodeFilter(term, '')),
      ...(query ? [this.#nodeFilter(query.ast, query.today)] : []),
    ]);
    if (!known) return null;
    const filter = all(known);
    return this.#length * filter.costPerSale > MAX_COST ? null : filter;
  }

  #columnOf(name: FieldName): Column | undefined {
    return this.#columns.find(({ field }) => field.name === name);
  }

  /** How often `matchesQuery` runs to prepare a condition. */
  #comparisonsOf(node: QueryNode): number {
    switch (node.type) {
      case 'and':
      case 'or':
        return sum(node.terms.map((term) => this.#comparisonsOf(term)));
      case 'not':
        return this.#comparisonsOf(node.term);
      default:
        return (node.type === 'in' ? node.values.length : 1) * (this.#columnOf(node.field)?.different ?? 0);
    }
  }

  #nameFilter(key: string, exact: boolean): BlockFilter | null {
    const test = exact ? (value: Value) => value === key : (value: Value) => String(value).includes(key);
    return this.#columnOf(this.#kind)?.where(test) ?? null;
  }

  #nodeFilter(node: QueryNode, today: string): BlockFilter | null {
    switch (node.type) {
      case 'and':
      case 'or': {
        const filters = complete(node.terms.map((term) => this.#nodeFilter(term, today)));
        return filters && (node.type === 'and' ? all(filters) : any(filters));
      }
      case 'not': {
        const filter = this.#nodeFilter(node.term, today);
        return filter && none(filter);
      }
      default:
        if (node.field === 'price') return numberFilter(this.#prices, node, Number);
        return node.field === 'date'
          ? numberFilter(this.#days, node, (day) => dayNumber(dayOf(String(day), today)))
          : this.#valueFilter(node, today);
    }
  }

  #valueFilter(node: Extract<QueryNode, { field: string }>, today: string): BlockFilter | null {
    const column = this.#columnOf(node.field);
    if (!column) return null;
    const { sampleOf } = column.field;
    // Safe: a term reads only the properties of its field.
    const sampled = (value: Value) => ({ kind: this.#kind, ...sampleOf(value) }) as AnySale;
    return column.where((value) => matchesQuery(node, sampled(value), today));
  }
}

/** The condition of a term on a number; null for an operator that numbers do not have. */
function numberFilter(
  numbers: Numbers,
  node: Extract<QueryNode, { field: string }>,
  numberOf: (value: QueryValue) => number,
): BlockFilter | null {
  if (node.type === 'in') {
    const found = any(node.values.map(numberOf).map((value) => numbers.between(value, value)));
    return node.negated ? none(found) : found;
  }
  if (node.type !== 'compare') return null;
  const value = numberOf(node.value);
  const { NEGATIVE_INFINITY: least, POSITIVE_INFINITY: most } = Number;
  switch (node.op) {
    case '=':
      return numbers.between(value, value);
    case '!=':
      return none(numbers.between(value, value));
    case '>=':
      return numbers.between(value, most);
    case '<=':
      return numbers.between(least, value);
    case '>':
      return none(numbers.between(least, value));
    case '<':
      return none(numbers.between(value, most));
    default:
      return null;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Null when one of them is. */
function complete(filters: readonly (BlockFilter | null)[]): BlockFilter[] | null {
  const known = filters.filter((filter) => filter !== null);
  return known.length === filters.length ? known : null;
}
