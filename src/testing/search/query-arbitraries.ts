import fc from 'fast-check';
import { type FilterValue, filtersOfKind, flagChoices } from '../../contract/market/filter-fields.ts';
import type { MarketFilter } from '../../contract/market/sale-filter.ts';
import type { QueryNode } from '../../contract/query/ast.ts';
import {
  COMPARISON_OPERATORS,
  type FieldName,
  fieldsOf,
  OPERATORS,
  type QueryField,
} from '../../contract/query/fields.ts';
import { HIDDEN_POWER_TYPES } from '../../contract/sale/hidden-power-types.ts';
import { type IvColumn, ivColumn, STATS } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { NATURE_NAMES } from '../../contract/sale/nature-names.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { recordOf } from '../../contract/shared/record.ts';

/** The current date of random queries and sales. */
export const TODAY = '2026-03-31';

/** Names that include special characters of queries, LIKE and SQL, and differences of case. */
const NAMES: Record<SaleKind, readonly string[]> = {
  item: [
    'Master Ball',
    'Ultra Ball',
    "King's Rock",
    '100% Pure_Water',
    '100X PureXWater',
    'C:\\Temp',
    'Rock and Roll',
    'a, "b" (c)',
    'ÉCLAIR ΑΣ',
    'NOT',
  ],
  pokemon: ['Garchomp', 'Gible', 'Mr. Mime', "Farfetch'd", 'Nidoran♀', 'Flabébé'],
};
const ABILITIES = ['Rough Skin', 'Sand Veil', 'Levitate'];
const FORMS = ['Normal', 'Alola', 'Wash'];
export const USERNAMES = ['ash', 'Misty_2', 'mist'];

const DAYS = ['2026-03-31', '2026-03-30', '2026-03-24', '2026-03-01', '2025-12-31', '2025-03-31'];
const PRICES = [1, 999, 1_000, 1_500_000, 1_500_001, 999_999_999_999];
/** Few different values, so that sales hit the bounds of queries. */
const IVS = [0, 15, 30, 31];

/** Random case, as people type. */
const cased = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.constantFrom('as is', 'upper', 'lower'))
    .map(([value, form]) =>
      form === 'as is' ? value : form === 'upper' ? value.toUpperCase() : value.toLowerCase(),
    );

const TEXTS: Partial<Record<FieldName, readonly string[]>> = {
  item: NAMES.item,
  pokemon: NAMES.pokemon,
  ability: ABILITIES,
  form: [...FORMS, 'Shiny', 'Shiny Alola', 'shiny wash', 'Shiny-Normal'],
  submitted_by: [...USERNAMES, 'nobody'],
  nature: NATURE_NAMES.slice(0, 5),
  hidden_power: HIDDEN_POWER_TYPES.slice(0, 4),
};

const NUMBERS: Partial<Record<FieldName, readonly number[]>> = {
  price: PRICES,
  level: [1, 50, 100],
  perfect_ivs: [0, 1, 2, 3, 6],
  ...recordOf(STATS, ivColumn, () => IVS),
};

function valuesOf<Value>(values: Partial<Record<FieldName, readonly Value[]>>, { name }: QueryField) {
  const found = values[name];
  if (!found) throw new Error(`No values for the field ${name}`);
  return found;
}

function aValue(field: QueryField): fc.Arbitrary<string | number> {
  if (field.type === 'date')
    return fc.constantFrom(...DAYS, 'today', 'today-1d', 'today-1w', 'today-1m', 'today-1y');
  if (field.type === 'choice') return fc.constantFrom(...valuesOf(TEXTS, field));
  return field.type === 'text'
    ? cased(fc.constantFrom(...valuesOf(TEXTS, field)))
    : fc.constantFrom(...valuesOf(NUMBERS, field));
}

/** A part of one of the field's texts, with % around it, inside it or instead of it. */
function aPattern(field: QueryField): fc.Arbitrary<string> {
  const texts = valuesOf(TEXTS, field);
  return fc
    .tuple(
      cased(fc.constantFrom(...texts)),
      fc.nat(12),
      fc.nat(12),
      fc.constantFrom('', '%'),
      fc.constantFrom('', '%'),
    )
    .map(([text, from, length, start, end]) => {
      const part = text
        .slice(from % text.length)
        .slice(0, length + 1)
        .trim();
      return (
        `${start}${part.replace(length % 3 === 0 ? /(?<=\S)[aeiou]/i : /(?!)/, '%')}${end}`.replace(
          /%+/g,
          '%',
        ) || '%'
      );
    });
}

function aComparison(field: QueryField): fc.Arbitrary<QueryNode> {
  if (field.type === 'flag')
    return fc.boolean().map((value) => ({ type: 'compare', field: field.name, op: '=', value }));
  const { name } = field;
  const ops = COMPARISON_OPERATORS.filter((op) => OPERATORS[field.type].includes(op));
  return fc.constantFrom(...ops).chain((op) => {
    const value = op === 'LIKE' || op === 'NOT LIKE' ? aPattern(field) : aValue(field);
    return value.map((given): QueryNode => ({ type: 'compare', field: name, op, value: given }));
  });
}

const aMembership = (field: QueryField): fc.Arbitrary<QueryNode> =>
  fc
    .tuple(fc.uniqueArray(aValue(field), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([values, negated]) => ({ type: 'in', field: field.name, values, negated }));

/** Queries on sales of a kind, in the parser's normal form. */
export function aQuery(kind: SaleKind): fc.Arbitrary<QueryNode> {
  const field = fc.constantFrom(...fieldsOf(kind));
  const term = field.chain((of) =>
    of.type === 'flag'
      ? aComparison(of)
      : fc.oneof({ weight: 3, arbitrary: aComparison(of) }, aMembership(of)),
  );
  const { query } = fc.letrec<{ query: QueryNode }>((tie) => ({
    query: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      term,
      fc
        .tuple(
          fc.constantFrom('and' as const, 'or' as const),
          fc.array(tie('query'), { minLength: 2, maxLength: 3 }),
        )
        .map(([type, terms]): QueryNode => ({ type, terms })),
      tie('query').map((inner): QueryNode => ({ type: 'not', term: inner })),
    ),
  }));
  return query;
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
/** A filter that is rarely set, so that most combinations match some sales. */
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    value.map((given): T | undefined => given),
  );

const aName = (kind: SaleKind) =>
  fc
    .tuple(cased(fc.constantFrom(...NAMES[kind])), fc.nat(5), fc.integer({ min: 2, max: 20 }), fc.boolean())
    .map(([name, from, length, whole]) => (whole ? name : name.slice(from, from + length).trim() || name));

/** A value of a simple filter, which takes no relative days and ignores case. */
function aFilterValue(field: QueryField): fc.Arbitrary<FilterValue> {
  if (field.type === 'flag') return fc.constantFrom(...flagChoices(field));
  if (field.type === 'date') return fc.constantFrom(...DAYS);
  const texts = TEXTS[field.name];
  return texts ? cased(fc.constantFrom(...texts)) : aValue(field);
}

/** Simple filters of Market History as the page sends them. */
export function someFilters(kind: SaleKind): fc.Arbitrary<MarketFilter> {
  const values = recordOf(
    filtersOfKind(kind),
    ({ param }) => param,
    ({ field }) => seldom(aFilterValue(field)),
  );
  return fc
    .record({ kind: fc.constant(kind), name: seldom(aName(kind)), exact: seldom(fc.boolean()), ...values })
    .map(
      (given) =>
        Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as MarketFilter,
    );
}

/** The properties of a sale that filters use. */
const saleFields = {
  price: fc.constantFrom(...PRICES),
  date_sold: fc.constantFrom(...DAYS),
  submitted_by_username: maybe(fc.constantFrom(...USERNAMES)).map((name) => name ?? null),
  proof_url: fc.constantFrom(null, 'https://forum.example/thread/1'),
};
const unseen = {
  sale_id: 1,
  image_url: null,
  status: 'approved',
  submitted_by: null,
  date_submitted: '2026-03-31T00:00:00.000Z',
  approved_by: null,
  review_notes: null,
  version: 1,
} as const;

/** A sale of a kind. */
export function aSale(kind: SaleKind): fc.Arbitrary<AnySale> {
  const name = fc.constantFrom(...NAMES[kind]);
  if (kind === 'item')
    return fc
      .record({ item_name: name, ...saleFields })
      .map((sale) => ({ ...unseen, kind: 'item', item_id: null, ...sale }));
  const ivs = Object.fromEntries(STATS.map((stat) => [ivColumn(stat), fc.constantFrom(...IVS)]));
  return fc
    .record({
      pokemon_name: name,
      ...saleFields,
      form: fc.constantFrom(...FORMS),
      nature: fc.constantFrom(...NATURE_NAMES.slice(0, 5)),
      ability: fc.constantFrom(...ABILITIES),
      hidden_power: fc.constantFrom(...HIDDEN_POWER_TYPES.slice(0, 4)),
      level: maybe(fc.constantFrom(1, 50, 100)).map((level) => level ?? null),
      is_shiny: fc.boolean(),
      ...(ivs as Record<IvColumn, fc.Arbitrary<number>>),
    })
    .map((sale) => ({
      ...unseen,
      kind: 'pokemon',
      pokemon_id: 445,
      pokemon_type: 'Dragon',
      held_item: null,
      ...sale,
    }));
}
