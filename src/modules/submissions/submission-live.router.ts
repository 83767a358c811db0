import { z } from 'zod';
import { type SubmissionUpdate, zSubmissionUpdate } from '../../contract/sale/submissions.ts';
import { type Channel, liveUpdates, zUpdates } from '../../trpc/live.ts';
import { userProcedure } from '../../trpc/procedures.ts';

const CHANNEL: Channel<'submission.decided', SubmissionUpdate> = {
  role: 'user',
  types: ['submission.decided'],
  missed: null,
  updateFor: ({ sale_id, submitted_by, name, status }, { viewer }) =>
    submitted_by === viewer?.user_id ? { sale_id, name, status } : null,
};

export const submissionLiveProcedures = {
  live: userProcedure
    .input(z.strictObject({}))
    .output(zUpdates(zSubmissionUpdate))
    .subscription(({ ctx, signal }) => liveUpdates(ctx, signal, CHANNEL)),
};
