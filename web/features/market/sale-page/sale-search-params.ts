import { queryString } from '../../../../src/contract/market/search-param-values.ts';
import { readTraits, type SimilarityTrait } from '../../../../src/contract/market/similarity-traits.ts';
import type { UrlStateFormat } from '../../../lib/use-url-state.ts';

/** The state of a sale's page, in its query string. */
export interface SaleSearchParams {
  /** Traits that are ignored when comparing sales. */
  without: SimilarityTrait[];
}

/** Converts the state of a sale's page from and to its query string. */
export const SALE_FORMAT: UrlStateFormat<SaleSearchParams & { page?: number }> = {
  read: (search) => ({ without: readTraits(new URLSearchParams(search).get('without') ?? '') }),
  print: ({ without }) =>
    queryString(new URLSearchParams(without.length ? { without: without.join(',') } : {})),
  keepsPage: ['without'],
};
