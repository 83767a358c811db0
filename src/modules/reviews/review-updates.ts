import type { SaleChanged } from '../../contract/events.ts';
import type { ReviewUpdate } from '../../contract/review.ts';
import { can, type Viewer } from '../../contract/roles.ts';

/** What the review's live channel tells somebody of a step; null of a checker's own submissions. */
export function reviewUpdateOf(event: SaleChanged, viewer: Viewer): ReviewUpdate | null {
  if (!can(viewer, 'sale.review', event)) return null;
  const { sale_id, status, version, by, at } = event;
  return { type: 'sale', sale_id, event: event.event, status, version, by, at };
}
