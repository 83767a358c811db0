import { z } from 'zod';
import { zPriceCheckInput } from '../../contract/market/market.ts';
import {
  type SubmissionUpdate,
  zOwnSales,
  zOwnSalesInput,
  zSameSubmission,
  zSubmission,
  zSubmissionCounts,
  zSubmissionList,
  zSubmissionPage,
  zSubmissionUpdate,
} from '../../contract/sale/submissions.ts';
import { zMessage, zNothing, zRef } from '../../contract/shared/primitives.ts';
import { type Channel, liveUpdates, zUpdates } from '../../trpc/live.ts';
import { rest, t, userProcedure } from '../../trpc/procedures.ts';

const CHANNEL: Channel<'submission.decided', SubmissionUpdate> = {
  role: 'user',
  types: ['submission.decided'],
  missed: null,
  updateFor: ({ sale_id, submitted_by, name, status }, { viewer }) =>
    submitted_by === viewer?.user_id ? { sale_id, name, status } : null,
};

export const submissionsRouter = t.router({
  list: userProcedure
    .meta(rest('GET', '/submissions', 'List your own submissions, newest first'))
    .input(zSubmissionList)
    .output(zSubmissionPage)
    .query(({ ctx, input }) => ctx.services.submissions.list(input)),

  counts: userProcedure
    .meta(rest('GET', '/submissions/counts', 'Count your own submissions by status'))
    .input(zNothing)
    .output(zSubmissionCounts)
    .query(({ ctx }) => ctx.services.submissions.counts()),

  byId: userProcedure
    .input(zRef)
    .output(zSubmission)
    .query(({ ctx, input }) => ctx.services.submissions.byId(input.id)),

  withdraw: userProcedure
    .meta(rest('POST', '/submissions/{id}/withdraw', 'Withdraw your own pending submission'))
    .input(zRef)
    .output(zMessage)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.services.sales.withdraw(id);
      return { message: `Sale #${id} was withdrawn.` };
    }),

  skipsReview: userProcedure
    .input(zNothing)
    .output(z.boolean())
    .query(({ ctx }) => ctx.services.sales.skipsReview()),

  same: userProcedure
    .input(zPriceCheckInput)
    .output(zSameSubmission)
    .query(({ ctx, input }) => ctx.services.submissions.same(input)),

  history: userProcedure
    .meta(rest('GET', '/submissions/history', 'Get the prices of your own approved sales over time'))
    .input(zOwnSalesInput)
    .output(zOwnSales)
    .query(({ ctx, input }) => ctx.services.submissions.history(input)),

  live: userProcedure
    .input(zNothing)
    .output(zUpdates(zSubmissionUpdate))
    .subscription(({ ctx, signal }) => liveUpdates(ctx, signal, CHANNEL)),
});
