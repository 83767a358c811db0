import { can, type Viewer } from '../../contract/accounts/roles.ts';
import { type ReviewUpdate, zReviewUpdate } from '../../contract/review/review.ts';
import type { SaleChanged } from '../../contract/shared/events.ts';
import { zNothing } from '../../contract/shared/primitives.ts';
import { type Channel, liveUpdates, zUpdates } from '../../trpc/live.ts';
import { checkerProcedure } from '../../trpc/procedures.ts';

/** The update that a viewer of the live review channel receives for an event; null for a checker's own submissions. */
function reviewUpdateOf(event: SaleChanged, viewer: Viewer): ReviewUpdate | null {
  if (!can(viewer, 'sale.review', event)) return null;
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

export const reviewLiveProcedures = {
  live: checkerProcedure
    .input(zNothing)
    .output(zUpdates(zReviewUpdate))
    .subscription(({ ctx, signal }) => liveUpdates(ctx, signal, CHANNEL)),
};
