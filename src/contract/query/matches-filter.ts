import type { z } from 'zod';
import { filterTerms } from '../market/filter-terms.ts';
import type { zMarketFilter } from '../market/sale-filter.ts';
import type { AnySale } from '../sale/sale.ts';
import { saleName } from '../sale/sale-name.ts';
import { nameKey } from '../shared/text.ts';
import { matchesQuery } from './evaluate.ts';

/** A valid filter of Market History, the output of its schema. */
export type ParsedFilter = z.output<typeof zMarketFilter>;

function nameTest(name: string | undefined, exact: boolean | undefined): (sale: AnySale) => boolean {
  if (!name) return () => true;
  const key = nameKey(name);
  const keyOf = (sale: AnySale) => nameKey(saleName(sale));
  return exact ? (sale) => keyOf(sale) === key : (sale) => keyOf(sale).includes(key);
}

/**
 * Compiles a filter of Market History to an in-memory predicate, equivalent to the server's SQL.
 *
 * @returns whether a sale matches; `today`, in UTC as `YYYY-MM-DD`, resolves relative days of the query
 */
export function filterPredicate(filter: ParsedFilter): (sale: AnySale, today: string) => boolean {
  const { kind, name, exact, query, ...values } = filter;
  const terms = query ? [...filterTerms(values), query.ast] : filterTerms(values);
  const hasName = nameTest(name, exact);
  return (sale, today) =>
    sale.kind === kind && hasName(sale) && terms.every((term) => matchesQuery(term, sale, today));
}
