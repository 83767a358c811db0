import type { AnySale } from '../../src/contract/sale/sale.ts';
import { trpc } from '../lib/server/trpc.ts';
import type { SaleChanges } from './draft/sale-draft.ts';
import { versionOf } from './sale-version.ts';

const noteOf = (reason: string): string | null => reason.trim() || null;

/** The requests that change one sale, besides its decision. Each throws the server's error. */
export function useSaleWrite() {
  const { admin, items, pokemon, reviews } = trpc.useUtils().client;
  return {
    /** @param asAdmin allows every field, on sales of any status */
    edit(sale: AnySale, changes: SaleChanges, asAdmin: boolean): Promise<unknown> {
      const editItem = asAdmin ? admin.editItem : items.edit;
      const editPokemon = asAdmin ? admin.editPokemon : pokemon.edit;
      const call = sale.kind === 'item' ? editItem : editPokemon;
      return call.mutate({ ...changes, ...versionOf(sale) });
    },

    delete(sale: AnySale): Promise<unknown> {
      const deletion = sale.kind === 'item' ? admin.deleteItem : admin.deletePokemon;
      return deletion.mutate(versionOf(sale));
    },

    deleteDuplicate(sale: AnySale) {
      return admin.deleteDuplicate.mutate({ type: sale.kind, ...versionOf(sale) });
    },

    /** Deletes the others of a group of duplicates, all or none. */
    mergeDuplicates(keep: AnySale, others: readonly AnySale[]) {
      const remove = others.map(({ sale_id }) => sale_id);
      return admin.mergeDuplicates.mutate({ keep: keep.sale_id, remove });
    },

    restore(sale: AnySale, reason = ''): Promise<unknown> {
      return reviews.restore.mutate({ ...versionOf(sale), reason: noteOf(reason) });
    },

    /** Returns a decided sale to review. */
    return(sale: AnySale, reason: string) {
      return reviews.return.mutate({ ...versionOf(sale), reason: noteOf(reason) });
    },
  };
}
