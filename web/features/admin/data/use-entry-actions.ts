import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { entryName } from './entry-labels.ts';

const RESTORE_FAILED = 'Failed to restore the entry. Please try again.';

/** Waits for a change of sales and reloads every list of sales, even if the change failed. */
export function useWithInvalidation() {
  const utils = trpc.useUtils();
  return async (change: Promise<unknown>): Promise<void> => {
    try {
      await change;
    } finally {
      for (const router of [utils.admin, utils.items, utils.pokemon, utils.reviews]) void router.invalidate();
    }
  };
}

/** What an admin can do to entries. Each throws the server's error. */
export function useEntryActions() {
  const withInvalidation = useWithInvalidation();
  const editItem = trpc.admin.editItem.useMutation();
  const editPokemon = trpc.admin.editPokemon.useMutation();
  const deleteItem = trpc.admin.deleteItem.useMutation();
  const deletePokemon = trpc.admin.deletePokemon.useMutation();

  return {
    /** @param changes the changed fields only, by their names in the request */
    edit({ kind, sale_id: id, version }: AnySale, changes: Record<string, unknown>) {
      const change = { ...changes, id, version };
      return withInvalidation(
        kind === 'item' ? editItem.mutateAsync(change) : editPokemon.mutateAsync(change),
      );
    },
    delete({ kind, sale_id: id }: AnySale) {
      return withInvalidation(
        kind === 'item' ? deleteItem.mutateAsync({ id }) : deletePokemon.mutateAsync({ id }),
      );
    },
  };
}

/** Restores a deleted sale and reports the result as a toast. */
export function useRestoreEntry() {
  const withInvalidation = useWithInvalidation();
  const restore = trpc.reviews.restore.useMutation();
  return async (sale: AnySale): Promise<void> => {
    try {
      await withInvalidation(restore.mutateAsync({ id: sale.sale_id }));
      showToast(`${entryName(sale)}, is restored.`, { tone: 'success' });
    } catch (error) {
      showToast(refusalText(error, RESTORE_FAILED), { tone: 'alert' });
    }
  };
}
