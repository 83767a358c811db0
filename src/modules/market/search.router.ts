import { zMarketSearch, zMarketSearchInput } from '../../contract/market/search.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { publicProcedure } from '../../trpc/procedures.ts';
import { searchMarket } from './search.queries.ts';

export const searchProcedures = {
  search: publicProcedure
    .input(zMarketSearchInput)
    .output(zMarketSearch)
    .query(async ({ ctx, input: { text } }) => {
      const today = todayUtc(ctx.scope.clock.now());
      const { found, counted } = await searchMarket(ctx.services.market, text, today);
      if (!counted) ctx.passing?.();
      return found;
    }),
};
