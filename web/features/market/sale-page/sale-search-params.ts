import { queryString } from '../../../../src/contract/market/search-param-values.ts';
import { readTraits, type SimilarityTrait } from '../../../../src/contract/market/similarity-traits.ts';
import type { UrlStateFormat } from '../../../lib/use-url-state.ts';

/** The state of a sale's page, in its query string. */
export interface SaleSearchParams {
  /** Traits that are ignored when comparing sales. */
  without: SimilarityTrait[];
  /** Whether the dialog that reports the sale is open. */
  report: boolean;
}

/** Converts the state of a sale's page from and to its query string. */
export const SALE_FORMAT: UrlStateFormat<SaleSearchParams> = {
  read: (search) => {
    const query = new URLSearchParams(search);
    return { without: readTraits(query.get('without') ?? ''), report: query.get('report') === 'true' };
  },
  print: ({ without, report }) =>
    queryString(
      new URLSearchParams({
        ...(without.length > 0 && { without: without.join(',') }),
        ...(report && { report: 'true' }),
      }),
    ),
  keepsPage: ['without', 'report'],
};
