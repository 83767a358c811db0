import { z } from 'zod';
import { zSubmissionCounts, zSubmissionList, zSubmissionPage } from '../../contract/sale/submissions.ts';
import { t, userProcedure } from '../../trpc/procedures.ts';
import { submissionLiveProcedures } from './submission-live.router.ts';

/** The caller's own submissions. */
export const submissionsRouter = t.router({
  list: userProcedure
    .input(zSubmissionList)
    .output(zSubmissionPage)
    .query(({ ctx, input: { page, limit, ...filter } }) =>
      ctx.services.submissions.list(filter, { page, limit }),
    ),

  counts: userProcedure
    .input(z.strictObject({}))
    .output(zSubmissionCounts)
    .query(({ ctx }) => ctx.services.submissions.counts()),

  ...submissionLiveProcedures,
});
