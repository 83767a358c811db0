import {
  zCodeInput,
  zTwoFactorEnabled,
  zTwoFactorSetup,
  zTwoFactorStatus,
} from '../../contract/accounts/two-factor.ts';
import { zMessage, zNothing } from '../../contract/shared/primitives.ts';
import { confirmedUserProcedure, rest, t, userProcedure } from '../../trpc/procedures.ts';

export const twoFactorRouter = t.router({
  status: userProcedure
    .meta(rest('GET', '/2fa/status', 'Check whether the second factor is enabled'))
    .input(zNothing)
    .output(zTwoFactorStatus)
    .query(({ ctx }) => ctx.services.twoFactor.status()),

  setup: confirmedUserProcedure
    .meta(rest('POST', '/2fa/setup', 'Create a new secret'))
    .input(zNothing)
    .output(zTwoFactorSetup)
    .mutation(({ ctx }) => ctx.services.twoFactor.setUp()),

  verify: confirmedUserProcedure
    .meta(rest('POST', '/2fa/verify', 'Enable the second factor with a first code'))
    .input(zCodeInput)
    .output(zTwoFactorEnabled)
    .mutation(async ({ ctx, input }) => ({
      message: 'Two-factor authentication is enabled.',
      recoveryCodes: await ctx.services.twoFactor.verify(input.token),
    })),

  disable: confirmedUserProcedure
    .meta(rest('POST', '/2fa/disable', 'Disable the second factor'))
    .input(zCodeInput)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.twoFactor.disable(input.token);
      return { message: 'Logging in no longer asks for a code from an authenticator app.' };
    }),
});
