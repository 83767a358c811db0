import { zAdminAction, zBulkResults, zDecideMany, zUndo } from '../../contract/review/review.ts';
import { zAnySale } from '../../contract/sale/sale.ts';
import { adminProcedure, checkerProcedure } from '../../trpc/procedures.ts';

/** Part of the reviews router: what reviewers decide, and what admins do about it. */
export const decisionProcedures = {
  decideMany: checkerProcedure
    .input(zDecideMany)
    .output(zBulkResults)
    .mutation(async ({ ctx, input }) => ({
      results: await ctx.services.sales.decideMany(input.sales, input.status, input.review_notes ?? null),
    })),

  undo: checkerProcedure
    .input(zUndo)
    .output(zBulkResults)
    .mutation(async ({ ctx, input }) => ({ results: await ctx.services.sales.undo(input.sales) })),

  return: adminProcedure
    .input(zAdminAction)
    .output(zAnySale)
    .mutation(({ ctx, input }) => ctx.services.saleAdmin.returnToReview(input)),

  restore: adminProcedure
    .input(zAdminAction)
    .output(zAnySale)
    .mutation(({ ctx, input }) => ctx.services.saleAdmin.restore(input)),
};
