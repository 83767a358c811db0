import { zMarketSearch, zMarketSearchInput } from '../../contract/market/search.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { publicProcedure } from '../../trpc/procedures.ts';
import { searchMarket } from './search.queries.ts';

export const searchProcedures = {
  search: publicProcedure
    .input(zMarketSearchInput)
    .output(zMarketSearch)
    .query(({ ctx: { services, scope }, input: { text } }) =>
      searchMarket(
        { names: services.market.names, catalogue: services.catalogue },
        text,
        todayUtc(scope.clock.now()),
      ),
    ),
};
