import { HIDDEN_POWER_TYPES } from '../sale/hidden-power-types.ts';
import { ivColumn, STAT_LABELS, STATS } from '../sale/ivs.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { NATURE_NAMES } from '../sale/nature-names.ts';
import { LIMITS } from '../shared/limits.ts';
import { keysOf } from '../shared/record.ts';

export const COMPARISON_OPERATORS = ['=', '!=', '>=', '<=', '>', '<', 'LIKE', 'NOT LIKE'] as const;
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];
export const LIST_OPERATORS = ['IN', 'NOT IN'] as const;
export type QueryOperator = ComparisonOperator | (typeof LIST_OPERATORS)[number];

export type FieldType = 'text' | 'choice' | 'number' | 'price' | 'date' | 'flag';

/** Lists of names on the server, for completion. */
export type NameSource = 'pokemon' | 'item' | 'ability' | 'form';

/** The parameter names of a field's simple filter in REST, tRPC and the URL. */
type SimpleFilter = { is: string; yes?: string; no?: string } | { min: string; max?: string };

interface FieldDefinition {
  /** Name in the advanced query. */
  name: string;
  type: FieldType;
  /** Kinds of sales that have the field. */
  kinds: readonly SaleKind[];
  /** Property of a sale, and column of its table; defaults to `name`. */
  property?: string;
  /** All values of a choice. */
  values?: readonly string[];
  /** Range of a number, both ends inclusive. */
  range?: { min: number; max: number };
  /** The least number that a sale can have, where filters accept less. */
  least?: number;
  /** Whether sales of its kinds may be without it. */
  optional?: true;
  names?: NameSource;
  /** Whether a flag is set when its property is true, or when it is not null. */
  set?: 'true' | 'present';
  /** Verb of a flag in a query: `is shiny`, `has no proof`. */
  verb?: FlagVerb;
  /** The field's simple filter: one value (for a flag, the names of its two values), or a range. */
  filter?: SimpleFilter;
  /** Label of the filter's chip and control; for a flag, one label per value. */
  label?: string | readonly [set: string, unset: string];
}

const EQUAL: readonly QueryOperator[] = ['=', '!='];
const TEXT: readonly QueryOperator[] = [...EQUAL, 'LIKE', 'NOT LIKE', ...LIST_OPERATORS];
const ORDERED: readonly QueryOperator[] = [...EQUAL, '>=', '<=', '>', '<', ...LIST_OPERATORS];

/** The operators of each field type; a term with another operator is dropped. */
export const OPERATORS: Record<FieldType, readonly QueryOperator[]> = {
  text: TEXT,
  choice: TEXT,
  number: ORDERED,
  price: ORDERED,
  date: ORDERED,
  flag: EQUAL,
};

const BOTH = ['item', 'pokemon'] as const;
const ITEM = ['item'] as const;
const POKEMON = ['pokemon'] as const;

/**
 * All fields that sales can be filtered by, in the order of chips and suggestions. A field with `filter` is a simple
 * filter too. Schemas, URL parameters, SQL, live sales, chips and the advanced query are all derived from this table.
 */
const FIELDS = [
  { name: 'pokemon', type: 'text', kinds: POKEMON, names: 'pokemon' },
  { name: 'item', type: 'text', kinds: ITEM, names: 'item' },
  {
    name: 'price',
    type: 'price',
    kinds: BOTH,
    range: { min: 0, max: LIMITS.price.max },
    least: LIMITS.price.min,
    filter: { min: 'min_price', max: 'max_price' },
    label: 'Price',
  },
  {
    name: 'date',
    type: 'date',
    kinds: BOTH,
    property: 'date_sold',
    filter: { min: 'date_from', max: 'date_to' },
    label: 'Sold',
  },
  {
    name: 'proof',
    type: 'flag',
    kinds: BOTH,
    property: 'proof_url',
    set: 'present',
    verb: 'has',
    filter: { is: 'proof', yes: 'with', no: 'without' },
    label: ['With proof', 'No proof'],
  },
  {
    name: 'nature',
    type: 'choice',
    kinds: POKEMON,
    values: NATURE_NAMES,
    filter: { is: 'nature' },
    label: 'Nature',
  },
  {
    name: 'ability',
    type: 'text',
    kinds: POKEMON,
    names: 'ability',
    filter: { is: 'ability' },
    label: 'Ability',
  },
  {
    name: 'form',
    type: 'text',
    kinds: POKEMON,
    names: 'form',
    filter: { is: 'form' },
    label: 'Form',
  },
  {
    name: 'hidden_power',
    type: 'choice',
    kinds: POKEMON,
    values: HIDDEN_POWER_TYPES,
    filter: { is: 'hidden_power' },
    label: 'Hidden power',
  },
  {
    name: 'shiny',
    type: 'flag',
    kinds: POKEMON,
    property: 'is_shiny',
    set: 'true',
    verb: 'is',
    filter: { is: 'is_shiny' },
    label: ['Shiny', 'Not shiny'],
  },
  {
    name: 'perfect_ivs',
    type: 'number',
    kinds: POKEMON,
    range: { min: 0, max: STATS.length },
    filter: { min: 'min_perfect_ivs' },
    label: 'Perfect IVs',
  },
  ...STATS.map(
    (stat) =>
      ({
        name: ivColumn(stat),
        type: 'number',
        kinds: POKEMON,
        range: LIMITS.iv,
        filter: { min: `min_${ivColumn(stat)}`, max: `max_${ivColumn(stat)}` },
        label: `${STAT_LABELS[stat]} IV`,
      }) as const,
  ),
  {
    name: 'level',
    type: 'number',
    kinds: POKEMON,
    range: LIMITS.level,
    optional: true,
    filter: { min: 'min_level', max: 'max_level' },
    label: 'Level',
  },
  { name: 'submitted_by', type: 'text', kinds: BOTH, optional: true },
] as const satisfies readonly FieldDefinition[];

/** A row of the table with its literal types. */
export type FieldEntry = (typeof FIELDS)[number];
export type FieldName = FieldEntry['name'];

/** A field of the advanced query and, with `filter`, a simple filter. */
export interface QueryField extends FieldDefinition {
  name: FieldName;
}

/** Whether the values of a field are names of items or pokemon, which are compared by their keys. */
export const isName = (field: FieldName): field is SaleKind => field === 'item' || field === 'pokemon';

const BY_NAME = new Map<string, QueryField>(FIELDS.map((field) => [field.name, field]));

/** Finds a field of any kind by its name, case-insensitive. */
export const findField = (name: string): QueryField | undefined => BY_NAME.get(name.toLowerCase());

export const ALL_FIELDS: readonly QueryField[] = FIELDS;

export const fieldsOf = (kind: SaleKind): readonly QueryField[] =>
  ALL_FIELDS.filter(({ kinds }) => kinds.includes(kind));

/** The flags of a kind that follow a verb: `is` → shiny. */
export const flagsAfter = (kind: SaleKind, verb: FlagVerb): readonly QueryField[] =>
  fieldsOf(kind).filter((field) => field.verb === verb);

/** The verbs of flag terms, each with its negation: `is not shiny`, `has no proof`. */
export const FLAG_VERBS = { is: 'not', has: 'no' } as const;
export type FlagVerb = keyof typeof FLAG_VERBS;
export const VERBS = keysOf(FLAG_VERBS);
