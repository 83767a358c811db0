import { skipToken } from '@tanstack/react-query';
import type { Similar } from '../../../src/contract/market/market.ts';
import { ANY, describedBy, type PriceCheck } from '../../../src/contract/market/price-check-search-params.ts';
import type { SimilarityTrait } from '../../../src/contract/market/similarity.ts';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import type { AnySale } from '../../../src/contract/sale/sale.ts';
import { dropStaleOnError, type Fetched, useFetched } from '../../lib/server/fetched.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { type Compared, comparedOf } from './similar-labels.ts';

/** Similar sales, with what they were compared with. */
export type FetchedSimilar = Fetched<Similar, Compared>;

/** Sales similar to a public one, ignoring some of its traits. */
export function useSimilarToSale(sale: AnySale, without: SimilarityTrait[]): FetchedSimilar {
  const query = trpc.market.similarToSale.useQuery({ sale_id: sale.sale_id, without });
  return dropStaleOnError(useFetched(query, String(sale.sale_id), comparedOf(sale)));
}

/** What is described, and the most sales that are wanted. */
export interface Described {
  kind: SaleKind;
  name: string;
  check: PriceCheck;
  limit?: number;
}

const NOTHING: Described = { kind: 'item', name: '', check: ANY };

/** Sales similar to a description; null requests none. */
export function useSimilarTo(described: Described | null): FetchedSimilar {
  const { kind, name, check, limit } = described ?? NOTHING;
  const query = trpc.market.similar.useQuery(
    described ? { ...describedBy(kind, name, check), limit } : skipToken,
  );
  const compared: Compared = { ...check, kind, dateSold: null };
  return dropStaleOnError(useFetched(query, `${kind} ${name.toLowerCase()}`, compared));
}
