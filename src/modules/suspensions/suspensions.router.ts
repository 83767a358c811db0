import { zSuspend, zSuspended } from '../../contract/admin/account-admin.ts';
import { confirmedAdminProcedure } from '../../trpc/procedures.ts';

/** Part of the admin router. */
export const suspensionProcedures = {
  suspend: confirmedAdminProcedure
    .input(zSuspend)
    .output(zSuspended)
    .mutation(({ ctx, input: { id, ...options } }) => ctx.services.suspensions.suspend(id, options)),
};
