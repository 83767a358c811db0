import { can, type Viewer } from '../../contract/accounts/roles.ts';
import type { ReviewUpdate } from '../../contract/review/review.ts';
import type { SaleChanged } from '../../contract/shared/events.ts';

/** The update that a viewer of the live review channel receives for an event; null for a checker's own submissions. */
export function reviewUpdateOf(event: SaleChanged, viewer: Viewer): ReviewUpdate | null {
  if (!can(viewer, 'sale.review', event)) return null;
  const { sale_id, status, version, by, at } = event;
  return { type: 'sale', sale_id, event: event.event, status, version, by, at };
}
