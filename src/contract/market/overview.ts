import { z } from 'zod';
import { SALE_KINDS } from '../sale/kinds.ts';
import { zAnySale, zSuggestion } from '../sale/sale.ts';

const zSold = z.object({ today: z.number(), recent: z.number() });

/** What was sold lately, of both kinds (docs/product.md "Screens"). Days are UTC. */
export const zMarketOverview = z.object({
  today: z.string(),
  /** The first of the recent days, as of `last 7d` in a search; the last one is today. */
  since: z.string(),
  /** The numbers of sales of today, and of all recent days. */
  sales: z.object({ item: zSold, pokemon: zSold }),
  /** The names with the most sales among the recent ones, at most the newest 2,500 of each kind, and their numbers. */
  most_traded: z.array(zSuggestion.extend({ kind: z.enum(SALE_KINDS) })),
  /** The recent sales with the highest prices among those with a proof. */
  notable: z.array(zAnySale),
});
export type MarketOverview = z.infer<typeof zMarketOverview>;
