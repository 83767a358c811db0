import { zProfile } from '../../contract/account.ts';
import { zSetAccountStatus, zSetRole } from '../../contract/account-admin.ts';
import { adminProcedure, rest } from '../../trpc/procedures.ts';

/** Part of the admin router. */
export const accountAdminProcedures = {
  setRole: adminProcedure
    .meta(rest('PATCH', '/admin/users/{id}/role', "Change an account's role"))
    .input(zSetRole)
    .output(zProfile)
    .mutation(async ({ ctx, input }) => ({
      user: await ctx.services.accounts.setRole(input.id, input.role),
    })),

  setAccountStatus: adminProcedure
    .meta(rest('PATCH', '/admin/users/{id}/status', 'Suspend an account, or let it sign in again'))
    .input(zSetAccountStatus)
    .output(zProfile)
    .mutation(async ({ ctx, input }) => ({
      user: await ctx.services.accounts.setStatus(input.id, input.account_status),
    })),
};
