import { setImmediate } from 'node:timers/promises';
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

/** A sale as `put` takes it: its id, its price, its day as a number, and the values of the columns of its kind. */
export type ColumnRow = readonly [saleId: number, price: number, day: number, ...values: Value[]];

/** SQL of a `ColumnRow`, of a sale table named `s`. */
export const columnRow = (kind: SaleKind): RawBuilder<unknown> =>
  sql`json_build_array(s.sale_id, s.price, s.date_sold - date '2000-01-01', ${sql.join(COLUMNS[kind].map(({ value }) => value))})`;

/** The different values that two bytes have room for. */
const MOST_VALUES = 2 ** 16;

/** The last place in an order up to which pages are found in memory. */
const LAST_PLACE = 5_000;

/** The most steps of a count, each of about a nanosecond of processor time. */
const MOST_STEPS = 200_000_000;
/** After so many milliseconds, a count lets other work run. */
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
  /** Those of the page, in its order; null when the database has to find them. */
  ids: number[] | null;
}

/** A condition on the sales of a block. */
interface Keep {
  /** Moves the rows that meet it to the beginning of `rows`, in their order. @returns how many these are */
  keep: (rows: Int32Array, length: number) => number;
  /** Steps for each row. */
  steps: number;
}

/** Sales that are looked at together; what belongs to them fits into the processor's cache. */
const BLOCK = 16_384;

/** Sales from everywhere that show which condition keeps the fewest. */
const SAMPLE = 1_024;

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

  move(from: number, to: number): void {
    this.#codeOf.copyWithin(to, from, from + 1);
  }

  /** Keeps the sales whose value passes the test, which runs once for each different value. */
  where(test: (value: Value) => boolean): Keep {
    const passes = Uint8Array.from(this.#values, (value) => Number(test(value)));
    const keep = (rows: Int32Array, length: number) => {
      const codes = this.#codeOf;
      let kept = 0;
      for (let i = 0; i < length; i += 1) {
        const row = rows[i] ?? 0;
        // Without a branch, which the processor cannot predict: it would take five times as long.
        rows[kept] = row;
        kept += passes[codes[row] ?? 0] ?? 0;
      }
      return kept;
    };
    return { keep, steps: 1 };
  }
}

const all = (keeps: readonly Keep[]): Keep => ({
  keep: (rows, length) => keeps.reduce((kept, { keep }) => keep(rows, kept), length),
  steps: keeps.reduce((sum, { steps }) => sum + steps, 0),
});

function none({ keep, steps }: Keep): Keep {
  const others = new Int32Array(BLOCK);
  const keepOthers = (rows: Int32Array, length: number) => {
    others.set(rows.subarray(0, length));
    others.fill(-1, keep(others, length), length);
    let kept = 0;
    let other = 0;
    for (let i = 0; i < length; i += 1) {
      const row = rows[i] ?? 0;
      const isOther = Number(others[other] === row);
      rows[kept] = row;
      kept += 1 - isOther;
      other += isOther;
    }
    return kept;
  };
  return { keep: keepOthers, steps: steps + 2 };
}

/** The sales that one of the conditions keeps are those that not all of their opposites keep. */
const any = (keeps: readonly Keep[]): Keep => none(all(keeps.map(none)));

/** A sale's place in an order: by its key, then by its id. Both are negative where the order descends. */
interface Place {
  key: number;
  id: number;
}

const comparePlaces = (one: Place, other: Place): number => one.key - other.key || one.id - other.id;

/** Those of many sales that come first in an order. */
class FirstPlaces {
  readonly #most: number;
  #places: Place[] = [];
  /** The last of the first ones so far: what comes after it is none of them. */
  #last: Place = { key: Number.POSITIVE_INFINITY, id: 0 };

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds the sales of some rows. @param sign -1 where the order descends */
  add(rows: Int32Array, keys: Float64Array, ids: Uint32Array, sign: number): void {
    let last = this.#last;
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] ?? 0;
      const key = sign * (keys[row] ?? 0);
      if (key > last.key) continue;
      const id = sign * (ids[row] ?? 0);
      if (key === last.key && id > last.id) continue;
      this.#places.push({ key, id });
      if (this.#places.length < 2 * this.#most) continue;
      this.#places = this.sorted();
      last = this.#places.at(-1) ?? last;
    }
    this.#last = last;
  }

  sorted(): Place[] {
    return this.#places.toSorted(comparePlaces).slice(0, this.#most);
  }
}

/**
 * The fields of all public sales of a kind that filters compare, in memory: a count reads half a million sales in two
 * milliseconds, where PostgreSQL reads as many entries of an index in forty (docs/performance.md "How reads stay fast").
 */
export class SaleColumns {
  readonly #kind: SaleKind;
  readonly #columns: readonly Column[];
  #prices = new Float64Array();
  #days = new Float64Array();
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
    for (const column of this.#columns) column.reserve(sales);
    this.#prices = roomFor(this.#prices, sales);
    this.#days = roomFor(this.#days, sales);
    this.#idOf = roomFor(this.#idOf, sales);
  }

  /** Adds a sale, or replaces it. @throws RangeError when a field has too many different values */
  put([saleId, price, day, ...values]: ColumnRow): void {
    if (saleId >= this.#rowOf.length) this.#rowOf = roomFor(this.#rowOf, Math.ceil((saleId + 1) * GROWTH));
    const row = (this.#rowOf[saleId] || this.#length + 1) - 1;
    if (row >= this.#idOf.length) this.reserve(Math.ceil((row + 1) * GROWTH));
    this.#columns.forEach((column, index) => {
      column.put(row, values[index] ?? null);
    });
    this.#prices[row] = price;
    this.#days[row] = day;
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
    this.#days.copyWithin(row, last, last + 1);
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
    const keeps = this.#keepsOf(filter);
    return keeps && this.#scan(keeps);
  }

  /**
   * A page of the sales that match a filter of this kind; null when it compares what is not in memory. No sale may be added or
   * removed until it resolves.
   *
   * @returns without ids for another order than by price or day, and behind `LAST_PLACE`
   */
  async page(
    filter: SaleFilter,
    { sort, order }: PageOrder,
    { limit, offset }: PageBounds,
  ): Promise<FoundPage | null> {
    const keeps = this.#keepsOf(filter);
    if (keeps === null) return null;
    const keys = sort === 'price' ? this.#prices : sort === 'date_sold' ? this.#days : undefined;
    const most = offset + limit;
    if (!keys || most > LAST_PLACE) return { total: await this.#scan(keeps), ids: null };
    const sign = order === 'asc' ? 1 : -1;
    const first = new FirstPlaces(most);
    const total = await this.#scan(keeps, (rows) => first.add(rows, keys, this.#idOf, sign), sign);
    const places = first.sorted().slice(offset);
    return { total, ids: places.map(({ id }) => sign * id) };
  }

  /**
   * The number of sales that the conditions keep.
   *
   * @param visit called with the rows of some of them at a time
   * @param sign -1 to begin at the end, about with the newest, which come first where an order descends
   */
  async #scan(keeps: readonly Keep[], visit?: (rows: Int32Array) => void, sign = 1): Promise<number> {
    const { keep } = all(keeps);
    const blocks = Math.ceil(this.#length / BLOCK);
    const rows = new Int32Array(BLOCK);
    let total = 0;
    let started = performance.now();
    for (let block = 0; block < blocks; block += 1) {
      if (performance.now() - started > this.#sliceMs) {
        await setImmediate();
        started = performance.now();
      }
      const from = (sign === 1 ? block : blocks - 1 - block) * BLOCK;
      const length = Math.min(BLOCK, this.#length - from);
      for (let i = 0; i < length; i += 1) rows[i] = from + i;
      const kept = keep(rows, length);
      total += kept;
      const found = rows.subarray(0, kept);
      visit?.(sign === 1 ? found : found.reverse());
    }
    return total;
  }

  /** The conditions of a filter, those that keep the fewest sales first: the others only see what these keep. */
  #keepsOf({ name, exact, submitter, query, ...values }: SaleFilter): Keep[] | null {
    const terms = filterTerms(values);
    const compared = [...terms, ...(query ? [query.ast] : [])];
    if (submitter || sum(compared.map((term) => this.#comparisonsOf(term))) > MOST_COMPARISONS) return null;
    const keeps = terms.map((term) => this.#keep(term, ''));
    if (query) keeps.push(this.#keep(query.ast, query.today));
    if (name) keeps.push(this.#keepName(nameKey(name), exact ?? false));
    const known = complete(keeps);
    if (!known) return null;
    const shares = new Map(known.map((keep) => [keep, this.#shareOf(keep)]));
    const shareOf = (keep: Keep) => shares.get(keep) ?? 1;
    known.sort((one, other) => shareOf(one) - shareOf(other));
    let seen = this.#length;
    let steps = seen;
    for (const keep of known) {
      steps += seen * keep.steps;
      seen *= shareOf(keep);
    }
    return steps > MOST_STEPS ? null : known;
  }

  /** About which part of the sales a condition keeps. */
  #shareOf({ keep }: Keep): number {
    const size = Math.min(SAMPLE, this.#length);
    if (size === 0) return 0;
    const sample = Int32Array.from({ length: size }, (_, i) => Math.floor((i * this.#length) / size));
    return keep(sample, size) / size;
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
    const keep = (rows: Int32Array, length: number) => {
      const prices = this.#prices;
      let kept = 0;
      for (let i = 0; i < length; i += 1) {
        const row = rows[i] ?? 0;
        const price = prices[row] ?? 0;
        rows[kept] = row;
        kept += Number(price >= low) & Number(price <= high);
      }
      return kept;
    };
    return { keep, steps: 1 };
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Null when one of them is. */
function complete(keeps: readonly (Keep | null)[]): Keep[] | null {
  const known = keeps.filter((keep) => keep !== null);
  return known.length === keeps.length ? known : null;
}
