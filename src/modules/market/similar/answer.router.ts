import { zFilterAnswer } from '../../../contract/market/answer.ts';
import { zMarketFilter } from '../../../contract/market/sale-filter.ts';
import { todayUtc } from '../../../contract/shared/dates.ts';
import { publicProcedure } from '../../../trpc/procedures.ts';
import { dated } from '../sale-query.filter.ts';
import { answerTo } from './compared.queries.ts';
import { questionOfFilter } from './question.filter.ts';

export const answerProcedures = {
  answer: publicProcedure
    .input(zMarketFilter)
    .output(zFilterAnswer)
    .query(async ({ ctx, input }) => {
      const { market } = ctx.services;
      const question = await questionOfFilter(market, dated(input, todayUtc(ctx.scope.clock.now())));
      return { answer: question && (await answerTo(market, question)) };
    }),
};
