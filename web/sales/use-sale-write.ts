import { useRef } from 'react';
import type { ReviewSale } from '../../src/contract/review/review.ts';
import type { AnySale } from '../../src/contract/sale/sale.ts';
import { errorData } from '../lib/server/errors.ts';
import { trpc } from '../lib/server/trpc.ts';

export const isDeleted = (sale: ReviewSale): boolean => sale.deleted_at !== null;

/**
 * Returns a function that awaits a request to change a sale. When its response is lost, or an attempt after that is refused, it
 * fetches the sale, and succeeds if the sale has the change. Otherwise it throws the error of the request.
 */
export function useSaleWrite() {
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
      if (errorData(error) === null) unanswered.current.add(id);
      if (!unanswered.current.has(id)) throw error;
      const detail = await utils.reviews.detail.fetch({ id }, { staleTime: 0 }).catch(() => null);
      if (!detail || detail.sale.version <= version || !isDone(detail.sale)) throw error;
      return detail.sale;
    }
  };
}
