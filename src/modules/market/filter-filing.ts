import type { Comparison, QueryNode, QueryValue } from '../../contract/query/ast.ts';
import { nodeOf } from '../../contract/query/convert.ts';
import { fieldValue } from '../../contract/query/evaluate.ts';
import { type FieldEntry, type FieldName, fieldsOf, findField, isName } from '../../contract/query/fields.ts';
import type { ParsedFilter } from '../../contract/query/matches-filter.ts';
import { isLike, namePattern } from '../../contract/query/matching.ts';
import { NORMAL_FORM, splitShiny } from '../../contract/sale/forms.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { saleName } from '../../contract/sale/sale-name.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { foldCase, nameKey } from '../../contract/shared/text.ts';

/** Terms of which every matching sale has at least one. */
interface Filing {
  terms: readonly string[];
  /** A rough share of the sales that have one of them. It only orders filings; a wrong one costs time. */
  share: number;
}

/** A filter with more terms, or terms that nearly all sales have, is tried with every sale. */
const MOST_TERMS = 64;
const LARGEST_SHARE = 0.6;

/** The length of the parts of names under which searches for a part of a name are filed. */
const PART_LENGTH = 3;

type FlagName = Extract<FieldEntry, { type: 'flag' }>['name'];

/** Shares of sales with one value of a field whose values are equally likely, or whose flag is set. */
const VALUE_SHARES: Partial<Record<FieldName, number>> & Record<FlagName, number> = {
  item: 0.001,
  pokemon: 0.001,
  submitted_by: 0.002,
  date: 0.003,
  ability: 0.01,
  nature: 0.04,
  hidden_power: 0.06,
  shiny: 0.05,
  proof: 0.5,
};
const PERFECT_SHARES = [0.05, 0.1, 0.15, 0.2, 0.25, 0.15, 0.1];
const PRICE_SHARE = 0.08;

/** Prices within a factor of 4 have the same term. */
const priceBucket = (price: number): number => Math.floor(Math.log2(price) / 2);

const valueTerm = (field: string, value: QueryValue): string => `${field}=${value}`;

/** One term of a value of a field other than form; null for relative days, which change. */
function filingOfValue(field: FieldName, value: QueryValue): Filing | null {
  if (isName(field)) return single(`name=${nameKey(String(value))}`, field);
  if (typeof value === 'number') return filingOfRange(field, value, value);
  if (typeof value === 'boolean') return filingOfFlag(field, value);
  if (field === 'date') return value.startsWith('today') ? null : single(valueTerm(field, value), field);
  return single(valueTerm(field, foldCase(value)), field);
}

const single = (term: string, field: FieldName): Filing => ({
  terms: [term],
  share: VALUE_SHARES[field] ?? 1,
});

function filingOfForm(value: string): Filing | null {
  const { form, shiny } = splitShiny(value);
  if (foldCase(form) !== foldCase(NORMAL_FORM))
    return { terms: [valueTerm('form', foldCase(form))], share: 0.01 };
  return shiny ? filingOfFlag('shiny', true) : null;
}

function filingOfFlag(field: FieldName, value: boolean): Filing {
  const share = VALUE_SHARES[field] ?? 1;
  return { terms: [valueTerm(field, value)], share: value ? share : 1 - share };
}

function shareOfNumber(field: FieldName, value: number): number {
  if (field === 'perfect_ivs') return PERFECT_SHARES[value] ?? 0;
  if (field === 'level') return value === LIMITS.level.max ? 0.3 : 0.02;
  return value === LIMITS.iv.max ? 0.35 : 0.03;
}

/** The terms of numbers from `low` to `high`, both inclusive; none when no number is in between. */
function filingOfRange(field: FieldName, low: number, high: number): Filing | null {
  const { min = 0, max = 0 } = findField(field)?.range ?? {};
  const [from, to] = [Math.max(low, min), Math.min(high, max)];
  if (from > to) return { terms: [], share: 0 };
  if (field === 'price') {
    const [first, last] = [priceBucket(Math.max(from, 1)), priceBucket(Math.max(to, 1))];
    const terms = Array.from({ length: last - first + 1 }, (_, i) => `price~${first + i}`);
    return { terms, share: terms.length * PRICE_SHARE };
  }
  const values = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return {
    terms: values.map((value) => valueTerm(field, value)),
    share: values.reduce((sum, value) => sum + shareOfNumber(field, value), 0),
  };
}

/** A part of a name, in the form of name keys. */
function filingOfPart(key: string): Filing | null {
  const part = key.slice(0, PART_LENGTH);
  return part === '' ? null : { terms: [`part=${part}`], share: 0.5 / 5 ** (part.length - 1) };
}

/** The longest text of a pattern between two %. */
const longestPart = (pattern: string): string =>
  pattern.split('%').reduce((longest, part) => (part.length > longest.length ? part : longest), '');

function filingOfPattern(field: FieldName, pattern: string): Filing | null {
  if (!pattern.includes('%')) return filingOfEqual(field, pattern);
  if (isName(field)) return filingOfPart(longestPart(namePattern(pattern)));
  const choices = findField(field)?.values?.filter((value) => isLike(value, pattern));
  return choices ? anyOf(choices.map((value) => filingOfValue(field, value))) : null;
}

const filingOfEqual = (field: FieldName, value: QueryValue): Filing | null =>
  field === 'form' ? filingOfForm(String(value)) : filingOfValue(field, value);

/** The terms of all branches; null when one has none. */
function anyOf(branches: readonly (Filing | null)[]): Filing | null {
  const filings = branches.filter((filing) => filing !== null);
  if (filings.length < branches.length) return null;
  return {
    terms: [...new Set(filings.flatMap(({ terms }) => terms))],
    share: filings.reduce((sum, { share }) => sum + share, 0),
  };
}

const cheapest = (filings: readonly (Filing | null)[]): Filing | null =>
  filings.reduce((best, filing) => (filing && (!best || filing.share < best.share) ? filing : best), null);

const isRange = (node: QueryNode): node is Comparison & { value: number } =>
  node.type === 'compare' && typeof node.value === 'number' && node.op !== '!=';

const lowest = ({ op, value }: Comparison & { value: number }): number =>
  op === '<=' || op === '<' ? 0 : value + (op === '>' ? 1 : 0);
const highest = ({ op, value }: Comparison & { value: number }): number =>
  op === '>=' || op === '>' ? Number.POSITIVE_INFINITY : value - (op === '<' ? 1 : 0);

const flattened = (nodes: readonly QueryNode[]): QueryNode[] =>
  nodes.flatMap((node) => (node.type === 'and' ? flattened(node.terms) : [node]));

/** Of terms that all have to match, the cheapest; the bounds of a number count together. */
function filingOfAll(nodes: readonly QueryNode[]): Filing | null {
  const all = flattened(nodes);
  const ranges = Map.groupBy(all.filter(isRange), ({ field }) => field);
  return cheapest([
    ...[...ranges].map(([field, bounds]) =>
      filingOfRange(field, Math.max(...bounds.map(lowest)), Math.min(...bounds.map(highest))),
    ),
    ...all.filter((node) => !isRange(node)).map(filingOfNode),
  ]);
}

function filingOfNode(node: QueryNode): Filing | null {
  switch (node.type) {
    case 'and':
      return filingOfAll(node.terms);
    case 'or':
      return anyOf(node.terms.map(filingOfNode));
    case 'not':
      return null;
    case 'in':
      return node.negated ? null : anyOf(node.values.map((value) => filingOfEqual(node.field, value)));
    case 'compare':
      if (isRange(node)) return filingOfAll([node]);
      if (node.op === '=') return filingOfEqual(node.field, node.value);
      return node.op === 'LIKE' ? filingOfPattern(node.field, String(node.value)) : null;
  }
}

/**
 * The terms under which a filter is filed: every sale that it matches has at least one of them. Null when every sale has
 * to be tried.
 *
 * @param conditions further conditions of a match
 */
export function filedUnder(filter: ParsedFilter, conditions: readonly QueryNode[]): readonly string[] | null {
  // A query cannot express a part of a name with %: such a filter is filed under its other terms.
  const node = nodeOf(filter) ?? nodeOf({ ...filter, name: undefined });
  const filing = filingOfAll([...(node ? [node] : []), ...conditions]);
  return filing && filing.share <= LARGEST_SHARE && filing.terms.length <= MOST_TERMS ? filing.terms : null;
}

function* partsOf(key: string): Generator<string> {
  for (let at = 0; at < key.length; at += 1)
    for (let length = 1; length <= PART_LENGTH && at + length <= key.length; length += 1)
      yield `part=${key.slice(at, at + length)}`;
}

/** All terms of a sale, as filters are filed under them. */
export function termsOf(sale: AnySale): Set<string> {
  const key = nameKey(saleName(sale));
  const terms = new Set([`name=${key}`, ...partsOf(key)]);
  for (const { name, type } of fieldsOf(sale.kind)) {
    const value = fieldValue(sale, name);
    if (value === null) continue;
    if (type === 'price') terms.add(`price~${priceBucket(sale.price)}`);
    else terms.add(valueTerm(name, typeof value === 'string' ? foldCase(value) : value));
  }
  return terms;
}
