import { defineEntity, p } from '@mikro-orm/core';
import type { SaleFlag } from '../../contract/review/flags.ts';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import { Sale } from '../sales/sale.entity.ts';

/** A name whose pending sales have to be checked again. Only the flag loop writes this table, one process at a time. */
export const FlagDue = defineEntity({
  name: 'FlagDue',
  tableName: 'flag_due',
  indexes: [{ name: 'flag_due_since_index', properties: ['dueSince'] }],
  properties: {
    kind: p.enum([...SALE_KINDS]).primary(),
    /** The key of the name, see `nameKey`. */
    name: p.text().primary(),
    dueSince: p.datetime(3),
    /** The id up to which the pass has checked the pending sales; 0 before it starts. */
    lookedTo: p.integer().default(0),
    /** Sales of the name changed after the pass had started, so another pass has to follow. */
    again: p.boolean().default(false),
  },
});

/** The flags of a sale as last computed; a sale without a row has not been checked yet. */
export const SaleCheck = defineEntity({
  name: 'SaleCheck',
  tableName: 'sale_check',
  properties: {
    sale: () => p.oneToOne(Sale).joinColumn('sale_id').primary().deleteRule('cascade'),
    flags: p.json().$type<SaleFlag[]>(),
    checkedAt: p.datetime(3),
  },
});
