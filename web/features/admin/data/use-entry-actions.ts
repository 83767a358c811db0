import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { refusalText } from '../../../lib/server/errors.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { entryName } from './entry-labels.ts';

const RESTORE_FAILED = 'Failed to restore the entry. Please try again.';

/** Reloads every list of sales, after a change or one that failed. */
export function useSalesReload() {
  const { admin, items, pokemon, reviews } = trpc.useUtils();
  return () => {
    for (const router of [admin, items, pokemon, reviews]) void router.invalidate();
  };
}

/** What an admin can do to entries. Each throws the server's error. */
export function useEntryActions() {
  const reload = useSalesReload();
  const { admin } = trpc.useUtils().client;

  return {
    /** @param changes the changed fields only, by their names in the request */
    edit({ kind, sale_id: id, version }: AnySale, changes: Record<string, unknown>) {
      const change = { ...changes, id, version };
      const edited = kind === 'item' ? admin.editItem.mutate(change) : admin.editPokemon.mutate(change);
      return edited.finally(reload);
    },
    delete({ kind, sale_id: id }: AnySale) {
      const deleted = kind === 'item' ? admin.deleteItem.mutate({ id }) : admin.deletePokemon.mutate({ id });
      return deleted.finally(reload);
    },
  };
}

/** Restores a deleted sale and reports the result as a toast. */
export function useRestoreEntry() {
  const reload = useSalesReload();
  const { client } = trpc.useUtils();
  return async (sale: AnySale): Promise<void> => {
    try {
      await client.reviews.restore.mutate({ id: sale.sale_id }).finally(reload);
      showToast(`${entryName(sale)}, is restored.`, { tone: 'success' });
    } catch (error) {
      showToast(refusalText(error, RESTORE_FAILED), { tone: 'alert' });
    }
  };
}
