import type { SaleStatus } from '../../src/contract/sale/statuses.ts';
import { PATHS, REJECTED_PATH, salePath } from './paths.ts';

const OWN_SALE_PATHS: Record<SaleStatus, (saleId: number) => string> = {
  approved: salePath,
  rejected: () => REJECTED_PATH,
  pending: () => PATHS.account,
};

/** Where submitters see their sale. */
export const ownSalePath = (status: SaleStatus, saleId: number): string => OWN_SALE_PATHS[status](saleId);
