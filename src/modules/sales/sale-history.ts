import type { SaleEventType } from '../../contract/review/review.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import type { SaleChanged } from '../../contract/shared/events.ts';
import { publish } from '../../events/publish.ts';
import { type Actor, actorId, actorName } from '../actor.ts';
import type { RequestScope } from '../scope.ts';
import { markForFlags } from './flag-mark.entity.ts';
import { endReportsAfter } from './reports/end-reports.ts';
import { SaleEvent } from './sale-event.entity.ts';

/** A step to record in the history of a sale. */
export interface SaleStep {
  saleId: number;
  type: SaleEventType;
  by: Actor;
  /** Now by default. */
  at?: Date;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  notes?: string | null;
}

/** Above this, one event is published for all steps, so that an import does not flood the listeners. */
const MAX_SINGLE_EVENTS = 20;

/**
 * Appends steps to the histories of sales, in the caller's transaction; every change of a sale goes through here. Also
 * publishes the events, marks the sales so that their flags and those of their neighbours are recomputed, and ends the
 * reports of sales that leave the market.
 */
export async function recordEvents(scope: RequestScope, steps: readonly SaleStep[]): Promise<void> {
  const now = scope.clock.now();
  await scope.em.insertMany(
    SaleEvent,
    steps.map(({ saleId, type, by, at = now, before, after, notes }) => ({
      sale: saleId,
      type,
      at,
      actor: actorId(by),
      // An account is known by its id only, so that its owner can have the name erased.
      actorName: by.type === 'account' ? null : actorName(by),
      before: before ?? null,
      after: after ?? null,
      notes: notes ?? null,
    })),
  );
  await publish(
    scope.em,
    steps.length > MAX_SINGLE_EVENTS ? [{ type: 'sales.changed' }] : await changes(scope, steps, now),
  );
  await markForFlags(scope.em, [...new Set(steps.map(({ saleId }) => saleId))]);
  await endReportsAfter(scope, steps);
}

interface StateRow {
  sale_id: number;
  kind: SaleKind;
  status: SaleStatus;
  version: number;
  submitted_by: number | null;
}

/** The events to publish: the steps with the current state of their sales. */
async function changes({ em }: RequestScope, steps: readonly SaleStep[], now: Date): Promise<SaleChanged[]> {
  const rows = await em.execute<StateRow[]>(
    `select sale_id, kind, status, version, submitted_by from sale
     where sale_id in (select jsonb_array_elements_text(?::jsonb)::int)`,
    [JSON.stringify(steps.map(({ saleId }) => saleId))],
  );
  const stateOf = new Map(rows.map((row) => [row.sale_id, row]));
  return steps.flatMap(({ saleId, type, by, at = now }) => {
    const state = stateOf.get(saleId);
    if (!state) return [];
    const who = { by_id: actorId(by), by: actorName(by) };
    return [{ type: 'sale.changed', ...state, event: type, ...who, at: at.toISOString() }];
  });
}
