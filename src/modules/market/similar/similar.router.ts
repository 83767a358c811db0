import { zSimilar, zSimilarTo, zSimilarToSale } from '../../../contract/market/market.ts';
import { publicProcedure } from '../../../trpc/procedures.ts';
import { similarToDescribed, similarToSale } from './similar.queries.ts';

export const similarProcedures = {
  similarToSale: publicProcedure
    .input(zSimilarToSale)
    .output(zSimilar)
    .query(({ ctx, input }) => similarToSale(ctx.services.market, input)),

  similar: publicProcedure
    .input(zSimilarTo)
    .output(zSimilar)
    .query(({ ctx, input }) => similarToDescribed(ctx.services.market, input)),
};
