import { zEnded, zEndSession, zSessions } from '../../contract/accounts/account.ts';
import { zMessage, zNothing } from '../../contract/shared/primitives.ts';
import { confirmedUserProcedure, t, userProcedure } from '../../trpc/procedures.ts';

export const sessionsRouter = t.router({
  list: userProcedure
    .input(zNothing)
    .output(zSessions)
    .query(async ({ ctx }) => ({ data: await ctx.services.accountSessions.list() })),

  end: confirmedUserProcedure
    .input(zEndSession)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.accountSessions.end(input.id);
      return { message: 'The session has ended.' };
    }),

  endOthers: confirmedUserProcedure
    .input(zNothing)
    .output(zEnded)
    .mutation(async ({ ctx }) => ({ ended: await ctx.services.accountSessions.endOthers() })),
});
