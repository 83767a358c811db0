import { type RawBuilder, sql } from 'kysely';
import { type FieldName, fieldsOf, isName, type QueryField } from '../../../contract/query/fields.ts';
import { ivColumn, STATS } from '../../../contract/sale/ivs.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';

export type Value = string | number | boolean | null;

/** A field of the sales of a kind as it is kept in memory. */
export interface ColumnField {
  name: FieldName;
  /** Its value in SQL, of a sale table named `s`. */
  value: RawBuilder<unknown>;
  /** A sale that has such a value, for `matchesQuery`. */
  sampleOf: (value: Value) => object;
  /** Whether it may have thousands of different values. */
  isWide: boolean;
  /** Values in their order, if these are known. */
  ordered: readonly Value[];
}

type Stored = Pick<ColumnField, 'value' | 'sampleOf'>;

const perfect = (count: number) =>
  Object.fromEntries(STATS.map((stat, index) => [ivColumn(stat), index < count ? LIMITS.iv.max : 0]));

/** How to store the fields that are not simply properties of a sale. */
const SPECIAL: Partial<Record<FieldName, Stored>> = {
  // Keys instead of names: two names with one key are equal in every filter, and a key is its own key.
  item: { value: sql`s.name_key`, sampleOf: (item_name) => ({ item_name }) },
  pokemon: { value: sql`s.name_key`, sampleOf: (pokemon_name) => ({ pokemon_name }) },
  perfect_ivs: { value: sql`s.perfect_ivs`, sampleOf: (count) => perfect(Number(count)) },
  form: {
    // Both decide whether a sale has the form `Shiny Alola`.
    value: sql`case when s.is_shiny then '+' else '-' end || s.form`,
    sampleOf: (value) => ({ form: String(value).slice(1), is_shiny: String(value).startsWith('+') }),
  },
};

function stored({ name, property = name, set }: QueryField): Stored {
  const value = sql.ref(`s.${property}`);
  return set === 'present'
    ? { value: sql`${value} is not null`, sampleOf: (is) => ({ [property]: is ? property : null }) }
    : { value, sampleOf: (is) => ({ [property]: is }) };
}

function columnField(field: QueryField): ColumnField {
  const { name, range } = field;
  const ordered = range ? Array.from({ length: range.max - range.min + 1 }, (_, i) => range.min + i) : [];
  return { name, ...(SPECIAL[name] ?? stored(field)), isWide: isName(name), ordered };
}

/** Prices and days are stored as numbers, and the name of an account may change. */
const NO_COLUMN: ReadonlySet<string> = new Set(['price', 'date', 'submitted_by']);

const columnsOf = (kind: SaleKind): ColumnField[] =>
  fieldsOf(kind)
    .filter(({ name }) => !NO_COLUMN.has(name))
    .map(columnField);

export const COLUMNS: Record<SaleKind, readonly ColumnField[]> = {
  item: columnsOf('item'),
  pokemon: columnsOf('pokemon'),
};

/** A sale as it is read: its id, its price, its day (`dayNumber`), and the values of the columns of its kind. */
export type ColumnRow = readonly [saleId: number, price: number, day: number, ...values: Value[]];

/** SQL of a `ColumnRow`, of a sale table named `s`. */
export const columnRow = (kind: SaleKind): RawBuilder<unknown> =>
  sql`json_build_array(s.sale_id, s.price, s.date_sold - date '1970-01-01', ${sql.join(COLUMNS[kind].map(({ value }) => value))})`;
