import type { AnySale, SaleStatus } from '../../../../src/contract/sale.ts';
import { saleName } from '../../../sales/sale-summary.ts';

export const RESTORE_FAILED = 'Failed to restore the entry. Please try again.';

export const STATUS_LABELS: Record<SaleStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

/** Which sale it is: `Garchomp, sale #12`. */
export const entryName = (sale: AnySale): string => `${saleName(sale)}, sale #${sale.sale_id}`;
