import { skipToken } from '@tanstack/react-query';
import type { Similar, SimilarTo } from '../../../src/contract/market/market.ts';
import type { SimilarityTrait } from '../../../src/contract/market/similarity-traits.ts';
import { type Fetched, useFetched } from '../../lib/server/fetched.ts';
import { trpc } from '../../lib/server/trpc.ts';

/** Sales similar to a public one, ignoring some of its traits. */
export function useSimilarToSale(saleId: number, without: SimilarityTrait[]): Fetched<Similar> {
  return useFetched(trpc.market.similarToSale.useQuery({ sale_id: saleId, without }), String(saleId));
}

/** Sales similar to a description; null requests none. */
export function useSimilarTo(described: SimilarTo | null): Fetched<Similar> {
  const subject = `${described?.kind} ${described?.name.toLowerCase()}`;
  return useFetched(trpc.market.similar.useQuery(described ?? skipToken), subject);
}
