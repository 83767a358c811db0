import { zChart, zChartInput } from '../../contract/market/market.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { orJsonText, publicProcedure } from '../../trpc/procedures.ts';
import { saleChart, visitorChart } from './chart.queries.ts';
import { dated } from './sale-query.filter.ts';

export const chartProcedures = {
  chart: publicProcedure
    .input(zChartInput)
    .output(orJsonText(zChart))
    .query(({ ctx, input: { days, ...filter } }) =>
      (ctx.isVisitorRead ? visitorChart : saleChart)(
        ctx.services.market,
        dated(filter, todayUtc(ctx.scope.clock.now())),
        days,
      ),
    ),
};
