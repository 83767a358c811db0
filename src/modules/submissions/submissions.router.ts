import { z } from 'zod';
import {
  zOwnSales,
  zOwnSalesInput,
  zSubmission,
  zSubmissionCounts,
  zSubmissionList,
  zSubmissionPage,
  zSubmissionRef,
} from '../../contract/sale/submissions.ts';
import { rest, t, userProcedure } from '../../trpc/procedures.ts';
import { submissionLiveProcedures } from './submission-live.router.ts';

/** The caller's own submissions. */
export const submissionsRouter = t.router({
  list: userProcedure
    .meta(rest('GET', '/submissions', 'List your own submissions, newest first'))
    .input(zSubmissionList)
    .output(zSubmissionPage)
    .query(({ ctx, input: { page, limit, ...filter } }) =>
      ctx.services.submissions.list(filter, { page, limit }),
    ),

  counts: userProcedure
    .meta(rest('GET', '/submissions/counts', 'Count your own submissions by status'))
    .input(z.strictObject({}))
    .output(zSubmissionCounts)
    .query(({ ctx }) => ctx.services.submissions.counts()),

  byId: userProcedure
    .input(zSubmissionRef)
    .output(zSubmission)
    .query(({ ctx, input }) => ctx.services.submissions.byId(input.id)),

  history: userProcedure
    .meta(rest('GET', '/submissions/history', 'Prices of your own approved sales over time'))
    .input(zOwnSalesInput)
    .output(zOwnSales)
    .query(({ ctx, input }) => ctx.services.submissions.history(input)),

  ...submissionLiveProcedures,
});
