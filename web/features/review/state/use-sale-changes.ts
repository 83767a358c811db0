import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import type { SaleChanges } from '../../../sales/draft/edit-form.tsx';
import { saleName } from '../../../sales/sale-summary.ts';
import { useReviewQueue } from './queue-context.tsx';
import { useSaleRequests, versionOf } from './use-sale-requests.ts';

export type AdminAction = 'return' | 'restore' | 'delete';

const DONE: Record<AdminAction, string> = {
  return: 'is back in review',
  restore: 'is restored',
  delete: 'is deleted',
};

/** Editing a sale, and what only admins can do to it. All throw the server's refusal. */
export function useSaleChanges() {
  const { dispatch } = useReviewQueue();
  const { refresh, withRefresh, noteOpen } = useSaleRequests();
  const editItem = trpc.items.edit.useMutation();
  const editPokemon = trpc.pokemon.edit.useMutation();
  const adminEditItem = trpc.admin.editItem.useMutation();
  const adminEditPokemon = trpc.admin.editPokemon.useMutation();
  const returnSale = trpc.reviews.return.useMutation();
  const restore = trpc.reviews.restore.useMutation();
  const deleteItem = trpc.admin.deleteItem.useMutation();
  const deletePokemon = trpc.admin.deletePokemon.useMutation();

  const announce = (sale: AnySale, done: string) =>
    dispatch({ type: 'announced', message: `${saleName(sale)}, sale ${sale.sale_id}, ${done}.` });

  return {
    /** @param asAdmin allows every field, on sales of any status */
    async edit(sale: AnySale, changes: SaleChanges, asAdmin: boolean): Promise<void> {
      const item = asAdmin ? adminEditItem : editItem;
      const pokemon = asAdmin ? adminEditPokemon : editPokemon;
      const call = sale.kind === 'item' ? item : pokemon;
      const request: Promise<unknown> = call.mutateAsync({ ...changes, ...versionOf(sale) });
      await withRefresh(request, sale.sale_id);
      await refresh([sale.sale_id]);
      announce(sale, 'is saved');
    },

    async administer(sale: AnySale, action: AdminAction, reason: string): Promise<void> {
      const { sale_id: id } = sale;
      const input = { ...versionOf(sale), reason: reason.trim() || null };
      if (action === 'return') {
        noteOpen(id, 'returned', await withRefresh(returnSale.mutateAsync(input), id));
      } else {
        const deletion = sale.kind === 'item' ? deleteItem : deletePokemon;
        const request: Promise<unknown> =
          action === 'restore' ? restore.mutateAsync(input) : deletion.mutateAsync({ id });
        await withRefresh(request, id);
        await refresh([id]);
      }
      announce(sale, DONE[action]);
    },
  };
}
