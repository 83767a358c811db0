import { todayUtc } from '../../contract/dates.ts';
import { zChart, zChartInput } from '../../contract/market.ts';
import { publicProcedure } from '../../trpc/procedures.ts';
import { saleChart } from './chart.queries.ts';
import { dated } from './sale-query.filter.ts';

export const chartProcedures = {
  chart: publicProcedure
    .input(zChartInput)
    .output(zChart)
    .query(({ ctx, input: { days, ...filter } }) =>
      saleChart(ctx.services.market, dated(filter, todayUtc(ctx.scope.clock.now())), days),
    ),
};
