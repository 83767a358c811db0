import { zPriceCheckInput, zPriceWarnings } from '../../../contract/market/price-check.ts';
import { publicProcedure } from '../../../trpc/procedures.ts';
import { checkPrice } from './price-check.queries.ts';

export const priceCheckProcedures = {
  priceCheck: publicProcedure
    .input(zPriceCheckInput)
    .output(zPriceWarnings)
    .query(({ ctx, input }) => checkPrice(ctx.services.market, input)),
};
