import { zMergeForecast, zMergeItems, zMergePreview } from '../../../contract/admin/admin.ts';
import { adminProcedure } from '../../../trpc/procedures.ts';

/** Part of the admin router. */
export const itemMergeProcedures = {
  mergePreview: adminProcedure
    .input(zMergePreview)
    .output(zMergeForecast)
    .query(({ ctx, input }) => ctx.services.itemMerge.preview(input)),

  mergeItems: adminProcedure
    .input(zMergeItems)
    .output(zMergeForecast)
    .mutation(({ ctx, input: { seen, ...merge } }) => ctx.services.itemMerge.merge(merge, seen)),
};
