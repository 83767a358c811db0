import { can, type Viewer } from '../../contract/accounts/roles.ts';
import {
  type ReviewUpdate,
  zAdminAction,
  zBulkResults,
  zDecideMany,
  zReviewCounts,
  zReviewDetail,
  zReviewList,
  zReviewPage,
  zReviewUpdate,
  zUndo,
} from '../../contract/review/review.ts';
import { zAnySale } from '../../contract/sale/sale.ts';
import type { SaleChanged } from '../../contract/shared/events.ts';
import { zNothing, zRef } from '../../contract/shared/primitives.ts';
import { type Channel, liveUpdates, zUpdates } from '../../trpc/live.ts';
import { adminProcedure, checkerProcedure, rest, t } from '../../trpc/procedures.ts';

/** The update that a viewer of the live review channel receives for an event; null for a checker's own pending sales. */
function reviewUpdateOf(event: SaleChanged, viewer: Viewer): ReviewUpdate | null {
  if (!can(viewer, 'sale.seeInReview', event)) return null;
  const { sale_id, status, version, by, at } = event;
  return { type: 'sale', sale_id, event: event.event, status, version, by, at };
}

const CHANNEL: Channel<'sale.changed' | 'sales.changed' | 'sales.checked' | 'reports.changed', ReviewUpdate> =
  {
    role: 'checker',
    types: ['sale.changed', 'sales.changed', 'sales.checked', 'reports.changed'],
    missed: { type: 'many' },
    async updateFor(event, { viewer, services }) {
      if (event.type === 'sale.changed') return reviewUpdateOf(event, viewer);
      if (event.type === 'sales.changed') return { type: 'many' };
      if (event.type === 'reports.changed')
        return can(viewer, 'sale.review', { ...event, status: 'approved' })
          ? { type: 'reports', sale_id: event.sale_id }
          : null;
      const own = await services.reviews.ownPending(event.sale_ids);
      const sale_ids = event.sale_ids.filter((id) => !own.has(id));
      return sale_ids.length ? { type: 'checked', sale_ids } : null;
    },
  };

/** The review screen: its lists and evidence, decisions of reviewers, and their correction by admins. */
export const reviewsRouter = t.router({
  list: checkerProcedure
    .meta(rest('GET', '/reviews', 'List sales for reviewers: pending, with open reports, or all'))
    .input(zReviewList)
    .output(zReviewPage)
    .query(({ ctx, input: { scope, page, limit, ...filter } }) =>
      ctx.services.reviews.list(scope, filter, { page, limit }),
    ),

  counts: checkerProcedure
    .input(zNothing)
    .output(zReviewCounts)
    .query(({ ctx }) => ctx.services.reviews.counts()),

  detail: checkerProcedure
    .input(zRef)
    .output(zReviewDetail)
    .query(({ ctx, input }) => ctx.services.reviews.detail(input.id)),

  live: checkerProcedure
    .input(zNothing)
    .output(zUpdates(zReviewUpdate))
    .subscription(({ ctx, signal }) => liveUpdates(ctx, signal, CHANNEL)),

  decideMany: checkerProcedure
    .input(zDecideMany)
    .output(zBulkResults)
    .mutation(async ({ ctx, input }) => ({
      results: await ctx.services.sales.decideMany(input.sales, input.status, input.review_notes ?? null),
    })),

  undo: checkerProcedure
    .input(zUndo)
    .output(zBulkResults)
    .mutation(async ({ ctx, input }) => ({ results: await ctx.services.sales.undo(input.sales) })),

  return: adminProcedure
    .input(zAdminAction)
    .output(zAnySale)
    .mutation(({ ctx, input }) => ctx.services.saleAdmin.returnToReview(input)),

  restore: adminProcedure
    .input(zAdminAction)
    .output(zAnySale)
    .mutation(({ ctx, input }) => ctx.services.saleAdmin.restore(input)),
});
