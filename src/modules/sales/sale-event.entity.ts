import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { SALE_EVENT_TYPES } from '../../contract/review/review.ts';
import { appendOnly } from '../../db/tables/history.ts';
import { index } from '../../db/tables/indexes.ts';
import { Account } from '../identity/account.entity.ts';
import { Sale } from './sale.entity.ts';

/** The note of the deletion of a pending sale by its submitter. */
export const WITHDRAWN = 'Withdrawn by the submitter.';

/** One event in the history of a sale. A trigger keeps the table append-only (docs/product.md "Records"). */
export const SaleEvent = defineEntity({
  name: 'SaleEvent',
  tableName: 'sale_event',
  triggers: [appendOnly('sale_event')],
  indexes: [
    index(
      'sale_event_decisions_index',
      '"sale_event" ("actor_id", "at") where "type" in (\'approved\', \'rejected\')',
    ),
  ],
  properties: {
    eventId: p.bigint('number').primary(),
    sale: () => p.manyToOne(Sale).joinColumn('sale_id').index('sale_event_sale_id_index'),
    type: p.enum([...SALE_EVENT_TYPES]),
    at: p.datetime(3).defaultRaw('now()'),
    actor: () => p.manyToOne(Account).joinColumn('actor_id').nullable().index('sale_event_actor_id_index'),
    /** Who it was if not an account, such as an operator or the skip-review setting. */
    actorName: p.string().length(120).nullable(),
    before: p.json().$type<Record<string, unknown>>().nullable(),
    after: p.json().$type<Record<string, unknown>>().nullable(),
    notes: p.text().nullable(),
  },
});
export type SaleEvent = InferEntity<typeof SaleEvent>;
