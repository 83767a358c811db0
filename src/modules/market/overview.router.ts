import { zMarketOverview } from '../../contract/market/overview.ts';
import { zNothing } from '../../contract/shared/primitives.ts';
import { openRest, publicProcedure } from '../../trpc/procedures.ts';
import { marketOverview } from './overview.queries.ts';

export const overviewProcedures = {
  overview: publicProcedure
    .meta(openRest('GET', '/market/overview', 'Sales of the last days: numbers, most traded, highest prices'))
    .input(zNothing)
    .output(zMarketOverview)
    .query(({ ctx }) => marketOverview(ctx.services.market)),
};
