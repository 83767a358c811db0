import { zNotices, zResumeChannel, zSaveNotices, zSetWebhook } from '../../contract/inbox/notices.ts';
import { zMessage, zNothing } from '../../contract/shared/primitives.ts';
import { rest, t, userProcedure } from '../../trpc/procedures.ts';

export const noticesRouter = t.router({
  settings: userProcedure
    .meta(rest('GET', '/notices/settings', 'Get your notice settings and the state of your channels'))
    .input(zNothing)
    .output(zNotices)
    .query(({ ctx }) => ctx.services.notices.settings()),

  save: userProcedure
    .meta(rest('PATCH', '/notices/settings', 'Switch notices about your submissions on or off'))
    .input(zSaveNotices)
    .output(zNotices)
    .mutation(({ ctx, input }) => ctx.services.notices.save(input)),

  setWebhook: userProcedure
    .meta(rest('POST', '/notices/webhook', 'Connect your own Discord webhook'))
    .input(zSetWebhook)
    .output(zNotices)
    .mutation(({ ctx, input }) => ctx.services.notices.setWebhook(input.url)),

  testWebhook: userProcedure
    .meta(rest('POST', '/notices/webhook/test', 'Send a test message to your Discord webhook'))
    .input(zNothing)
    .output(zMessage)
    .mutation(async ({ ctx }) => {
      await ctx.services.notices.testWebhook();
      return { message: 'Discord accepted the test message.' };
    }),

  removeWebhook: userProcedure
    .meta(rest('DELETE', '/notices/webhook', 'Disconnect your Discord webhook'))
    .input(zNothing)
    .output(zNotices)
    .mutation(({ ctx }) => ctx.services.notices.removeWebhook()),

  resume: userProcedure
    .meta(rest('POST', '/notices/resume', 'Resume a paused channel'))
    .input(zResumeChannel)
    .output(zNotices)
    .mutation(({ ctx, input }) => ctx.services.notices.resume(input.channel)),
});
