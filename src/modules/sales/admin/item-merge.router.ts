import { zMergeForecast, zMergeItems } from '../../../contract/admin/admin.ts';
import { adminProcedure } from '../../../trpc/procedures.ts';

/** Part of the admin router. */
export const itemMergeProcedures = {
  mergePreview: adminProcedure
    .input(zMergeItems)
    .output(zMergeForecast)
    .query(({ ctx, input }) => ctx.services.itemMerge.preview(input)),

  mergeItems: adminProcedure
    .input(zMergeItems)
    .output(zMergeForecast)
    .mutation(({ ctx, input }) => ctx.services.itemMerge.merge(input)),
};
