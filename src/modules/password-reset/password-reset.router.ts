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
    .meta(openRest('POST', '/email/request-password-reset', 'Request a password reset link'))
    .input(zRequestReset)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.passwordReset.request(input.email ?? input.username ?? '');
      return {
        message: 'If that account exists, we have emailed a reset link.',
      };
    }),

  validateResetToken: openProcedure
    .meta(openRest('GET', '/email/validate-reset-token/{token}', 'Check whether a reset link is valid'))
    .input(zValidateReset)
    .output(zResetValidity)
    .query(({ ctx, input }) => ctx.services.passwordReset.validate(input.token)),

  resetPassword: openProcedure
    .meta(openRest('POST', '/email/reset-password', 'Set a new password with a reset link'))
    .input(zResetPassword)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.passwordReset.reset(input.token, input.newPassword);
      return { message: 'Your password has been reset. Please log in with the new one.' };
    }),
});
