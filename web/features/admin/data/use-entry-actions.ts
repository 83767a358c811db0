import type { AnySale } from '../../../../src/contract/sale.ts';
import { trpc } from '../../../lib/trpc.ts';

/** Waits for an act on sales; everything that shows sales follows whatever came of it. */
export function useTelling() {
  const utils = trpc.useUtils();
  return async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } finally {
      for (const shown of [utils.admin, utils.items, utils.pokemon, utils.reviews]) void shown.invalidate();
    }
  };
}

/** What an admin can do to entries. Each throws what the server refused; the lists follow whatever came of it. */
export function useEntryActs() {
  const telling = useTelling();
  const editItem = trpc.admin.editItem.useMutation();
  const editPokemon = trpc.admin.editPokemon.useMutation();
  const deleteItem = trpc.admin.deleteItem.useMutation();
  const deletePokemon = trpc.admin.deletePokemon.useMutation();
  const restore = trpc.reviews.restore.useMutation();

  return {
    /** @param changes in the names of the payload, what differs alone */
    edit({ kind, sale_id: id, version }: AnySale, changes: Record<string, unknown>) {
      const change = { ...changes, id, version };
      return telling(kind === 'item' ? editItem.mutateAsync(change) : editPokemon.mutateAsync(change));
    },
    delete({ kind, sale_id: id }: AnySale) {
      return telling(kind === 'item' ? deleteItem.mutateAsync({ id }) : deletePokemon.mutateAsync({ id }));
    },
    restore: ({ sale_id: id }: AnySale) => telling(restore.mutateAsync({ id })),
  };
}
