import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';

/** Identifies a sale: `Garchomp, sale #12`. */
export const entryName = (sale: AnySale): string => `${saleName(sale)}, sale #${sale.sale_id}`;
