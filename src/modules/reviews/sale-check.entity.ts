import { defineEntity, p } from '@mikro-orm/core';
import type { SaleFlag } from '../../contract/review/flags.ts';
import { Sale } from '../sales/sale.entity.ts';

/** The flags of a sale as last computed; a sale without a row has not been checked yet. */
export const SaleCheckSchema = defineEntity({
  name: 'SaleCheck',
  tableName: 'sale_check',
  properties: {
    sale: () => p.oneToOne(Sale).joinColumn('sale_id').primary().deleteRule('cascade'),
    flags: p.json().$type<SaleFlag[]>(),
    checkedAt: p.datetime(3),
  },
});
