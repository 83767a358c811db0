import { HIDDEN_POWER_TYPES } from '../hidden-power.ts';
import { type IvColumn, ivColumn, STAT_LABELS, STATS } from '../ivs.ts';
import { SALE_KINDS, type SaleKind } from '../kinds.ts';
import { LIMITS } from '../limits.ts';
import { NATURE_NAMES } from '../natures.ts';

export type FlagField = 'shiny';
export type ValueField =
  | 'pokemon'
  | 'item'
  | 'nature'
  | 'ability'
  | 'form'
  | 'hidden_power'
  | 'price'
  | 'date'
  | 'level'
  | 'perfect_ivs'
  | 'submitted_by'
  | IvColumn;
export type FieldName = ValueField | FlagField;

export const COMPARISON_OPERATORS = ['=', '!=', '>=', '<=', '>', '<', 'LIKE', 'NOT LIKE'] as const;
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];
export const LIST_OPERATORS = ['IN', 'NOT IN'] as const;
export type QueryOperator = ComparisonOperator | (typeof LIST_OPERATORS)[number];

export type FieldType = 'text' | 'choice' | 'number' | 'price' | 'date' | 'flag';

/** Lists of names that only the server knows, for completion. */
export type NameList = 'pokemon' | 'item' | 'ability' | 'form';

/** A field of the advanced query (SPEC section 5). */
export interface QueryField {
  name: FieldName;
  type: FieldType;
  /** Kinds of sales that have it. */
  kinds: readonly SaleKind[];
  /** What it is, for people. */
  about: string;
  /** All values that a choice can have. */
  values?: readonly string[];
  /** Ends of a number, both included. */
  range?: { min: number; max: number };
  names?: NameList;
}

const EQUAL: readonly QueryOperator[] = ['=', '!='];
const TEXT: readonly QueryOperator[] = [...EQUAL, 'LIKE', 'NOT LIKE', ...LIST_OPERATORS];
const ORDERED: readonly QueryOperator[] = [...EQUAL, '>=', '<=', '>', '<', ...LIST_OPERATORS];

/** Operators that a field of a type can take; a term with another one is dropped. */
export const OPERATORS: Record<FieldType, readonly QueryOperator[]> = {
  text: TEXT,
  choice: TEXT,
  number: ORDERED,
  price: ORDERED,
  date: ORDERED,
  flag: EQUAL,
};

const BOTH = SALE_KINDS;
const ITEM: readonly SaleKind[] = ['item'];
const POKEMON: readonly SaleKind[] = ['pokemon'];

const FIELDS: readonly QueryField[] = [
  { name: 'pokemon', type: 'text', kinds: POKEMON, about: 'its name', names: 'pokemon' },
  { name: 'item', type: 'text', kinds: ITEM, about: 'its name', names: 'item' },
  { name: 'nature', type: 'choice', kinds: POKEMON, about: 'its nature', values: NATURE_NAMES },
  { name: 'ability', type: 'text', kinds: POKEMON, about: 'its ability', names: 'ability' },
  { name: 'form', type: 'text', kinds: POKEMON, about: 'its form, such as Alola', names: 'form' },
  {
    name: 'hidden_power',
    type: 'choice',
    kinds: POKEMON,
    about: 'type of its hidden power',
    values: HIDDEN_POWER_TYPES,
  },
  {
    name: 'price',
    type: 'price',
    kinds: BOTH,
    about: 'in Pokedollars: 1,500,000 or 1.5m',
    range: { min: 0, max: LIMITS.price.max },
  },
  { name: 'date', type: 'date', kinds: BOTH, about: 'when it was sold' },
  {
    name: 'level',
    type: 'number',
    kinds: POKEMON,
    about: '1 to 100, where it is known',
    range: LIMITS.level,
  },
  {
    name: 'perfect_ivs',
    type: 'number',
    kinds: POKEMON,
    about: 'how many IVs are 31',
    range: { min: 0, max: STATS.length },
  },
  ...STATS.map(
    (stat): QueryField => ({
      name: ivColumn(stat),
      type: 'number',
      kinds: POKEMON,
      about: `${STAT_LABELS[stat]} IV, 0 to 31`,
      range: LIMITS.iv,
    }),
  ),
  { name: 'shiny', type: 'flag', kinds: POKEMON, about: 'true or false' },
  { name: 'submitted_by', type: 'text', kinds: BOTH, about: 'who submitted it' },
];

const BY_NAME = new Map<string, QueryField>(FIELDS.map((field) => [field.name, field]));

/** The field of a name, whatever its case and kind. */
export const findField = (name: string): QueryField | undefined => BY_NAME.get(name.toLowerCase());

/** The fields that sales of a kind have. */
export const fieldsOf = (kind: SaleKind): readonly QueryField[] =>
  FIELDS.filter(({ kinds }) => kinds.includes(kind));

/** The word before each flag in `is shiny`. */
export const FLAG_WORD = 'is';
