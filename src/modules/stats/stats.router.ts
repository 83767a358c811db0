import { zActivity, zActivityRequest, zHealth, zStats } from '../../contract/admin/admin.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { zNothing } from '../../contract/shared/primitives.ts';
import { adminProcedure, rest } from '../../trpc/procedures.ts';
import { newestActivity, stats } from './stats.queries.ts';

/** Part of the admin router. */
export const statsProcedures = {
  stats: adminProcedure
    .meta(rest('GET', '/admin/stats', 'Count accounts and sales'))
    .input(zNothing)
    .output(zStats)
    .query(({ ctx }) => stats(ctx.scope.em)),

  activity: adminProcedure
    .input(zActivityRequest)
    .output(zActivity)
    .query(async ({ ctx, input }) => ({
      data: await newestActivity(ctx.scope.em, input.limit ?? LIMITS.activity.default),
    })),

  health: adminProcedure
    .input(zNothing)
    .output(zHealth)
    .query(async ({ ctx }) => ({ data: await ctx.services.health.report() })),
};
