import { sql } from 'kysely';
import { publish } from '../../events/publish.ts';
import { nearestItems } from '../catalogue/item.queries.ts';
import type { Scope } from '../scope.ts';
import { checkSales, newItemNames, salesToCheck } from './flags.queries.ts';

type FlagScope = Pick<Scope, 'em' | 'clock'>;

/** Sales looked at by one statement; their ids fit into one event (events/publish.ts). */
const BATCH = 500;

/** Computes the flags of these sales, pending or not, and keeps them. */
export async function computeFlags(scope: FlagScope, saleIds: readonly number[]): Promise<void> {
  for (let from = 0; from < saleIds.length; from += BATCH) {
    const batch = saleIds.slice(from, from + BATCH);
    await checkSales(scope, batch, await nearestItems(scope.em, await newItemNames(scope, batch)));
  }
}

/**
 * Computes anew the flags of these sales, and of those that they are evidence for, where they are pending; what
 * is decided keeps what was seen then. Doing it twice is as good as once. Tells whoever listens which were looked at.
 */
export async function refreshFlags(scope: FlagScope, saleIds: readonly number[]): Promise<number[]> {
  const { em } = scope;
  return em.transactional(async () => {
    // One at a time: of two that look at the same sales, the later sees and keeps what is later.
    await sql`select pg_advisory_xact_lock(hashtext('sale_check'))`.execute(em.getKysely());
    const checked = await salesToCheck(scope, saleIds);
    await computeFlags(scope, checked);
    for (let from = 0; from < checked.length; from += BATCH)
      await publish(em, [{ type: 'sales.checked', sale_ids: checked.slice(from, from + BATCH) }]);
    return checked;
  });
}
