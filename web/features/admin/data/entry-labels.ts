import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../sales/sale-summary.ts';

/** Identifies a sale: `Garchomp, sale #12`. */
export const entryName = (sale: AnySale): string => `${saleName(sale)}, sale #${sale.sale_id}`;
