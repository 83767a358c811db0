import type { FilterValues } from '../../contract/market/filter-fields.ts';
import type { FilterNotes, SaleQuery } from '../../contract/market/sale-filter.ts';
import type { QueryNode } from '../../contract/query/ast.ts';
import { didYouMean } from '../../contract/shared/suggestions.ts';
import { foldCase } from '../../contract/shared/text.ts';
import { closestName } from '../../lib/closest-name.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';

/** Notes on unknown abilities; a query may have hundreds, and each is compared with all known ones. */
const MAX_UNKNOWN = 5;

/** The abilities that a query compares by their whole name. */
function abilitiesIn(node: QueryNode): string[] {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.terms.flatMap(abilitiesIn);
    case 'not':
      return abilitiesIn(node.term);
    case 'in':
      return node.field === 'ability' ? node.values.map(String) : [];
    case 'compare':
      return node.field === 'ability' && ['=', '!='].includes(node.op) ? [String(node.value)] : [];
  }
}

function unknownAbilities(
  { findAbility, abilityNames }: Pick<CatalogueSource, 'findAbility' | 'abilityNames'>,
  names: readonly string[],
): string[] {
  const unknown = names.filter((name) => foldCase(findAbility(name)?.name ?? '') !== foldCase(name));
  const all = abilityNames(Number.POSITIVE_INFINITY);
  return [...new Set(unknown)]
    .slice(0, MAX_UNKNOWN)
    .map((name) => `The catalogue has no ability “${name}”.${didYouMean(closestName(name, all))}`);
}

/**
 * The part of an answer that says where its filter may be mistaken: the terms of its query without effect, and abilities that
 * the catalogue does not have. Those are no error, because sales keep the abilities of an earlier catalogue, and links and
 * follows their filters.
 */
export function notesOn(
  { catalogueSource }: { catalogueSource: Pick<CatalogueSource, 'findAbility' | 'abilityNames'> },
  { ability, query }: Pick<FilterValues, 'ability'> & { query?: SaleQuery | undefined },
): FilterNotes {
  const named = [...(ability ? [ability] : []), ...(query ? abilitiesIn(query.ast) : [])];
  const unknown = named.length > 0 ? unknownAbilities(catalogueSource, named) : [];
  return {
    ...(query?.ignored.length && { ignored: query.ignored.map(({ text }) => text) }),
    ...(unknown.length > 0 && { unknown }),
  };
}
