import type { AnySale } from '../../../../src/contract/sale.ts';
import { saleName } from '../../../sales/sale-summary.ts';
import { showToast } from '../../../ui/toast.tsx';
import { adminFailure } from '../admin-failure.ts';
import { RESTORE_FAILED } from './entry-labels.ts';
import { useEntryActs } from './use-entry-actions.ts';

/** Restores a deleted sale and says how that went. */
export function useRestoreEntry() {
  const { restore } = useEntryActs();
  return async (sale: AnySale): Promise<void> => {
    try {
      await restore(sale);
      showToast(`${saleName(sale)}, sale #${sale.sale_id}, is back as it was.`, { tone: 'success' });
    } catch (error) {
      showToast(adminFailure(error, RESTORE_FAILED), { tone: 'alert' });
    }
  };
}
