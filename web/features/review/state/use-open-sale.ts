import { skipToken } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { can, hasRole } from '../../../../src/contract/accounts/roles.ts';
import type { ReviewSale } from '../../../../src/contract/review/review.ts';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';
import { withLeave } from '../../../lib/leave-question.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { trpc } from '../../../lib/server/trpc.ts';
import { hasUnsentInput } from '../../../lib/server/unsent-input.ts';
import { useShortcutsEnabled } from '../../../lib/shortcuts.ts';
import { editSlot } from '../../../sales/draft/edit-slot.ts';
import { CHANGED_MEANWHILE } from '../../../sales/sale-version.ts';
import { useKeys } from '../../../ui/hooks/use-keys.ts';
import { isDecidedBy } from './decisions.ts';
import { useReviewQueue } from './queue-context.tsx';
import {
  findRow,
  isOpen,
  isReportDecision,
  isReported,
  modeOf,
  type SaleMode,
  selectedSales,
} from './review-queue.ts';
import { useDecisions } from './use-decision-store.ts';
import { openProof, useQueueNavigation } from './use-queue-navigation.ts';
import { useSeenSale } from './use-seen-sale.ts';

/** A sale by its id: the row of the page, otherwise fetched. */
export function useSale(id: number | null) {
  const { queue } = useReviewQueue();
  const row = findRow(queue, id);
  const needed = id !== null && !row && queue.page !== undefined;
  const query = trpc.reviews.detail.useQuery(needed ? { id } : skipToken);
  return { sale: row ?? query.data?.sale, query };
}

/** An open sale, and what its viewer can do with it. */
export type OpenSale = ReturnType<typeof useOpenSale>;

export function useOpenSale(sale: ReviewSale) {
  const { queue, dispatch, isSplit } = useReviewQueue();
  const { decide } = useQueueNavigation();
  const { user } = useSession();
  const { sale_id: id } = sale;
  const detail = trpc.reviews.detail.useQuery({ id });
  const newest = detail.data?.sale;
  // The queue takes over the sale's state from its details.
  useEffect(() => {
    if (newest) dispatch({ type: 'salesFetched', sales: [newest] });
  }, [newest, dispatch]);
  const reports = isReported(sale) ? detail.data?.reports : undefined;
  const { changes, seen = sale, setChecked, setOpened } = useSeenSale(sale);
  const formId = useId();
  const [saving, setSaving] = useState(false);
  const attempt = useDecisions(({ attempts }) => attempts.get(id));
  const failure = attempt?.failure ?? null;
  const mode = modeOf(queue, id);
  const [continuedId, setContinuedId] = useState<number | null>(null);
  function setMode(next: SaleMode) {
    setContinuedId(null);
    dispatch({ type: 'modeChanged', id, mode: next });
  }
  const isAdmin = hasRole(user, 'admin');
  const canDecide = isOpen(sale) && can(user, 'sale.review', sale);
  const canEdit = canDecide || (isAdmin && sale.deleted_at === null);
  const hasReported = reports?.data.some(({ by, outcome }) => outcome === null && by === user?.username);
  const isReporter = hasReported === true && !isAdmin;
  const canDecideReports = isReported(sale) && can(user, 'sale.review', sale) && !isReporter;
  // An edit that a reload or an expired session interrupted is not overlooked. It leaves the focus where it is: the next keys
  // are meant for the queue.
  const continueEdit = useEffectEvent((saleId: number) => {
    if (mode !== 'view' || !hasUnsentInput(user?.user_id, editSlot(saleId))) return;
    setMode('edit');
    setContinuedId(saleId);
  });
  useEffect(() => {
    if (canEdit) continueEdit(id);
  }, [id, canEdit]);
  // A comment that is being typed stays when someone else decides the reports.
  const isPossible =
    mode === 'reject' ? canDecide : !isReportDecision(mode) || canDecideReports || !isReported(sale);

  return {
    sale,
    /** Everything else about it. */
    detail,
    /** Its reports; undefined while they load and when none is open. */
    reports,
    /** As the reviewer has seen it: what decisions are sent with. */
    seen,
    /** What others have changed since it was opened. */
    changes,
    /** Called when a decision was refused because of them. */
    onRefused: setChecked,
    mode: isPossible ? mode : 'view',
    setMode,
    canDecide,
    canDecideReports,
    /** Whether its reports wait for another reviewer, because the viewer sent one of them. */
    isReporter,
    /** Whether `a` and `r` decide the selected sales instead, whose buttons are in sight too. */
    keysDecideSelected: isSplit && selectedSales(queue).length > 0,
    canEdit,
    /** The form that edits it, whose buttons are elsewhere. */
    editForm: { id: formId, saving, setSaving, onSaved: setOpened, takesFocus: continuedId !== id },
    isAdmin,
    /** The decision that is being sent. */
    deciding: attempt && failure === null ? attempt.status : null,
    /** Why the last decision failed. An attempt with an unknown outcome has worked after all. */
    failure: isDecidedBy(sale, user) ? null : failure,
    async decide(status: Decision): Promise<void> {
      if (canDecide && (await decide(seen, status)) === CHANGED_MEANWHILE) setChecked();
    },
  };
}

/**
 * The shortcuts of an open sale.
 *
 * @param openSale null while they are off
 * @param openDialogs how many dialogs are open where the sale shows
 */
export function useOpenSaleShortcuts(openSale: OpenSale | null, openDialogs: number): void {
  const enabled = useShortcutsEnabled();
  const viewed = enabled && openSale?.mode === 'view' ? openSale : null;
  const decided = viewed?.keysDecideSelected ? null : viewed;
  const edited = openSale?.mode === 'edit' && !openSale.editForm.saving ? openSale : null;
  useKeys(
    {
      a: decided?.canDecide ? () => void decided.decide('approved') : undefined,
      r: decided?.canDecide
        ? () => decided.setMode('reject')
        : decided?.canDecideReports
          ? () => decided.setMode('returned')
          : undefined,
      d: viewed?.canDecideReports ? () => viewed.setMode('dismissed') : undefined,
      e: viewed?.canEdit || (enabled && edited) ? () => openSale?.setMode('edit') : undefined,
      p: enabled && openSale ? () => openProof(openSale.sale) : undefined,
      // In a dialog it closes the dialog.
      Escape: edited && openDialogs === 0 ? () => withLeave(() => edited.setMode('view')) : undefined,
    },
    openDialogs,
  );
}
