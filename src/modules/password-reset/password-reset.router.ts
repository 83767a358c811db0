import {
  zRequestReset,
  zResetPassword,
  zResetValidity,
  zValidateReset,
} from '../../contract/accounts/password-reset.ts';
import { zMessage } from '../../contract/shared/primitives.ts';
import { openProcedure, openRest, t } from '../../trpc/procedures.ts';

export const emailRouter = t.router({
  requestPasswordReset: openProcedure
    .meta(openRest('POST', '/email/request-password-reset', 'Ask for a link to a new password'))
    .input(zRequestReset)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.passwordReset.request(input.email ?? input.username ?? '');
      return {
        message: 'If there is such an account, a link to set a new password is on its way to its address.',
      };
    }),

  validateResetToken: openProcedure
    .meta(openRest('GET', '/email/validate-reset-token/{token}', 'Whether a reset link still works'))
    .input(zValidateReset)
    .output(zResetValidity)
    .query(({ ctx, input }) => ctx.services.passwordReset.validate(input.token)),

  resetPassword: openProcedure
    .meta(openRest('POST', '/email/reset-password', 'Set a new password by a reset link'))
    .input(zResetPassword)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.passwordReset.reset(input.token, input.newPassword);
      return { message: 'Your password has been reset. Please sign in with the new one.' };
    }),
});
