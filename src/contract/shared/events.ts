import { z } from 'zod';
import { SALE_EVENT_TYPES } from '../review/review.ts';
import { SALE_KINDS } from '../sale/kinds.ts';
import { SALE_STATUSES } from '../sale/sale.ts';

/** A step in a sale's history was taken. */
const zSaleChanged = z.object({
  type: z.literal('sale.changed'),
  sale_id: z.number(),
  kind: z.enum(SALE_KINDS),
  event: z.enum(SALE_EVENT_TYPES),
  status: z.enum(SALE_STATUSES),
  version: z.number(),
  submitted_by: z.number().nullable(),
  by_id: z.number().nullable(),
  by: z.string().nullable(),
  at: z.string(),
});
export type SaleChanged = z.infer<typeof zSaleChanged>;

/** More sales changed at once than are told one by one. */
const zSalesChanged = z.object({ type: z.literal('sales.changed') });

/** Flags were computed anew. */
const zSalesChecked = z.object({ type: z.literal('sales.checked'), sale_ids: z.array(z.number()) });

/** A decision that can no longer be undone, or a return to review: for whoever submitted the sale. */
const zSubmissionDecided = z.object({
  type: z.literal('submission.decided'),
  sale_id: z.number(),
  submitted_by: z.number(),
  name: z.string(),
  status: z.enum(SALE_STATUSES),
});

/** Sessions of an account ended, or may no longer do what they did. */
const zSessionRevoked = z.object({ type: z.literal('session.revoked'), user_id: z.number() });

/** A return of approvals to review went on. */
const zReturnAdvanced = z.object({ type: z.literal('return.advanced'), run_id: z.number() });

/** What happened in one process and the others want to know (docs/architecture.md "The life of an event"). Ids and names only, no secrets. */
export const zDomainEvent = z.discriminatedUnion('type', [
  zSaleChanged,
  zSalesChanged,
  zSalesChecked,
  zSubmissionDecided,
  zSessionRevoked,
  zReturnAdvanced,
]);
export type DomainEvent = z.infer<typeof zDomainEvent>;
export type DomainEventType = DomainEvent['type'];
export type EventOf<Type extends DomainEventType> = Extract<DomainEvent, { type: Type }>;
