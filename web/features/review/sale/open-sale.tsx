import { skipToken } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { ReviewDesk } from '../state/use-decisions.ts';
import type { DeskMoves } from '../state/use-queue-navigation.ts';
import { SaleDialog } from './sale-dialog.tsx';

/** The sale of an id: the page's, or, for one that is not on it, what the server says. */
export function useSale(desk: ReviewDesk, id: number | null) {
  const onPage = desk.desk.rows.find((sale) => sale.sale_id === id);
  const elsewhere = trpc.reviews.detail.useQuery(id !== null && !onPage && desk.loaded ? { id } : skipToken);
  const { data, error, isFetching: fetching, refetch } = elsewhere;
  return { sale: onPage ?? data?.sale, error: onPage ? null : error, fetching, refetch };
}

interface OpenSaleProps {
  desk: ReviewDesk;
  moves: DeskMoves;
  full?: boolean;
}

/** The window with the sale that is open; it keeps showing it while it closes. */
export function OpenSale({ desk, moves, full }: OpenSaleProps) {
  const { sale } = useSale(desk, moves.openId);
  const [last, setLast] = useState<ReviewSale | undefined>(sale);
  if (sale && last !== sale) setLast(sale);
  const shown = sale ?? last;
  if (!shown) return null;
  return (
    <SaleDialog
      sale={shown}
      desk={desk}
      open={sale !== undefined}
      onClose={moves.close}
      onDecided={moves.decided}
      onMove={moves.move}
      onUndo={moves.undo}
      full={full}
    />
  );
}
