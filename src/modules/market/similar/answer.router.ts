import { zFilterAnswer } from '../../../contract/market/answer.ts';
import { zMarketFilter } from '../../../contract/market/sale-filter.ts';
import { publicProcedure } from '../../../trpc/procedures.ts';
import { filterNow } from '../sale.filter.ts';
import { answerTo } from './compared.queries.ts';
import { questionOfFilter } from './question.filter.ts';

export const answerProcedures = {
  answer: publicProcedure
    .input(zMarketFilter)
    .output(zFilterAnswer)
    .query(async ({ ctx, input }) => {
      const { market } = ctx.services;
      const question = await questionOfFilter(market, await filterNow(market, input));
      return { answer: question && (await answerTo(market, question)) };
    }),
};
