import { zSuspend, zSuspended } from '../../contract/admin/suspension.ts';
import { adminProcedure } from '../../trpc/procedures.ts';

/** Part of the admin router. */
export const suspensionProcedures = {
  suspend: adminProcedure
    .input(zSuspend)
    .output(zSuspended)
    .mutation(({ ctx, input: { id, ...options } }) => ctx.services.suspensions.suspend(id, options)),
};
