import { z } from 'zod';
import { SALE_EVENT_TYPES } from '../review/review.ts';
import { SALE_KINDS } from '../sale/kinds.ts';
import { SALE_STATUSES } from '../sale/statuses.ts';

/** An event was added to a sale's history. */
const zSaleChanged = z.object({
  type: z.literal('sale.changed'),
  sale_id: z.number(),
  kind: z.enum(SALE_KINDS),
  event: z.enum(SALE_EVENT_TYPES),
  status: z.enum(SALE_STATUSES),
  version: z.number(),
  submitted_by: z.number().nullable(),
  by: z.string().nullable(),
  at: z.string(),
});
export type SaleChanged = z.infer<typeof zSaleChanged>;

/** Too many sales changed at once for single events. */
const zSalesChanged = z.object({ type: z.literal('sales.changed') });

/** Flags were recomputed. */
const zSalesChecked = z.object({ type: z.literal('sales.checked'), sale_ids: z.array(z.number()) });

/** Reports of a sale were added or decided, and the sale did not change. */
const zReportsChanged = z.object({
  type: z.literal('reports.changed'),
  sale_id: z.number(),
  submitted_by: z.number().nullable(),
});

/** A decision became final, or a sale returned to review. For the submitter. */
const zSubmissionDecided = z.object({
  type: z.literal('submission.decided'),
  sale_id: z.number(),
  submitted_by: z.number(),
  name: z.string(),
  status: z.enum(SALE_STATUSES),
});

/** Entries were added to the inboxes of these accounts, or read. At most 500 accounts, to fit into one event. */
const zInboxChanged = z.object({ type: z.literal('inbox.changed'), user_ids: z.array(z.number()) });

/** Sessions of an account ended or lost permissions. */
const zSessionRevoked = z.object({ type: z.literal('session.revoked'), user_id: z.number() });

/**
 * Events that one process sends to the others (docs/architecture.md "The life of an event"). They contain only ids
 * and names, no secrets.
 */
export const zDomainEvent = z.discriminatedUnion('type', [
  zSaleChanged,
  zSalesChanged,
  zSalesChecked,
  zReportsChanged,
  zSubmissionDecided,
  zInboxChanged,
  zSessionRevoked,
]);
export type DomainEvent = z.infer<typeof zDomainEvent>;
export type DomainEventType = DomainEvent['type'];
export type EventOf<Type extends DomainEventType> = Extract<DomainEvent, { type: Type }>;
