import { useCallback, useMemo } from 'react';
import { PATHS } from '../../../app/paths.ts';
import { type AddressFormat, useAddress } from '../../../lib/use-address.ts';
import { printAddress, type ReviewAddress, type ReviewFilters, readAddress } from './review-search-params.ts';

const FORMAT: AddressFormat<ReviewAddress> = {
  read: readAddress,
  print: printAddress,
  keepsPage: ['page', 'sale', 'view'],
};

/** The review screen's state, and the ways to another. */
export interface ReviewNavigation {
  address: ReviewAddress;
  /** Other rows, or another look at them; the sale that was open is closed. */
  show: (change: Partial<ReviewAddress>, typing?: string) => void;
  /** Changes some filters; undefined takes one off. */
  filter: (change: ReviewFilters, typing?: string) => void;
  /** Opens a sale; null closes it. Moving from one to the next leaves one entry in the history. */
  open: (saleId: number | null) => void;
}

/** The address of Review Submissions as state. */
export function useReviewAddress(): ReviewNavigation {
  const { address, go } = useAddress(PATHS.review, FORMAT);
  const show = useCallback<ReviewNavigation['show']>(
    (change, typing) => go({ sale: undefined, ...change }, typing),
    [go],
  );
  const filter = useCallback<ReviewNavigation['filter']>(
    (change, typing) => show({ filters: { ...readAddress(location.search).filters, ...change } }, typing),
    [show],
  );
  const open = useCallback<ReviewNavigation['open']>(
    (saleId) => (saleId === null ? go({ sale: undefined }) : go({ sale: saleId }, 'sale')),
    [go],
  );
  return useMemo(() => ({ address, show, filter, open }), [address, show, filter, open]);
}
