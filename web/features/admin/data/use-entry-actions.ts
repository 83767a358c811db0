import type { MergeForecast } from '../../../../src/contract/admin/admin.ts';
import type { DuplicateGroup } from '../../../../src/contract/admin/duplicates.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleReference } from '../../../../src/contract/sale/sale-reference.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { hasChanges } from '../../../sales/draft/sale-draft.ts';
import { versionOf } from '../../../sales/sale-version.ts';
import { isDeleted, useSaleWrite } from '../../../sales/use-sale-write.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';

const RESTORE_FAILED = 'Failed to restore the entry. Please try again.';

/** What an admin can do to entries. Each reloads every list of sales, also when it fails, and throws the server's error. */
export function useEntryActions() {
  const utils = trpc.useUtils();
  const { admin, reviews } = utils.client;
  const write = useSaleWrite();

  const reloading = <T>(request: Promise<T>): Promise<T> =>
    request.finally(() => {
      for (const list of [utils.admin, utils.items, utils.pokemon, utils.reviews]) void list.invalidate();
    });

  return {
    /** @param changes the changed fields only, by their names in the request */
    edit(sale: AnySale, changes: Record<string, unknown>) {
      const change = { ...changes, ...versionOf(sale) };
      const request: Promise<unknown> =
        sale.kind === 'item' ? admin.editItem.mutate(change) : admin.editPokemon.mutate(change);
      return reloading(write(sale, request, (now) => hasChanges(now, changes)));
    },
    delete(sale: AnySale) {
      const deletion = sale.kind === 'item' ? admin.deleteItem : admin.deletePokemon;
      return reloading(write<unknown>(sale, deletion.mutate(versionOf(sale)), isDeleted));
    },
    deleteDuplicate(sale: AnySale) {
      const { kind: type, sale_id: id } = sale;
      return reloading(write<unknown>(sale, admin.deleteDuplicate.mutate({ type, id }), isDeleted));
    },
    dismissDuplicates: ({ sales }: DuplicateGroup, dismissed: boolean) =>
      reloading(admin.dismissDuplicates.mutate({ sale_ids: sales.map(({ sale_id }) => sale_id), dismissed })),
    mergeDuplicates: (merge: { keep: number; remove: number[] }) =>
      reloading(admin.mergeDuplicates.mutate(merge)),
    mergeItems: (seen: MergeForecast) =>
      reloading(admin.mergeItems.mutate({ from: seen.from, into: seen.into, seen })),
    /** Restores a deleted sale, and reports the result as a toast. */
    async restore(sale: AnySale): Promise<void> {
      try {
        const request: Promise<unknown> = reviews.restore.mutate({ id: sale.sale_id });
        await reloading(write(sale, request, (now) => !isDeleted(now)));
        showToast(`Restored ${saleReference(sale)}.`, { tone: 'success' });
      } catch (error) {
        showToast(refusalText(error, RESTORE_FAILED), { tone: 'alert' });
      }
    },
  };
}
