import type { SaleEventType } from '../../contract/review/review.ts';
import type { SaleChanged } from '../../contract/shared/events.ts';
import { query } from '../../db/query.ts';
import { publish } from '../../events/publish.ts';
import { type Actor, actorId, actorName } from '../actor.ts';
import { markForFlags } from '../changes/flag-mark.entity.ts';
import type { RequestScope } from '../scope.ts';
import { closeReportsAfter } from './reports/close-reports.ts';

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
 * Appends steps to the histories of sales, in the caller's transaction. Every change of a sale goes through here, except
 * a new spelling in the catalogue, which is nobody's edit (`catalogue.loader.ts`). Also publishes the events, marks the
 * sales so that their flags and those of their neighbours are recomputed, and closes the reports of sales that leave the
 * market.
 */
export async function recordEvents(scope: RequestScope, steps: readonly SaleStep[]): Promise<void> {
  const now = scope.clock.now();
  const rows = steps.map(({ saleId, type, by, at = now, before, after, notes }) => ({
    sale_id: saleId,
    type,
    at,
    actor_id: actorId(by),
    // An account is known by its id only, so that its owner can have the name erased.
    actor_name: by.type === 'account' ? null : actorName(by),
    before,
    after,
    notes,
  }));
  const states = await query(scope.em)<StateRow>`
    with step as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as step(sale_id int, type text,
        at timestamptz, actor_id int, actor_name text, before jsonb, after jsonb, notes text)),
    recorded as (
      insert into sale_event (sale_id, type, at, actor_id, actor_name, before, after, notes) select * from step)
    select sale_id, kind, status, version, submitted_by from sale where sale_id in (select sale_id from step)`;
  await publish(
    scope.em,
    steps.length > MAX_SINGLE_EVENTS ? [{ type: 'sales.changed' }] : changes(states, steps, now),
  );
  await markForFlags(scope.em, [...new Set(steps.map(({ saleId }) => saleId))]);
  await closeReportsAfter(scope, steps);
}

type StateRow = Pick<SaleChanged, 'sale_id' | 'kind' | 'status' | 'version' | 'submitted_by'>;

/** The events to publish: the steps with the current state of their sales. */
function changes(states: readonly StateRow[], steps: readonly SaleStep[], now: Date): SaleChanged[] {
  const stateOf = new Map(states.map((state) => [state.sale_id, state]));
  return steps.flatMap(({ saleId, type, by, at = now }) => {
    const state = stateOf.get(saleId);
    if (!state) return [];
    return [{ type: 'sale.changed', ...state, event: type, by: actorName(by), at: at.toISOString() }];
  });
}
