import { zPriceCheck, zPriceCheckInput } from '../../../contract/market/price-check.ts';
import { publicProcedure } from '../../../trpc/procedures.ts';
import { checkPrice } from './price-check.queries.ts';

export const priceCheckProcedures = {
  priceCheck: publicProcedure
    .input(zPriceCheckInput)
    .output(zPriceCheck)
    .query(({ ctx, input }) => checkPrice(ctx.services.market, input)),
};
