import { z } from 'zod';
import {
  zOversight,
  zReturnForecast,
  zReturnPreview,
  zReturnRun,
  zReturnRunRef,
  zReturnRuns,
  zReturnStart,
  zReviewers,
} from '../../contract/review/reviewer-audit.ts';
import { adminProcedure, t } from '../../trpc/procedures.ts';

export const oversightRouter = t.router({
  reviewers: adminProcedure
    .input(zOversight)
    .output(zReviewers)
    .query(async ({ ctx, input }) => ({ data: await ctx.services.oversight.reviewers(input.since) })),

  preview: adminProcedure
    .input(zReturnPreview)
    .output(zReturnForecast)
    .query(({ ctx, input }) => ctx.services.oversight.preview(input)),

  start: adminProcedure
    .input(zReturnStart)
    .output(zReturnRun)
    .mutation(({ ctx, input }) => ctx.services.oversight.start(input)),

  runs: adminProcedure
    .input(z.strictObject({}))
    .output(zReturnRuns)
    .query(async ({ ctx }) => ({ data: await ctx.services.oversight.runs() })),

  run: adminProcedure
    .input(zReturnRunRef)
    .output(zReturnRun)
    .query(({ ctx, input }) => ctx.services.oversight.run(input.run_id)),
});
