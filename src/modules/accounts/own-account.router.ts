import { zDataPage, zDataRequest, zDeleteAccount } from '../../contract/accounts/account-data.ts';
import { zMessage } from '../../contract/shared/primitives.ts';
import { confirmedUserProcedure, rest, t } from '../../trpc/procedures.ts';

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
      return { message: 'Your account is deleted.' };
    }),
});
