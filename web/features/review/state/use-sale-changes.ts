import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import type { SaleChanges } from '../../../sales/draft/edit-form.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { useSaleRequests, versionOf } from './use-sale-requests.ts';

export type AdminAction = 'return' | 'restore' | 'delete';

const DONE: Record<AdminAction, string> = {
  return: 'is back in review',
  restore: 'is restored',
  delete: 'is deleted',
};

/** Editing a sale, and what only admins can do to it. All throw the server's refusal. */
export function useSaleChanges() {
  const { refresh, withRefresh, noteOpen } = useSaleRequests();
  const { items, pokemon, reviews, admin } = trpc.useUtils().client;

  const announceDone = (sale: AnySale, done: string) =>
    announce(`${saleName(sale)}, sale ${sale.sale_id}, ${done}.`);

  return {
    /** @param asAdmin allows every field, on sales of any status */
    async edit(sale: AnySale, changes: SaleChanges, asAdmin: boolean): Promise<void> {
      const editItem = asAdmin ? admin.editItem : items.edit;
      const editPokemon = asAdmin ? admin.editPokemon : pokemon.edit;
      const call = sale.kind === 'item' ? editItem : editPokemon;
      const request: Promise<unknown> = call.mutate({ ...changes, ...versionOf(sale) });
      await withRefresh(request, sale.sale_id);
      await refresh([sale.sale_id]);
      announceDone(sale, 'is saved');
    },

    async administer(sale: AnySale, action: AdminAction, reason: string): Promise<void> {
      const { sale_id: id } = sale;
      const input = { ...versionOf(sale), reason: reason.trim() || null };
      if (action === 'return') {
        noteOpen(id, 'returned', await withRefresh(reviews.return.mutate(input), id));
      } else {
        const deletion = sale.kind === 'item' ? admin.deleteItem : admin.deletePokemon;
        const request: Promise<unknown> =
          action === 'restore' ? reviews.restore.mutate(input) : deletion.mutate({ id });
        await withRefresh(request, id);
        await refresh([id]);
      }
      announceDone(sale, DONE[action]);
    },
  };
}
