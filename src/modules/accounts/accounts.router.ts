import { z } from 'zod';
import { zLogin, zProfile, zRegister, zSignedIn } from '../../contract/account.ts';
import { zMessage } from '../../contract/primitives.ts';
import { openProcedure, openRest, rest, t, userProcedure } from '../../trpc/procedures.ts';

export const authRouter = t.router({
  register: openProcedure
    .meta(openRest('POST', '/auth/register', 'Make an account and sign in'))
    .input(zRegister)
    .output(zSignedIn)
    .mutation(({ ctx, input }) => ctx.services.accounts.register(input)),

  login: openProcedure
    .meta(openRest('POST', '/auth/login', 'Sign in'))
    .input(zLogin)
    .output(zSignedIn)
    .mutation(({ ctx, input }) => ctx.services.accounts.login(input.username, input.password)),

  profile: userProcedure
    .meta(rest('GET', '/auth/profile', 'The signed-in account'))
    .input(z.strictObject({}))
    .output(zProfile)
    .query(async ({ ctx }) => ({ user: await ctx.services.accounts.profile() })),

  logout: userProcedure
    .meta(rest('POST', '/auth/logout', 'End the session'))
    .input(z.strictObject({}))
    .output(zMessage)
    .mutation(async ({ ctx }) => {
      await ctx.services.accounts.logout();
      return { message: 'You are signed out.' };
    }),
});
