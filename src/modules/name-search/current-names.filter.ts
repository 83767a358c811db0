import type { SaleQuery } from '../../contract/market/sale-filter.ts';
import type { QueryNode } from '../../contract/query/ast.ts';
import { printQuery } from '../../contract/query/printer.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { nameKey } from '../../contract/shared/text.ts';

/** A spelling of an item that was merged, and the name of the item that it was merged into. */
export interface MergedName {
  spelling: string;
  name: string;
}

/** The name that a whole name refers to now: for a merged spelling that of its item, otherwise the same text. */
export type CurrentName = (name: string) => string;

/** What the names of items refer to, however they are written. Chains of merges are stored with their last name. */
export function currentName(merged: readonly MergedName[]): CurrentName {
  const byKey = new Map(merged.map(({ spelling, name }) => [nameKey(spelling), name]));
  return (name) => byKey.get(nameKey(name)) ?? name;
}

/** The part of a filter that can have the whole name of an item. */
interface NamedFilter {
  kind?: SaleKind | undefined;
  name?: string | undefined;
  exact?: boolean | undefined;
  query?: SaleQuery | undefined;
}

/** Whether a filter can have the whole name of an item. */
export const namesItems = ({ kind, name, exact, query }: NamedFilter): boolean =>
  kind === 'item' && Boolean((name && exact) || query);

/**
 * A filter with its whole names of items as they are now. Those who show, count or match the sales of a filter get it like
 * this, so that a merged spelling finds the sales of its item. Parts of names and patterns stay as they are.
 */
export function withCurrentNames<Filter extends NamedFilter>(filter: Filter, current: CurrentName): Filter {
  if (!namesItems(filter)) return filter;
  const { name, exact, query } = filter;
  const ast = query && termWithNames(query.ast, current);
  return {
    ...filter,
    ...(name && exact && { name: current(name) }),
    ...(ast && { query: { ...query, ast, text: printQuery(ast) } }),
  };
}

function termWithNames(node: QueryNode, current: CurrentName): QueryNode {
  switch (node.type) {
    case 'and':
    case 'or':
      return { ...node, terms: node.terms.map((term) => termWithNames(term, current)) };
    case 'not':
      return { ...node, term: termWithNames(node.term, current) };
    case 'in':
      if (node.field !== 'item') return node;
      return { ...node, values: node.values.map((value) => current(String(value))) };
    case 'compare':
      if (node.field !== 'item' || !['=', '!='].includes(node.op)) return node;
      return { ...node, value: current(String(node.value)) };
  }
}
