import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';

const FlagMarkSchema = defineEntity({
  name: 'FlagMark',
  tableName: 'flag_mark',
  properties: {
    markId: p.bigint().primary(),
    saleId: p.integer(),
  },
});

/**
 * A changed sale whose flags have not been recomputed yet. Writers only insert rows and the flag loop only deletes them,
 * so writers of the same name never wait for each other or for the loop.
 */
export class FlagMark extends FlagMarkSchema.class {}
FlagMarkSchema.setClass(FlagMark);

export { FlagMarkSchema };

/** Marks sales for the flag loop, in the caller's transaction. */
export async function markForFlags(em: EntityManager, saleIds: readonly number[]): Promise<void> {
  await em.execute('insert into flag_mark (sale_id) select jsonb_array_elements_text(?::jsonb)::int', [
    JSON.stringify(saleIds),
  ]);
}

/** Marks one pending sale of each item name that is not in the catalogue; the flag loop then passes over the name. */
export async function markNewItemsForFlags(em: EntityManager): Promise<void> {
  await em.execute(`insert into flag_mark (sale_id) select min(sale_id) from sale
    where kind = 'item' and item_id is null and status = 'pending' and deleted_at is null group by name_key`);
}
