import type { SaleChanged } from '../../contract/events.ts';
import type { SaleKind } from '../../contract/kinds.ts';
import type { SaleEventType } from '../../contract/review.ts';
import type { SaleStatus } from '../../contract/sale.ts';
import { publish } from '../../events/publish.ts';
import { FLAGS_BATCH, refreshFlags } from '../../queue/definitions.ts';
import { enqueueAll } from '../../queue/outbox.ts';
import { type Actor, actorId, actorName } from '../actor.ts';
import type { Scope } from '../scope.ts';
import { SaleEvent } from './sale-event.entity.ts';

/** A step in the history of a sale that has just been taken. */
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

/** More steps at once are told as one, so that an import does not flood whoever listens. */
const TOLD_ONE_BY_ONE = 20;

/**
 * Appends steps to the histories of sales, in the caller's transaction: every change of a sale passes here. Tells
 * the other processes, and asks for the flags of these sales and their neighbours to be computed anew.
 */
export async function recordEvents(scope: Scope, steps: readonly SaleStep[]): Promise<void> {
  const now = scope.clock.now();
  await scope.em.insertMany(
    SaleEvent,
    steps.map(({ saleId, type, by, at = now, before, after, notes }) => ({
      sale: saleId,
      type,
      at,
      actor: actorId(by),
      actorName: actorName(by),
      before: before ?? null,
      after: after ?? null,
      notes: notes ?? null,
    })),
  );
  await publish(
    scope.em,
    steps.length > TOLD_ONE_BY_ONE ? [{ type: 'sales.changed' }] : await changes(scope, steps, now),
  );
  await askForFlags(scope, [...new Set(steps.map(({ saleId }) => saleId))]);
}

interface StateRow {
  sale_id: number;
  kind: SaleKind;
  status: SaleStatus;
  version: number;
  submitted_by: number | null;
}

/** The steps with the state that the sales are in now. */
async function changes({ em }: Scope, steps: readonly SaleStep[], now: Date): Promise<SaleChanged[]> {
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

async function askForFlags({ em }: Scope, saleIds: readonly number[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(saleIds.length / FLAGS_BATCH) }, (_, index) =>
    saleIds.slice(index * FLAGS_BATCH, (index + 1) * FLAGS_BATCH),
  );
  await enqueueAll(
    em,
    refreshFlags,
    batches.map((sale_ids) => ({ sale_ids })),
  );
}
