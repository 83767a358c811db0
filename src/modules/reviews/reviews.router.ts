import { z } from 'zod';
import { zReviewCounts, zReviewList, zReviewPage } from '../../contract/review.ts';
import { checkerProcedure, t } from '../../trpc/procedures.ts';
import { viewerOf } from '../actor.ts';
import { presentReviewSale } from '../sales/sale.presenter.ts';

export const reviewsRouter = t.router({
  list: checkerProcedure
    .input(zReviewList)
    .output(zReviewPage)
    .query(async ({ ctx, input }) => {
      const { scope, page, limit, ...filter } = input;
      const found = await ctx.services.reviews.list(scope, filter, { page, limit });
      return { ...found, data: found.data.map((row) => presentReviewSale(row, viewerOf(ctx.actor))) };
    }),

  counts: checkerProcedure
    .input(z.strictObject({}))
    .output(zReviewCounts)
    .query(({ ctx }) => ctx.services.reviews.counts()),
});
