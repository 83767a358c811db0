import { queryString } from '../../../../src/contract/market/search-param-values.ts';
import {
  SIMILARITY_TRAITS,
  type SimilarityTrait,
} from '../../../../src/contract/market/similarity-traits.ts';
import type { AddressFormat } from '../../../lib/use-address.ts';

/** What the page of a sale shows beside the sale, in its query string. */
export interface SaleAddress {
  /** Traits that similar sales are not compared by. */
  without: SimilarityTrait[];
}

/** Traits as an address lists them: `nature,time`. */
export const readTraits = (text: string): SimilarityTrait[] => {
  const named = text.toLowerCase().split(',');
  return SIMILARITY_TRAITS.filter((trait) => named.includes(trait));
};

/** How the state of a sale's page stands in its address. */
export const SALE_ADDRESS: AddressFormat<SaleAddress & { page?: number }> = {
  read: (search) => ({ without: readTraits(new URLSearchParams(search).get('without') ?? '') }),
  print: ({ without }) =>
    queryString(new URLSearchParams(without.length ? { without: without.join(',') } : {})),
  keepsPage: ['without'],
};
