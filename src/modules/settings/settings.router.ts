import { z } from 'zod';
import { zSetSetting, zSetting, zSettings } from '../../contract/settings.ts';
import { adminProcedure, rest } from '../../trpc/procedures.ts';

/** Part of the admin router. */
export const settingsProcedures = {
  settings: adminProcedure
    .meta(rest('GET', '/admin/settings', 'Every setting'))
    .input(z.strictObject({}))
    .output(zSettings)
    .query(async ({ ctx }) => ({ data: await ctx.services.settings.list() })),

  setSetting: adminProcedure
    .meta(rest('PATCH', '/admin/settings/{key}', 'Change a setting'))
    .input(zSetSetting)
    .output(zSetting)
    .mutation(({ ctx, input }) => ctx.services.settings.set(input.key, input.value)),
};
