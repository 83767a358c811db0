import { z } from 'zod';
import {
  zCodeInput,
  zTwoFactorEnabled,
  zTwoFactorSetup,
  zTwoFactorStatus,
} from '../../contract/accounts/two-factor.ts';
import { zMessage } from '../../contract/shared/primitives.ts';
import { rest, t, userProcedure } from '../../trpc/procedures.ts';

export const twoFactorRouter = t.router({
  status: userProcedure
    .meta(rest('GET', '/2fa/status', 'Whether the second factor is on'))
    .input(z.strictObject({}))
    .output(zTwoFactorStatus)
    .query(({ ctx }) => ctx.services.twoFactor.status()),

  setup: userProcedure
    .meta(rest('POST', '/2fa/setup', 'Make a new secret'))
    .input(z.strictObject({}))
    .output(zTwoFactorSetup)
    .mutation(({ ctx }) => ctx.services.twoFactor.setUp()),

  verify: userProcedure
    .meta(rest('POST', '/2fa/verify', 'Turn the second factor on by its first code'))
    .input(zCodeInput)
    .output(zTwoFactorEnabled)
    .mutation(async ({ ctx, input }) => ({
      message: 'Two-factor authentication is enabled.',
      recoveryCodes: await ctx.services.twoFactor.verify(input.token),
    })),

  disable: userProcedure
    .meta(rest('POST', '/2fa/disable', 'Turn the second factor off'))
    .input(zCodeInput)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.twoFactor.disable(input.token);
      return { message: 'Two-factor authentication is disabled.' };
    }),
});
