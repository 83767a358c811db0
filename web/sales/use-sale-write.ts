import { useRef } from 'react';
import type { ReviewSale, SeenSale } from '../../src/contract/review/review.ts';
import type { AnySale } from '../../src/contract/sale/sale.ts';
import { isUnknownOutcome } from '../lib/server/errors.ts';
import { trpc } from '../lib/server/trpc.ts';
import { hasChanges, type SaleChanges } from './draft/sale-draft.ts';
import { versionOf } from './sale-version.ts';

const isDeleted = (sale: ReviewSale): boolean => sale.deleted_at !== null;

const noteOf = (reason: string): string | null => reason.trim() || null;

/**
 * Returns a function that awaits a request to change a sale. When its outcome is unknown, or an attempt after that is refused, it
 * fetches the sale, and succeeds if the sale has the change. Otherwise it throws the error of the request.
 */
function useConfirmedWrite() {
  const utils = trpc.useUtils();
  /** Sales of which it is not known whether a request has changed them. */
  const unanswered = useRef(new Set<number>());

  return async function write<T>(
    { sale_id: id, version }: AnySale,
    request: Promise<T>,
    isDone: (now: ReviewSale) => boolean,
  ): Promise<T | ReviewSale> {
    try {
      return await request;
    } catch (error) {
      if (isUnknownOutcome(error)) unanswered.current.add(id);
      if (!unanswered.current.has(id)) throw error;
      const detail = await utils.reviews.detail.fetch({ id }, { staleTime: 0 }).catch(() => null);
      if (!detail || detail.sale.version <= version || !isDone(detail.sale)) throw error;
      return detail.sale;
    }
  };
}

/** The requests that change one sale, besides its decision. Each throws the server's error. */
export function useSaleWrite() {
  const { admin, items, pokemon, reviews } = trpc.useUtils().client;
  const write = useConfirmedWrite();
  return {
    /** @param asAdmin allows every field, on sales of any status */
    edit(sale: AnySale, changes: SaleChanges, asAdmin: boolean) {
      const editItem = asAdmin ? admin.editItem : items.edit;
      const editPokemon = asAdmin ? admin.editPokemon : pokemon.edit;
      const call = sale.kind === 'item' ? editItem : editPokemon;
      const request: Promise<unknown> = call.mutate({ ...changes, ...versionOf(sale) });
      return write(sale, request, (now) => hasChanges(now, changes));
    },

    delete(sale: AnySale) {
      const deletion = sale.kind === 'item' ? admin.deleteItem : admin.deletePokemon;
      return write<unknown>(sale, deletion.mutate(versionOf(sale)), isDeleted);
    },

    deleteDuplicate(sale: AnySale) {
      const { kind: type, sale_id: id } = sale;
      return write<unknown>(sale, admin.deleteDuplicate.mutate({ type, id }), isDeleted);
    },

    /** Deletes the others of a group of duplicates, all or none. */
    mergeDuplicates(keep: AnySale, others: readonly [AnySale, ...AnySale[]]) {
      const remove = others.map(({ sale_id }) => sale_id);
      return write<unknown>(
        others[0],
        admin.mergeDuplicates.mutate({ keep: keep.sale_id, remove }),
        isDeleted,
      );
    },

    /** @param seen without its version, the sale is restored whatever its version is */
    restore(sale: AnySale, reason = '', seen: SeenSale = versionOf(sale)) {
      const request: Promise<unknown> = reviews.restore.mutate({ ...seen, reason: noteOf(reason) });
      return write(sale, request, (now) => !isDeleted(now));
    },

    /** Returns a decided sale to review. */
    return(sale: AnySale, reason: string) {
      const request = reviews.return.mutate({ ...versionOf(sale), reason: noteOf(reason) });
      return write(sale, request, (now) => now.status === 'pending' && !isDeleted(now));
    },
  };
}
