import {
  zChangePassword,
  zConfirm,
  zConfirmed,
  zLogin,
  zProfile,
  zRegister,
  zSignedIn,
} from '../../contract/accounts/account.ts';
import { zDataPage, zDataRequest, zDeleteAccount } from '../../contract/accounts/account-data.ts';
import { zLoginResult } from '../../contract/accounts/two-factor.ts';
import { zSetAccountStatus, zSetRole } from '../../contract/admin/account-admin.ts';
import { zUserDetail, zUserList, zUserPage } from '../../contract/admin/admin.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { zMessage, zNothing, zRef } from '../../contract/shared/primitives.ts';
import {
  adminProcedure,
  confirmedAdminProcedure,
  confirmedUserProcedure,
  openProcedure,
  openRest,
  rest,
  t,
  userProcedure,
} from '../../trpc/procedures.ts';

export const authRouter = t.router({
  register: openProcedure
    .meta(openRest('POST', '/auth/register', 'Create an account and log in'))
    .input(zRegister)
    .output(zSignedIn)
    .mutation(({ ctx, input }) => ctx.services.accounts.register(input)),

  login: openProcedure
    .meta({ ...openRest('POST', '/auth/login', 'Log in'), headers: { 'X-TOTP-Token': 'optional' } })
    .input(zLogin)
    .output(zLoginResult)
    .mutation(({ ctx, input }) =>
      ctx.services.signIn.login(input.username, input.password, ctx.code, ctx.token),
    ),

  verify2fa: openProcedure
    .meta({
      ...openRest('POST', '/auth/verify-2fa', 'Complete a login with a two-factor code'),
      headers: { 'X-TOTP-Token': 'required' },
      takesPendingToken: true,
    })
    .input(zNothing)
    .output(zSignedIn)
    .mutation(({ ctx }) => ctx.services.signIn.verify(ctx.pendingToken, ctx.code)),

  profile: userProcedure
    .meta(rest('GET', '/auth/profile', 'Get the logged-in account'))
    .input(zNothing)
    .output(zProfile)
    .query(async ({ ctx }) => ({ user: await ctx.services.accounts.profile() })),

  confirm: userProcedure
    .meta({
      ...rest('POST', '/auth/confirm', 'Confirm your identity, for changes that need a recent login'),
      headers: { 'X-TOTP-Token': 'optional' },
    })
    .input(zConfirm)
    .output(zConfirmed)
    .mutation(async ({ ctx, input }) => ({
      message: MESSAGES.identityConfirmed,
      token: await ctx.services.confirmation.confirm(input.password, ctx.code),
    })),

  logout: userProcedure
    .meta(rest('POST', '/auth/logout', 'End the session'))
    .input(zNothing)
    .output(zMessage)
    .mutation(async ({ ctx }) => {
      await ctx.services.accountSessions.endCurrent();
      return { message: 'You are logged out.' };
    }),

  changePassword: confirmedUserProcedure
    .input(zChangePassword)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.password.change(input.oldPassword, input.newPassword);
      return { message: 'Your password has been changed. Your other sessions have ended.' };
    }),
});

export const ownAccountRouter = t.router({
  data: confirmedUserProcedure
    .meta(rest('GET', '/account/data', 'Get what is stored about your account'))
    .input(zDataRequest)
    .output(zDataPage)
    .query(({ ctx, input }) => ctx.services.accountData.ownPage(input.part, input.after)),

  delete: confirmedUserProcedure
    .meta(rest('POST', '/account/delete', 'Delete your account'))
    .input(zDeleteAccount)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.accountRemoval.removeOwn(input.username);
      return { message: MESSAGES.accountDeleted };
    }),
});

/** Part of the admin router. */
export const accountAdminProcedures = {
  users: adminProcedure
    .meta(rest('GET', '/admin/users', 'List accounts'))
    .input(zUserList)
    .output(zUserPage)
    .query(({ ctx, input: { page, limit, sort = 'username', order = 'asc', ...filter } }) =>
      ctx.services.accountAdmin.page(filter, { sort, order }, { page, limit }),
    ),

  user: adminProcedure
    .input(zRef)
    .output(zUserDetail)
    .query(({ ctx, input }) => ctx.services.accountAdmin.detail(input.id)),

  setRole: confirmedAdminProcedure
    .meta(rest('PATCH', '/admin/users/{id}/role', "Change an account's role"))
    .input(zSetRole)
    .output(zProfile)
    .mutation(async ({ ctx, input }) => ({
      user: await ctx.services.accounts.setRole(input.id, input.role, input.seen),
    })),

  setAccountStatus: confirmedAdminProcedure
    .meta(rest('PATCH', '/admin/users/{id}/status', 'Suspend an account, or reactivate it'))
    .input(zSetAccountStatus)
    .output(zProfile)
    .mutation(async ({ ctx, input }) => ({
      user: await ctx.services.accounts.setStatus(input.id, input.account_status, input.reason),
    })),
};
