import type { QueryNode, QueryValue } from '../../contract/query/ast.ts';
import { nodeOf } from '../../contract/query/convert.ts';
import { fieldValue } from '../../contract/query/evaluate.ts';
import { type FieldName, isName } from '../../contract/query/fields.ts';
import type { ParsedFilter } from '../../contract/query/matches-filter.ts';
import { namePattern } from '../../contract/query/matching.ts';
import { NORMAL_FORM, splitShiny } from '../../contract/sale/forms.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { saleName } from '../../contract/sale/sale-name.ts';
import { foldCase, nameKey } from '../../contract/shared/text.ts';

/** The fields besides the name whose values are terms. */
const FIELDS = ['submitted_by', 'ability', 'form', 'hidden_power', 'nature'] as const satisfies FieldName[];

/** What terms are of: first what the fewest sales have in common. */
const SUBJECTS = ['name', 'part', ...FIELDS] as const;
type Subject = (typeof SUBJECTS)[number];

const termOf = (subject: Subject, value: string): string => `${subject}=${value}`;

/** Terms of which every matching sale has at least one. */
interface Filing {
  terms: readonly string[];
  /** The place in `SUBJECTS` of the most common one. */
  rank: number;
}

const filing = (subject: Subject, value: string): Filing => ({
  terms: [termOf(subject, value)],
  rank: SUBJECTS.indexOf(subject),
});

/** The length of the parts of names under which searches for a part of a name are filed. */
const PART_LENGTH = 3;

/** Null for the normal form, which nearly all sales have, and for fields without terms. */
function filingOfValue(name: FieldName, value: QueryValue): Filing | null {
  if (isName(name)) return filing('name', nameKey(String(value)));
  const field = FIELDS.find((one) => one === name);
  if (!field) return null;
  const text = foldCase(field === 'form' ? splitShiny(String(value)).form : String(value));
  return text === foldCase(NORMAL_FORM) ? null : filing(field, text);
}

/** The longest text of a pattern between two %. */
const longestPart = (pattern: string): string =>
  pattern.split('%').reduce((longest, part) => (part.length > longest.length ? part : longest), '');

function filingOfPattern(field: FieldName, pattern: string): Filing | null {
  if (!pattern.includes('%')) return filingOfValue(field, pattern);
  const part = isName(field) ? longestPart(namePattern(pattern)).slice(0, PART_LENGTH) : '';
  return part.length === PART_LENGTH ? filing('part', part) : null;
}

/** The terms of all branches; null when one has none. */
function anyOf(branches: readonly (Filing | null)[]): Filing | null {
  const filings = branches.filter((branch) => branch !== null);
  if (filings.length < branches.length) return null;
  return {
    terms: filings.flatMap(({ terms }) => terms),
    rank: Math.max(...filings.map(({ rank }) => rank)),
  };
}

/** Of terms that all have to match, those that the fewest sales have. */
const rarest = (filings: readonly (Filing | null)[]): Filing | null =>
  filings.reduce((best, one) => (one && (!best || one.rank < best.rank) ? one : best), null);

function filingOf(node: QueryNode): Filing | null {
  switch (node.type) {
    case 'and':
      return rarest(node.terms.map(filingOf));
    case 'or':
      return anyOf(node.terms.map(filingOf));
    case 'not':
      return null;
    case 'in':
      return node.negated ? null : anyOf(node.values.map((value) => filingOfValue(node.field, value)));
    case 'compare':
      if (node.op === '=') return filingOfValue(node.field, node.value);
      return node.op === 'LIKE' ? filingOfPattern(node.field, String(node.value)) : null;
  }
}

/**
 * The terms under which a filter is filed: every sale that it matches has at least one of them. Null when every sale has
 * to be tried.
 */
export function filedUnder(filter: ParsedFilter): readonly string[] | null {
  // A query cannot express a part of a name with %: such a filter is filed under its other terms.
  const node = nodeOf(filter) ?? nodeOf({ ...filter, name: undefined });
  return (node && filingOf(node)?.terms) ?? null;
}

/** All terms of a sale, as filters are filed under them. */
export function termsOf(sale: AnySale): Set<string> {
  const key = nameKey(saleName(sale));
  const terms = new Set([termOf('name', key)]);
  for (let at = 0; at + PART_LENGTH <= key.length; at += 1)
    terms.add(termOf('part', key.slice(at, at + PART_LENGTH)));
  for (const field of FIELDS) {
    const value = fieldValue(sale, field);
    if (value !== null) terms.add(termOf(field, foldCase(String(value))));
  }
  return terms;
}
