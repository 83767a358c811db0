import type { AnySale } from '../../src/contract/sale/sale.ts';
import { saleName } from '../../src/contract/sale/sale-name.ts';

/** A sale in a sentence: `Garchomp, sale #12`. */
export const saleReference = (sale: AnySale): string => `${saleName(sale)}, sale #${sale.sale_id}`;
