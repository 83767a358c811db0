import { zReviewCounts, zReviewDetail, zReviewList, zReviewPage } from '../../contract/review/review.ts';
import { zNothing, zRef } from '../../contract/shared/primitives.ts';
import { checkerProcedure, rest } from '../../trpc/procedures.ts';
import { viewerOf } from '../actor.ts';
import { flaggedNeighbours, presentDetail, presentReviewSale } from './review.presenter.ts';

export const reviewProcedures = {
  list: checkerProcedure
    .meta(rest('GET', '/reviews', 'List sales for reviewers: pending, with open reports, or all'))
    .input(zReviewList)
    .output(zReviewPage)
    .query(async ({ ctx, input }) => {
      const { scope, page, limit, ...filter } = input;
      const { reviews } = ctx.services;
      const found = await reviews.list(scope, filter, { page, limit });
      const hidden = await reviews.ownPending(flaggedNeighbours(found.data));
      const viewer = viewerOf(ctx.actor);
      return { ...found, data: found.data.map((row) => presentReviewSale(row, viewer, hidden)) };
    }),

  counts: checkerProcedure
    .input(zNothing)
    .output(zReviewCounts)
    .query(({ ctx }) => ctx.services.reviews.counts()),

  detail: checkerProcedure
    .input(zRef)
    .output(zReviewDetail)
    .query(async ({ ctx, input }) => {
      const { reviews } = ctx.services;
      const evidence = await reviews.detail(input.id);
      const hidden = await reviews.ownPending(flaggedNeighbours([evidence.sale]));
      return presentDetail(evidence, viewerOf(ctx.actor), hidden);
    }),
};
