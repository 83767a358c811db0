import {
  zLegalNotice,
  zSaveSettings,
  zSetSetting,
  zSetting,
  zSettings,
} from '../../contract/admin/settings.ts';
import { zNothing } from '../../contract/shared/primitives.ts';
import { adminProcedure, confirmedAdminProcedure, publicProcedure, rest, t } from '../../trpc/procedures.ts';

/** Part of the admin router. */
export const settingsProcedures = {
  settings: adminProcedure
    .meta(rest('GET', '/admin/settings', 'List all settings; secrets only show whether they are set'))
    .input(zNothing)
    .output(zSettings)
    .query(async ({ ctx }) => ({ data: await ctx.services.settings.list() })),

  setSetting: confirmedAdminProcedure
    .meta(rest('PATCH', '/admin/settings/{key}', 'Change a setting; an empty value unsets an optional one'))
    .input(zSetSetting)
    .output(zSetting)
    .mutation(({ ctx, input }) => ctx.services.settings.set(input.key, input.value, input.seen)),

  saveSettings: confirmedAdminProcedure
    .meta(
      rest('PATCH', '/admin/settings', 'Change several settings, all or none; the others keep their values'),
    )
    .input(zSaveSettings)
    .output(zSettings)
    .mutation(async ({ ctx, input: { seen, ...changes } }) => {
      await ctx.services.settings.save(changes, seen);
      return { data: await ctx.services.settings.list() };
    }),
};

export const legalRouter = t.router({
  notice: publicProcedure
    .input(zNothing)
    .output(zLegalNotice)
    .query(({ ctx }) => ctx.services.settings.legalNotice()),
});
