import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * A change after which flags have not been recomputed yet, mostly of one sale. Writers only insert rows and the flag
 * loop only deletes them, so writers of the same name never wait for each other or for the loop.
 */
export const FlagMark = defineEntity({
  name: 'FlagMark',
  tableName: 'flag_mark',
  properties: {
    markId: p.bigint().primary(),
    /** Null when the names of known items changed, which concerns every new item. */
    saleId: p.integer().nullable(),
  },
});

/** Marks sales for the flag loop, in the caller's transaction. */
export async function markForFlags(em: EntityManager, saleIds: readonly number[]): Promise<void> {
  await em.execute('insert into flag_mark (sale_id) select jsonb_array_elements_text(?::jsonb)::int', [
    JSON.stringify(saleIds),
  ]);
}

/**
 * Marks all pending sales of items that are not in the catalogue, whose nearest known name may have changed. The flag loop
 * finds them after the caller's transaction: a sale that is submitted meanwhile is not visible here.
 */
export async function markNewItemsForFlags(em: EntityManager): Promise<void> {
  await em.execute('insert into flag_mark (sale_id) values (null)');
}
