import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import type { BulkResult, ReviewSale } from '../../../../src/contract/review/review.ts';
import { isRejectionReason } from '../../../../src/contract/review/review-values.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted, plural } from '../../../../src/contract/shared/plural.ts';
import { errorData, isUnknownOutcome } from '../../../lib/server/errors.ts';
import { NO_RESPONSE } from '../../../lib/server/write-outcome.ts';
import { useShortcutsEnabled } from '../../../lib/shortcuts.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { useKeys } from '../../../ui/hooks/use-keys.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { LeaveGuard } from '../../../ui/overlays/leave-guard.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { PriceText } from '../../../ui/sale/sale-text.tsx';
import { FlagMarks } from '../sale/flags.tsx';
import { UndoButton } from '../sale/outcome.tsx';
import { ReasonPicker } from '../sale/reason-picker.tsx';
import { type UndoableDecision, undoableOf } from '../state/decisions.ts';
import { useReviewQueue } from '../state/queue-context.tsx';
import {
  decidedFirst,
  decisionFailure,
  GONE,
  REASON_MISSING,
  REJECT_WITHOUT_REASON,
} from '../state/review-labels.ts';
import { findRow, isOpen } from '../state/review-queue.ts';
import { Shortcut } from '../state/shortcuts.tsx';
import { useDecisions } from '../state/use-decision-store.ts';
import { useSaleActions } from '../state/use-sale-actions.ts';

const VERBS: Record<Decision, string> = { approved: 'Approve', rejected: 'Reject' };

interface SaleListProps {
  sales: readonly ReviewSale[];
  /** As they were when the dialog was opened. */
  selected: readonly ReviewSale[];
}

function SaleList({ sales, selected }: SaleListProps) {
  const versions = new Map(selected.map((sale) => [sale.sale_id, sale.version]));
  return (
    <ul aria-label="Sales" className="divide-y divide-line rounded-md border border-line">
      {sales.map((sale) => (
        <li key={sale.sale_id} className="px-3 py-2 text-sm">
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">
              <span className="text-ink-faint tabular-nums">#{sale.sale_id}</span>{' '}
              <span className="font-medium">{saleName(sale)}</span>
            </span>
            <PriceText price={sale.price} />
          </div>
          {sale.version !== versions.get(sale.sale_id) && (
            <Announced as="p" subject={`Sale ${sale.sale_id}`} className="font-medium text-pending">
              {MESSAGES.saleChanged}
            </Announced>
          )}
          {(sale.checked_at === null || sale.flags.length > 0) && <FlagMarks sale={sale} />}
        </li>
      ))}
    </ul>
  );
}

/** Why a sale was not decided. The list behind the dialog is current, so there is nothing to reload. */
function refusalOf({ reason, message, decided }: BulkResult & { ok: false }): string {
  if (reason === 'STALE_VERSION') return `${MESSAGES.saleChanged} The list shows its current state.`;
  if (reason === 'NOT_FOUND') return GONE;
  return decided ? `${message} ${decidedFirst(decided)}` : message;
}

interface ResultsProps {
  status: Decision;
  sales: readonly ReviewSale[];
  results: readonly BulkResult[];
}

/** The sales that could not be decided, and why: in one sentence when it is the same for all. */
function Results({ status, sales, results }: ResultsProps) {
  const names = new Map(sales.map((sale) => [sale.sale_id, saleName(sale)]));
  const done = results.filter((result) => result.ok);
  const refused = results.filter((result) => !result.ok);
  const reasons = new Set(refused.map(refusalOf));
  const [common = null] = refused.length > 1 && reasons.size === 1 ? reasons : [];
  const none = done.length === 0 && common !== null;
  return (
    <div className="space-y-3 text-base">
      {done.length > 0 && (
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden className="size-5 text-approved" />
          {counted(done.length, 'sale')} {done[0]?.status}.
        </p>
      )}
      <p className="flex items-center gap-2 font-medium">
        <CircleAlert aria-hidden className="size-5 text-pending" />
        <span>
          {none
            ? `None of the ${counted(refused.length, 'sale')} was ${status}:`
            : `${refused.length} ${plural(refused.length, 'was', 'were')} not:`}{' '}
          {common}
        </span>
      </p>
      {!none && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {refused.map((result) => (
            <li key={result.id} className="px-3 py-2 text-sm">
              <p className="font-medium">
                <span className="text-ink-faint tabular-nums">#{result.id}</span> {names.get(result.id)}
              </p>
              {common === null && <p className="text-ink-soft">{refusalOf(result)}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ResultDialogProps extends DialogState, ResultsProps {
  title: string;
}

/** The outcome of a decision that some sales were refused, with a button to undo it for the others. */
function ResultDialog({ title, open, onClose, ...outcome }: ResultDialogProps) {
  const { undo } = useSaleActions();
  const enabled = useShortcutsEnabled();
  const done = outcome.results.find((result) => result.ok);
  const decision = useDecisions((now) => done && undoableOf(now, done.id));

  function undoAll(made: UndoableDecision) {
    onClose();
    void undo(made);
  }

  useKeys(open && enabled && decision ? { u: () => undoAll(decision) } : {}, 1);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          {decision && (
            <UndoButton decision={decision} onClick={() => undoAll(decision)}>
              <Shortcut>u</Shortcut>
            </UndoButton>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Results {...outcome} />
    </Dialog>
  );
}

interface BulkDialogProps extends DialogState {
  status: Decision;
  /** Those selected when it was opened. */
  selected: readonly ReviewSale[];
}

/** Confirms a decision on several sales as they are by then, and reports those that were refused. */
export function BulkDialog({ status, selected, open, onClose }: BulkDialogProps) {
  const { queue } = useReviewQueue();
  const { decideMany } = useSaleActions();
  const reasons = useRef<HTMLFieldSetElement>(null);
  const [notes, setNotes] = useState('');
  const [asksReason, setAsksReason] = useState(false);
  const [sent, setSent] = useState<readonly ReviewSale[] | null>(null);
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const rows = selected.map((sale) => findRow(queue, sale.sale_id) ?? sale);
  const waiting = rows.filter(isOpen);
  const sales = sent ?? waiting;
  const gone = selected.length - sales.length;
  const verb = VERBS[status];
  const action = `${verb} ${counted(sales.length, 'sale')}`;
  const flagged = sales.filter((sale) => sale.flags.length > 0).length;
  const lacksReason = status === 'rejected' && notes.trim() === '';

  async function decide() {
    setSent(sales);
    try {
      const decided = await decideMany(sales, status, notes);
      if (decided.every(({ ok }) => ok)) onClose();
      else setResults(decided);
    } catch (error) {
      // Otherwise the next attempt repeats this one.
      if (!isUnknownOutcome(error)) setSent(null);
      throw error;
    }
  }

  if (sent && results.length > 0)
    return (
      <ResultDialog
        title={action}
        status={status}
        sales={sent}
        results={results}
        open={open}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`${action}?`}
      description={`It can be undone for ${LIMITS.review.undoSeconds} seconds.`}
      // The title names the number; with it, the buttons of a phone would not fit in a row.
      submitLabel={lacksReason ? REJECT_WITHOUT_REASON : action}
      danger={status === 'rejected'}
      initialFocus={status === 'rejected' ? reasons : 'submit'}
      disabled={sales.length === 0}
      onSubmit={decide}
      failureText={(error) => {
        const failure = decisionFailure(error, status);
        return errorData(error) ? failure : `${failure}. ${NO_RESPONSE}`;
      }}
    >
      {gone > 0 && (
        <Announced as="p" className="text-sm font-medium">
          {counted(gone, 'selected sale')} no longer {plural(gone, 'waits', 'wait')} for a decision.
        </Announced>
      )}
      {status === 'approved' && flagged > 0 && (
        <p className="text-sm font-medium text-pending">
          {flagged} of them {plural(flagged, 'has', 'have')} flags.
        </p>
      )}
      {status === 'rejected' && (
        <ReasonPicker
          ref={reasons}
          value={notes}
          onChoose={setNotes}
          onSend={() => (lacksReason ? setAsksReason(true) : reasons.current?.form?.requestSubmit())}
          error={asksReason && lacksReason ? REASON_MISSING : null}
        />
      )}
      <TextArea
        label="Review notes"
        hint="Each submitter can read them."
        maxLength={LIMITS.reviewNotes.max}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      {sales.length > 0 && <SaleList sales={sales} selected={selected} />}
      <LeaveGuard active={open && notes.trim() !== '' && !isRejectionReason(notes)}>
        The decision and its notes are not sent.
      </LeaveGuard>
    </FormDialog>
  );
}
