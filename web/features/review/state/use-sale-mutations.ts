import type { AnySale, Decision } from '../../../../src/contract/sale.ts';
import { trpc } from '../../../lib/trpc.ts';

interface SeenSale {
  id: number;
  version: number;
}

const seen = ({ sale_id: id, version }: AnySale): SeenSale => ({ id, version });

/** What a form has changed, in the names of the payload. */
export type Changes = Record<string, unknown>;

/** What reviewers and admins can do to sales. Each throws what the server refused. */
export function useReview() {
  const utils = trpc.useUtils();
  const decideItem = trpc.items.setStatus.useMutation();
  const decidePokemon = trpc.pokemon.setStatus.useMutation();
  const editItem = trpc.items.edit.useMutation();
  const editPokemon = trpc.pokemon.edit.useMutation();
  const decideMany = trpc.reviews.decideMany.useMutation();
  const undo = trpc.reviews.undo.useMutation();
  const returnSale = trpc.reviews.return.useMutation();
  const restore = trpc.reviews.restore.useMutation();
  const adminEditItem = trpc.admin.editItem.useMutation();
  const adminEditPokemon = trpc.admin.editPokemon.useMutation();
  const deleteItem = trpc.admin.deleteItem.useMutation();
  const deletePokemon = trpc.admin.deletePokemon.useMutation();

  /** Whatever came of it, what the market and the header show may be another now. */
  async function telling<T>(work: Promise<T>, ids: readonly number[]): Promise<T> {
    try {
      return await work;
    } finally {
      void utils.reviews.counts.invalidate();
      for (const id of ids) void utils.reviews.detail.invalidate({ id });
      for (const market of [utils.items, utils.pokemon]) void market.invalidate();
    }
  }
  const idsOf = (sales: readonly SeenSale[]) => sales.map(({ id }) => id);
  const notesOf = (text: string) => text.trim() || null;

  return {
    decide(sale: AnySale, status: Decision, notes: string) {
      const call = sale.kind === 'item' ? decideItem : decidePokemon;
      const decision = { ...seen(sale), status, review_notes: notesOf(notes) };
      const decided: Promise<{ version: number }> = call.mutateAsync(decision);
      return telling(decided, [sale.sale_id]);
    },
    async decideMany(sales: readonly AnySale[], status: Decision, notes: string) {
      const named = sales.map(seen);
      const decision = { sales: named, status, review_notes: notesOf(notes) };
      return (await telling(decideMany.mutateAsync(decision), idsOf(named))).results;
    },
    async undo(sales: readonly SeenSale[]) {
      const named = sales.map(({ id, version }) => ({ id, version }));
      return (await telling(undo.mutateAsync({ sales: named }), idsOf(named))).results;
    },
    /** @param asAdmin with the fields and on the sales that an admin alone may change */
    edit(sale: AnySale, changes: Changes, asAdmin: boolean) {
      const item = asAdmin ? adminEditItem : editItem;
      const pokemon = asAdmin ? adminEditPokemon : editPokemon;
      const call = sale.kind === 'item' ? item : pokemon;
      const edited: Promise<unknown> = call.mutateAsync({ ...changes, ...seen(sale) });
      return telling(edited, [sale.sale_id]);
    },
    return: (sale: AnySale, reason: string) =>
      telling(returnSale.mutateAsync({ ...seen(sale), reason: notesOf(reason) }), [sale.sale_id]),
    restore: (sale: AnySale, reason: string) =>
      telling(restore.mutateAsync({ ...seen(sale), reason: notesOf(reason) }), [sale.sale_id]),
    delete(sale: AnySale) {
      const call = sale.kind === 'item' ? deleteItem : deletePokemon;
      return telling(call.mutateAsync({ id: sale.sale_id }), [sale.sale_id]);
    },
  };
}
