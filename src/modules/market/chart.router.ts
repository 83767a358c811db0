import { zChart, zChartInput } from '../../contract/market/market.ts';
import { orJsonText, publicProcedure } from '../../trpc/procedures.ts';
import { saleChart, visitorChart } from './chart.queries.ts';
import { filterNow } from './sale.filter.ts';

export const chartProcedures = {
  chart: publicProcedure
    .input(zChartInput)
    .output(orJsonText(zChart))
    .query(async ({ ctx, input: { days, ...filter } }) =>
      (ctx.isVisitorRead ? visitorChart : saleChart)(
        ctx.services.market,
        await filterNow(ctx.services.market, filter),
        days,
      ),
    ),
};
