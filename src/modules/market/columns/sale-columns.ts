import { type RawBuilder, sql } from 'kysely';
import { filterTerms } from '../../../contract/market/filter-fields.ts';
import type { QueryNode } from '../../../contract/query/ast.ts';
import { matchesQuery } from '../../../contract/query/evaluate.ts';
import { type FieldName, fieldsOf, type QueryField } from '../../../contract/query/fields.ts';
import { ivColumn, STATS } from '../../../contract/sale/ivs.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import type { AnySale, SortOrder } from '../../../contract/sale/sale.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { nameKey } from '../../../contract/shared/text.ts';
import type { SaleFilter } from '../sale.filter.ts';

type Value = string | number | boolean | null;

/** A field of the sales of a kind: its value in SQL, and a sale that has such a value, for `matchesQuery`. */
interface ColumnField {
  name: FieldName;
  value: RawBuilder<unknown>;
  sampleOf: (value: Value) => object;
}

const perfect = (count: number) =>
  Object.fromEntries(STATS.map((stat, index) => [ivColumn(stat), index < count ? LIMITS.iv.max : 0]));

/** How a field is stored that is not simply a property of a sale. */
const SPECIAL: Partial<Record<FieldName, Omit<ColumnField, 'name'>>> = {
  // Keys instead of names: two names with one key are equal in every filter, and a key is its own key.
  item: { value: sql`s.name_key`, sampleOf: (item_name) => ({ item_name }) },
  pokemon: { value: sql`s.name_key`, sampleOf: (pokemon_name) => ({ pokemon_name }) },
  perfect_ivs: { value: sql`s.perfect_ivs`, sampleOf: (count) => perfect(Number(count)) },
  form: {
    // Whether a sale has the form `Shiny Alola` depends on both.
    value: sql`case when s.is_shiny then '+' else '-' end || s.form`,
    sampleOf: (value) => ({ form: String(value).slice(1), is_shiny: String(value).startsWith('+') }),
  },
};

function columnField({ name, property = name, set }: QueryField): ColumnField {
  const special = SPECIAL[name];
  if (special) return { name, ...special };
  const value = sql.ref(`s.${property}`);
  return set === 'present'
    ? { name, value: sql`${value} is not null`, sampleOf: (is) => ({ [property]: is ? property : null }) }
    : { name, value, sampleOf: (is) => ({ [property]: is }) };
}

/** Prices are numbers of their own, and the name of an account may change. */
const NO_COLUMN: ReadonlySet<string> = new Set(['price', 'submitted_by']);
const columnsOf = (kind: SaleKind): ColumnField[] =>
  fieldsOf(kind)
    .filter(({ name }) => !NO_COLUMN.has(name))
    .map(columnField);
const COLUMNS: Record<SaleKind, readonly ColumnField[]> = {
  item: columnsOf('item'),
  pokemon: columnsOf('pokemon'),
};

/** A sale as `put` takes it: its id, its price, and the values of the columns of its kind. */
export type ColumnRow = readonly [saleId: number, price: number, ...values: Value[]];

/** SQL of a `ColumnRow`, of a sale table named `s`. */
export const columnRow = (kind: SaleKind): RawBuilder<unknown> =>
  sql`json_build_array(s.sale_id, s.price, ${sql.join(COLUMNS[kind].map(({ value }) => value))})`;

/** The different values that two bytes have room for. */
const MOST_VALUES = 2 ** 16;

/** Up to this many sales are found and sorted; of more, a page is read from the index of the order, where they are dense. */
export const FEW = 5_000;

/** The most steps of a count, each of about a nanosecond: it blocks the event loop. */
const MOST_STEPS = 15_000_000;
/** How many steps comparing a value with `matchesQuery` takes. */
const VALUE_STEPS = 1_000;

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
  /** Those of the page, in its order; null when they have to be found by the database. */
  ids: number[] | null;
}

/** Removes the sales from a block that do not match: sets their entries in `mask` to 0. */
type Keep = (mask: Uint8Array, from: number, length: number) => void;

/** Sales that are looked at together; what belongs to them fits into the processor's cache. */
const BLOCK = 16_384;

/** The same numbers with room for at least `length`. */
function roomFor<Numbers extends Uint16Array | Uint32Array | Float64Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers;
  const grown = new (numbers.constructor as new (size: number) => Numbers)(length);
  grown.set(numbers);
  return grown;
}

/** How much more room than needed there is for sales that come one by one. */
const GROWTH = 1.1;

/** The values of a field of all sales. Each different value is stored once; a sale has its number. */
class Column {
  readonly field: ColumnField;
  readonly #values: Value[] = [];
  /** The number of each different value, its place in `#values`. */
  readonly #codes = new Map<Value, number>();
  /** Of two bytes in all columns: with arrays of two types, the loop of `where` takes three times as long. */
  #codeOf = new Uint16Array();

  constructor(field: ColumnField) {
    this.field = field;
  }

  /** The number of different values. */
  get different(): number {
    return this.#values.length;
  }

  reserve(length: number): void {
    this.#codeOf = roomFor(this.#codeOf, length);
  }

  /** @throws RangeError for too many different values */
  put(row: number, value: Value): void {
    let code = this.#codes.get(value);
    if (code === undefined) {
      code = this.#codes.size;
      if (code === MOST_VALUES) throw new RangeError(`too many values of ${this.field.name}`);
      this.#codes.set(value, code);
      this.#values.push(value);
    }
    this.#codeOf[row] = code;
  }

  valueAt(row: number): Value | undefined {
    return this.#values[this.#codeOf[row] ?? 0];
  }

  move(from: number, to: number): void {
    this.#codeOf.copyWithin(to, from, from + 1);
  }

  /** Keeps the sales whose value passes the test, which runs once for each different value. */
  where(test: (value: Value) => boolean): Keep {
    const passes = Uint8Array.from(this.#values, (value) => Number(test(value)));
    return (mask, from, length) => {
      const codes = this.#codeOf;
      for (let i = 0; i < length; i += 1) mask[i] = (mask[i] ?? 0) & (passes[codes[from + i] ?? 0] ?? 0);
    };
  }
}

const all =
  (keeps: readonly Keep[]): Keep =>
  (mask, from, length) => {
    for (const keep of keeps) keep(mask, from, length);
  };

const none =
  (keep: Keep): Keep =>
  (mask, from, length) => {
    const kept = mask.slice(0, length);
    keep(kept, from, length);
    for (let i = 0; i < length; i += 1) mask[i] = (mask[i] ?? 0) ^ (kept[i] ?? 0);
  };

/** The sales that one of the conditions keeps are those that not all of their opposites keep. */
const any = (keeps: readonly Keep[]): Keep => none(all(keeps.map(none)));

/**
 * The fields of all public sales of a kind that filters compare, in memory: a count reads half a million sales in two
 * milliseconds, where PostgreSQL reads as many entries of an index in forty (docs/performance.md "How reads stay fast").
 */
export class SaleColumns {
  readonly #kind: SaleKind;
  readonly #columns: readonly Column[];
  #prices = new Float64Array();
  #idOf = new Uint32Array();
  /** By the id of a sale: the number of its row, from 1; 0 for none. */
  #rowOf = new Uint32Array();
  #length = 0;

  constructor(kind: SaleKind) {
    this.#kind = kind;
    this.#columns = COLUMNS[kind].map((field) => new Column(field));
  }

  get size(): number {
    return this.#length;
  }

  /** Makes room for sales, so that little is copied while they are added. */
  reserve(sales: number): void {
    for (const column of this.#columns) column.reserve(sales);
    this.#prices = roomFor(this.#prices, sales);
    this.#idOf = roomFor(this.#idOf, sales);
  }

  /** Adds a sale, or replaces it. @throws RangeError when a field has too many different values */
  put([saleId, price, ...values]: ColumnRow): void {
    if (saleId >= this.#rowOf.length) this.#rowOf = roomFor(this.#rowOf, Math.ceil((saleId + 1) * GROWTH));
    const row = (this.#rowOf[saleId] || this.#length + 1) - 1;
    if (row >= this.#idOf.length) this.reserve(Math.ceil((row + 1) * GROWTH));
    this.#columns.forEach((column, index) => {
      column.put(row, values[index] ?? null);
    });
    this.#prices[row] = price;
    this.#idOf[row] = saleId;
    this.#rowOf[saleId] = row + 1;
    this.#length = Math.max(this.#length, row + 1);
  }

  /** Removes a sale, if it is there. The last one takes its place. */
  delete(saleId: number): void {
    const row = (this.#rowOf[saleId] ?? 0) - 1;
    if (row < 0) return;
    const last = this.#length - 1;
    for (const column of this.#columns) column.move(last, row);
    this.#prices.copyWithin(row, last, last + 1);
    this.#idOf.copyWithin(row, last, last + 1);
    this.#rowOf[this.#idOf[row] ?? 0] = row + 1;
    this.#rowOf[saleId] = 0;
    this.#length = last;
  }

  /** The number of sales that match a filter of this kind; null when it compares what is not in memory. */
  count(filter: SaleFilter): number | null {
    const keeps = this.#keepsOf(filter);
    return keeps && this.#scan(keeps).total;
  }

  /**
   * A page of the sales that match a filter of this kind; null when it compares what is not in memory.
   *
   * @returns without ids when more than `FEW` match, or for another order than by price or day
   */
  page(filter: SaleFilter, { sort, order }: PageOrder, { limit, offset }: PageBounds): FoundPage | null {
    const keeps = this.#keepsOf(filter);
    if (keeps === null) return null;
    const { total, rows } = this.#scan(keeps);
    const keyOf = sort === 'price' ? this.#priceOf : sort === 'date_sold' ? this.#dayOf : undefined;
    if (!keyOf || total > FEW) return { total, ids: null };
    const sign = order === 'asc' ? 1 : -1;
    const sales = rows.map((row) => ({ key: keyOf(row), id: this.#idOf[row] ?? 0 }));
    sales.sort(
      (one, other) => sign * (one.key < other.key ? -1 : one.key > other.key ? 1 : one.id - other.id),
    );
    return { total, ids: sales.slice(offset, offset + limit).map(({ id }) => id) };
  }

  readonly #priceOf = (row: number): number => this.#prices[row] ?? 0;
  readonly #dayOf = (row: number): string => String(this.#columnOf('date')?.valueAt(row));

  /** The number of sales that the conditions keep, and the rows of the first ones, more than `FEW` at most. */
  #scan(keeps: readonly Keep[]): { total: number; rows: number[] } {
    const mask = new Uint8Array(BLOCK);
    const rows: number[] = [];
    let total = 0;
    for (let from = 0; from < this.#length; from += BLOCK) {
      const length = Math.min(BLOCK, this.#length - from);
      mask.fill(1);
      for (const keep of keeps) keep(mask, from, length);
      for (let i = 0; i < length; i += 1) total += mask[i] ?? 0;
      if (total > FEW) continue;
      for (let at = mask.indexOf(1); at !== -1 && at < length; at = mask.indexOf(1, at + 1))
        rows.push(from + at);
    }
    return { total, rows };
  }

  #keepsOf({ name, exact, submitter, query, ...values }: SaleFilter): Keep[] | null {
    const terms = filterTerms(values);
    const steps = [...terms, ...(query ? [query.ast] : [])].reduce(
      (sum, term) => sum + this.#stepsOf(term),
      0,
    );
    if (submitter || steps > MOST_STEPS) return null;
    const keeps = terms.map((term) => this.#keep(term, ''));
    if (query) keeps.push(this.#keep(query.ast, query.today));
    if (name) keeps.push(this.#keepName(nameKey(name), exact ?? false));
    return complete(keeps);
  }

  #columnOf(name: FieldName): Column | undefined {
    return this.#columns.find(({ field }) => field.name === name);
  }

  #stepsOf(node: QueryNode): number {
    switch (node.type) {
      case 'and':
        return node.terms.reduce((sum, term) => sum + this.#stepsOf(term), 0);
      case 'or':
        return node.terms.reduce((sum, term) => sum + this.#stepsOf(term) + 2 * this.#length, 0);
      case 'not':
        return this.#stepsOf(node.term) + 2 * this.#length;
      default: {
        const compared = node.type === 'in' ? node.values.length : 1;
        if (node.field === 'price') return compared * this.#length;
        return this.#length + compared * (this.#columnOf(node.field)?.different ?? 0) * VALUE_STEPS;
      }
    }
  }

  #keepName(key: string, exact: boolean): Keep | null {
    const test = exact ? (value: Value) => value === key : (value: Value) => String(value).includes(key);
    return this.#columnOf(this.#kind)?.where(test) ?? null;
  }

  #keep(node: QueryNode, today: string): Keep | null {
    switch (node.type) {
      case 'and':
      case 'or': {
        const keeps = complete(node.terms.map((term) => this.#keep(term, today)));
        return keeps && (node.type === 'and' ? all(keeps) : any(keeps));
      }
      case 'not': {
        const keep = this.#keep(node.term, today);
        return keep && none(keep);
      }
      default:
        return node.field === 'price' ? this.#keepPrice(node) : this.#keepValues(node, today);
    }
  }

  #keepValues(node: Extract<QueryNode, { field: string }>, today: string): Keep | null {
    const column = this.#columnOf(node.field);
    if (!column) return null;
    const { sampleOf } = column.field;
    // Safe: a term reads only the properties of its field.
    const sampled = (value: Value) => ({ kind: this.#kind, ...sampleOf(value) }) as AnySale;
    return column.where((value) => matchesQuery(node, sampled(value), today));
  }

  #keepPrice(node: Extract<QueryNode, { field: string }>): Keep | null {
    if (node.type === 'in') {
      const found = any(node.values.map((value) => this.#between(Number(value), Number(value))));
      return node.negated ? none(found) : found;
    }
    if (node.type !== 'compare') return null;
    const value = Number(node.value);
    switch (node.op) {
      case '=':
        return this.#between(value, value);
      case '!=':
        return none(this.#between(value, value));
      case '>=':
        return this.#between(value, Number.POSITIVE_INFINITY);
      case '<=':
        return this.#between(0, value);
      case '>':
        return none(this.#between(0, value));
      case '<':
        return none(this.#between(value, Number.POSITIVE_INFINITY));
      default:
        return null;
    }
  }

  #between(low: number, high: number): Keep {
    return (mask, from, length) => {
      const prices = this.#prices;
      for (let i = 0; i < length; i += 1) {
        const price = prices[from + i] ?? 0;
        // Two numbers instead of `&&`: a branch that the processor cannot predict takes five times as long.
        mask[i] = (mask[i] ?? 0) & Number(price >= low) & Number(price <= high);
      }
    };
  }
}

/** Null when one of them is. */
function complete(keeps: readonly (Keep | null)[]): Keep[] | null {
  const known = keeps.filter((keep) => keep !== null);
  return known.length === keeps.length ? known : null;
}
