import { z } from 'zod';
import { zLegalNotice, zSetSetting, zSetting, zSettings } from '../../contract/admin/settings.ts';
import { adminProcedure, publicProcedure, rest, t } from '../../trpc/procedures.ts';

/** Part of the admin router. */
export const settingsProcedures = {
  settings: adminProcedure
    .meta(rest('GET', '/admin/settings', 'Every setting; of a secret one only whether it is set'))
    .input(z.strictObject({}))
    .output(zSettings)
    .query(async ({ ctx }) => ({ data: await ctx.services.settings.list() })),

  setSetting: adminProcedure
    .meta(rest('PATCH', '/admin/settings/{key}', 'Change a setting; an empty text unsets what may be unset'))
    .input(zSetSetting)
    .output(zSetting)
    .mutation(({ ctx, input }) => ctx.services.settings.set(input.key, input.value)),
};

export const legalRouter = t.router({
  notice: publicProcedure
    .input(z.strictObject({}))
    .output(zLegalNotice)
    .query(({ ctx }) => ctx.services.settings.legalNotice()),
});
