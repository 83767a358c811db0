import type { MarketFilters } from '../../../../src/contract/market/market-search-params.ts';
import { filtersOf, queryOf } from '../../../../src/contract/query/convert.ts';
import { parseQuery } from '../../../../src/contract/query/parser.ts';
import { printQuery } from '../../../../src/contract/query/printer.ts';
import type { SaleKind } from '../../../../src/contract/sale/kinds.ts';
import { andList } from '../../../../src/contract/shared/lists.ts';
import { keysOf } from '../../../../src/contract/shared/record.ts';
import { serverToday } from '../../../lib/clock.ts';

/** The filters as a query. The name stays separate, because it has its own box in both modes. */
export function toQuery(kind: SaleKind, { name, exact, ...simple }: MarketFilters): MarketFilters {
  const query = queryOf({ kind, ...simple });
  return query === null ? { name, exact, ...simple } : { name, exact, query: query || undefined };
}

/** The query as simple filters, or the reason why it has none. */
export function toSimpleFilters(
  kind: SaleKind,
  { query, ...simple }: MarketFilters,
): { filters: MarketFilters } | { obstacle: string } {
  if (!query) return { filters: simple };
  const parsed = parseQuery(query, kind);
  if (!parsed.ok) return { obstacle: `The query has an error: ${parsed.issue.message}.` };
  const { ast } = parsed;
  const today = serverToday();
  const found = filtersOf(ast, kind, today);
  if (!found) {
    const terms = ast.type === 'and' ? ast.terms : [ast];
    const hard = terms.filter((term) => filtersOf(term, kind, today) === null).map(printQuery);
    return {
      obstacle: hard.length
        ? `No simple filter can express ${andList(hard)}.`
        : 'It has several conditions on one field, and a simple filter takes only one value.',
    };
  }
  const { kind: _, ...filters } = found as { kind: SaleKind } & MarketFilters;
  const others: MarketFilters = simple;
  const twice = keysOf(filters).filter((key) => others[key] !== undefined && others[key] !== filters[key]);
  return twice.length
    ? { obstacle: `The query and another filter both set ${andList(twice)}.` }
    : { filters: { ...simple, ...filters } };
}
