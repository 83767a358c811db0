import type { AnySale } from '../../../../src/contract/sale.ts';
import { saleName } from '../../../sales/sale-summary.ts';

export const RESTORE_FAILED = 'Failed to restore the entry. Please try again.';

/** Which sale it is: `Garchomp, sale #12`. */
export const entryName = (sale: AnySale): string => `${saleName(sale)}, sale #${sale.sale_id}`;
