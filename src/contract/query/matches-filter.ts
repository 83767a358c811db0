import type { z } from 'zod';
import { filterTerms } from '../market/filter-fields.ts';
import type { zMarketFilter } from '../market/sale-filter.ts';
import type { AnySale } from '../sale/sale.ts';
import { nameKey } from '../shared/text.ts';
import { matchesQuery } from './evaluate.ts';

type Filter = z.output<typeof zMarketFilter>;

function hasName(sale: AnySale, name: string, exact: boolean | undefined): boolean {
  const actual = nameKey(sale.kind === 'item' ? sale.item_name : sale.pokemon_name);
  return exact ? actual === nameKey(name) : actual.includes(nameKey(name));
}

/**
 * Compiles a filter of Market History to an in-memory predicate, equivalent to the server's SQL.
 *
 * @param filter the output of its schema
 * @returns whether a sale matches; `today`, in UTC as `YYYY-MM-DD`, resolves relative days of the query
 */
export function filterPredicate(filter: Filter): (sale: AnySale, today: string) => boolean {
  const { kind, name, exact, query, ...values } = filter;
  const terms = query ? [...filterTerms(values), query.ast] : filterTerms(values);
  return (sale, today) =>
    sale.kind === kind &&
    (!name || hasName(sale, name, exact)) &&
    terms.every((term) => matchesQuery(term, sale, today));
}
