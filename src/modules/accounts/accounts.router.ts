import {
  zChangePassword,
  zConfirm,
  zConfirmed,
  zLogin,
  zProfile,
  zRegister,
  zSignedIn,
} from '../../contract/accounts/account.ts';
import { zLoginResult } from '../../contract/accounts/two-factor.ts';
import { zMessage, zNothing } from '../../contract/shared/primitives.ts';
import {
  confirmedUserProcedure,
  openProcedure,
  openRest,
  rest,
  t,
  userProcedure,
} from '../../trpc/procedures.ts';

export const authRouter = t.router({
  register: openProcedure
    .meta(openRest('POST', '/auth/register', 'Create an account and sign in'))
    .input(zRegister)
    .output(zSignedIn)
    .mutation(({ ctx, input }) => ctx.services.accounts.register(input)),

  login: openProcedure
    .meta(openRest('POST', '/auth/login', 'Sign in'))
    .input(zLogin)
    .output(zLoginResult)
    .mutation(({ ctx, input }) =>
      ctx.services.signIn.login(input.username, input.password, ctx.code, ctx.token),
    ),

  verify2fa: openProcedure
    .meta(openRest('POST', '/auth/verify-2fa', 'Complete a sign-in with a two-factor code'))
    .input(zNothing)
    .output(zSignedIn)
    .mutation(({ ctx }) => ctx.services.signIn.verify(ctx.pendingToken, ctx.code)),

  profile: userProcedure
    .meta(rest('GET', '/auth/profile', 'Get the signed-in account'))
    .input(zNothing)
    .output(zProfile)
    .query(async ({ ctx }) => ({ user: await ctx.services.accounts.profile() })),

  confirm: userProcedure
    .meta(rest('POST', '/auth/confirm', 'Confirm your identity, for changes that need a recent sign-in'))
    .input(zConfirm)
    .output(zConfirmed)
    .mutation(async ({ ctx, input }) => ({
      message: 'Thank you. Your identity is confirmed.',
      token: await ctx.services.confirmation.confirm(input.password, ctx.code),
    })),

  logout: userProcedure
    .meta(rest('POST', '/auth/logout', 'End the session'))
    .input(zNothing)
    .output(zMessage)
    .mutation(async ({ ctx }) => {
      await ctx.services.ownSessions.endCurrent();
      return { message: 'You are signed out.' };
    }),

  changePassword: confirmedUserProcedure
    .input(zChangePassword)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.password.change(input.oldPassword, input.newPassword);
      return { message: 'Your password has been changed. Your other sessions have ended.' };
    }),
});
