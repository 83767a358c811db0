import type { MergePreview } from '../../../../src/contract/admin/admin.ts';
import type { DuplicateGroup } from '../../../../src/contract/admin/duplicates.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import type { SaleChanges } from '../../../sales/draft/sale-draft.ts';
import { saleReference } from '../../../sales/sale-reference.ts';
import { useSaleWrite } from '../../../sales/use-sale-write.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';

/** What an admin can do to entries. Each reloads every list of sales, also when it fails, and throws the server's error. */
export function useEntryActions() {
  const utils = trpc.useUtils();
  const { admin } = utils.client;
  const write = useSaleWrite();

  const reloading = <T>(request: Promise<T>): Promise<T> =>
    request.finally(() => {
      for (const list of [utils.admin, utils.items, utils.pokemon, utils.reviews]) void list.invalidate();
    });

  return {
    edit: (sale: AnySale, changes: SaleChanges) => reloading(write.edit(sale, changes, true)),
    delete: (sale: AnySale) => reloading(write.delete(sale)),
    deleteDuplicate: (sale: AnySale) => reloading(write.deleteDuplicate(sale)),
    dismissDuplicates: ({ sales }: DuplicateGroup, dismissed: boolean) =>
      reloading(admin.dismissDuplicates.mutate({ sale_ids: sales.map(({ sale_id }) => sale_id), dismissed })),
    mergeDuplicates: (...merge: Parameters<typeof write.mergeDuplicates>) =>
      reloading(write.mergeDuplicates(...merge)),
    mergeItems: (seen: MergePreview) =>
      reloading(admin.mergeItems.mutate({ from: seen.from, into: seen.into, seen })),
    /** Restores a deleted sale, and reports the result as a toast. */
    async restore(sale: AnySale): Promise<void> {
      try {
        await reloading(write.restore(sale));
        showToast(`Restored ${saleReference(sale)}.`, { tone: 'success' });
      } catch (error) {
        showToast(refusalText(error, MESSAGES.saleRestoreFailed), { tone: 'alert' });
      }
    },
  };
}
