import {
  zReturnPreview,
  zReturnRequest,
  zReturnRun,
  zReturnRunRef,
  zReturnRuns,
  zReviewerAudit,
  zReviewers,
} from '../../contract/review/reviewer-audit.ts';
import { zNothing } from '../../contract/shared/primitives.ts';
import { adminProcedure, confirmedAdminProcedure, t } from '../../trpc/procedures.ts';

export const reviewerAuditRouter = t.router({
  reviewers: adminProcedure
    .input(zReviewerAudit)
    .output(zReviewers)
    .query(async ({ ctx, input }) => ({ data: await ctx.services.reviewerAudit.reviewers(input.since) })),

  preview: adminProcedure
    .input(zReturnRequest)
    .output(zReturnPreview)
    .query(({ ctx, input }) => ctx.services.reviewerAudit.preview(input)),

  start: confirmedAdminProcedure
    .input(zReturnRequest)
    .output(zReturnRun)
    .mutation(({ ctx, input }) => ctx.services.reviewerAudit.start(input)),

  runs: adminProcedure
    .input(zNothing)
    .output(zReturnRuns)
    .query(async ({ ctx }) => ({ data: await ctx.services.reviewerAudit.runs() })),

  run: adminProcedure
    .input(zReturnRunRef)
    .output(zReturnRun)
    .query(({ ctx, input }) => ctx.services.reviewerAudit.run(input.run_id)),
});
