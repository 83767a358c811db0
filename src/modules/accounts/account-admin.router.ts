import { zProfile } from '../../contract/accounts/account.ts';
import { zSetAccountStatus, zSetRole } from '../../contract/admin/account-admin.ts';
import { zUserDetail, zUserList, zUserPage } from '../../contract/admin/admin.ts';
import { zRef } from '../../contract/shared/primitives.ts';
import { adminProcedure, confirmedAdminProcedure, rest } from '../../trpc/procedures.ts';

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
