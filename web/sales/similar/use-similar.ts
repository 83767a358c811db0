import { skipToken } from '@tanstack/react-query';
import type { Similar, SimilarTo } from '../../../src/contract/market/market.ts';
import type { SimilarityTrait } from '../../../src/contract/market/similarity-traits.ts';
import type { AnySale } from '../../../src/contract/sale/sale.ts';
import { type Fetched, orNone, useFetched } from '../../lib/server/fetched.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { type Compared, comparedBy, comparedOf } from './similar-labels.ts';

/** Similar sales, with what they were compared with. */
export type FetchedSimilar = Fetched<Similar, Compared>;

/** Sales similar to a public one, ignoring some of its traits. */
export function useSimilarToSale(sale: AnySale, without: SimilarityTrait[]): FetchedSimilar {
  const query = trpc.market.similarToSale.useQuery({ sale_id: sale.sale_id, without });
  return orNone(useFetched(query, String(sale.sale_id), comparedOf(sale)));
}

const NOTHING: SimilarTo = { kind: 'item', name: '' };

/** Sales similar to a description; null requests none. */
export function useSimilarTo(described: SimilarTo | null): FetchedSimilar {
  const query = trpc.market.similar.useQuery(described ?? skipToken);
  const subject = `${described?.kind} ${described?.name.toLowerCase()}`;
  return orNone(useFetched(query, subject, comparedBy(described ?? NOTHING)));
}
