import {
  zDeleteDuplicate,
  zDismissDuplicates,
  zDuplicateGroupList,
  zDuplicateGroups,
  zDuplicates,
  zMergeDuplicates,
  zScan,
  zScanStarted,
} from '../../contract/admin/duplicates.ts';
import { zAnySale } from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { zMessage, zNothing } from '../../contract/shared/primitives.ts';
import { adminProcedure, rest } from '../../trpc/procedures.ts';

/** Part of the admin router. */
export const duplicateProcedures = {
  duplicates: adminProcedure
    .meta(rest('GET', '/admin/duplicates', 'List sales that were entered more than once'))
    .input(zNothing)
    .output(zDuplicates)
    .query(({ ctx }) => ctx.services.duplicates.list()),

  scanDuplicates: adminProcedure
    .meta(rest('POST', '/admin/duplicates/scan', 'Start a scan for duplicates'))
    .input(zNothing)
    .output(zScanStarted)
    .mutation(async ({ ctx }) => ({ job_id: String(await ctx.services.duplicateScan.start()) })),

  deleteDuplicate: adminProcedure
    .meta(rest('DELETE', '/admin/duplicates/{type}/{id}', 'Delete a duplicate; it can be restored'))
    .input(zDeleteDuplicate)
    .output(zMessage)
    .mutation(async ({ ctx, input: { type, ...seen } }) => {
      await ctx.services.duplicates.remove(seen, type);
      return { message: "The entry is deleted. It can be restored from the sale's history." };
    }),

  dismissDuplicates: adminProcedure
    .meta({
      ...rest('PATCH', '/admin/duplicates', 'Mark sales as not duplicates, or undo that'),
      mayBeMissing: true,
    })
    .input(zDismissDuplicates)
    .output(zMessage)
    .mutation(async ({ ctx, input }) => {
      await ctx.services.duplicates.dismiss(input);
      return {
        message:
          input.dismissed === false
            ? 'The group is listed again.'
            : 'The group is not listed until another sale joins it.',
      };
    }),

  scan: adminProcedure
    .input(zNothing)
    .output(zScan)
    .query(({ ctx }) => ctx.services.duplicateScan.status()),

  duplicateGroups: adminProcedure
    .input(zDuplicateGroupList)
    .output(zDuplicateGroups)
    .query(({ ctx, input }) =>
      ctx.services.duplicates.groups(input.kind, input.limit ?? LIMITS.duplicates.shown),
    ),

  mergeDuplicates: adminProcedure
    .input(zMergeDuplicates)
    .output(zAnySale)
    .mutation(({ ctx, input }) => ctx.services.duplicates.merge(input)),
};
