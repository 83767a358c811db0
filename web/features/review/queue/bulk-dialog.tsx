import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { BulkResult, ReviewSale } from '../../../../src/contract/review/review.ts';
import { isRejectionReason, REJECTION_REASONS } from '../../../../src/contract/review/review-values.ts';
import { saleName } from '../../../../src/contract/sale/sale-name.ts';
import type { Decision } from '../../../../src/contract/sale/statuses.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted, plural } from '../../../../src/contract/shared/plural.ts';
import { Button } from '../../../ui/button.tsx';
import { optionsOf, Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { LeaveGuard } from '../../../ui/overlays/leave-guard.tsx';
import type { DialogState } from '../../../ui/overlays/use-dialog.ts';
import { PriceText } from '../../../ui/sale/sale-text.tsx';
import { FlagMarks } from '../sale/flags.tsx';
import { decidedFirst, decisionFailure } from '../state/review-labels.ts';
import { useSaleActions } from '../state/use-sale-actions.ts';

const VERBS: Record<Decision, string> = { approved: 'Approve', rejected: 'Reject' };
const REASONS = optionsOf<string>(REJECTION_REASONS);

function SaleList({ sales }: { sales: readonly ReviewSale[] }) {
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
          {(sale.checked_at === null || sale.flags.length > 0) && <FlagMarks sale={sale} />}
        </li>
      ))}
    </ul>
  );
}

/** The sales that could not be decided, and why. */
function Results({ sales, results }: { sales: readonly ReviewSale[]; results: readonly BulkResult[] }) {
  const names = new Map(sales.map((sale) => [sale.sale_id, saleName(sale)]));
  const done = results.filter((result) => result.ok);
  const refused = results.filter((result) => !result.ok);
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
        {refused.length} {plural(refused.length, 'was', 'were')} not:
      </p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {refused.map(({ id, message, decided }) => (
          <li key={id} className="px-3 py-2 text-sm">
            <p className="font-medium">
              <span className="text-ink-faint tabular-nums">#{id}</span> {names.get(id)}
            </p>
            <p className="text-ink-soft">
              {message} {decided && decidedFirst(decided)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface BulkDialogProps extends DialogState {
  status: Decision;
  /** Those selected when it was opened. */
  sales: readonly ReviewSale[];
}

/** Confirms a decision on several sales, then reports those that were refused. */
export function BulkDialog({ status, sales, open, onClose }: BulkDialogProps) {
  const { decideMany } = useSaleActions();
  const [notes, setNotes] = useState('');
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const verb = VERBS[status];
  const action = `${verb} ${counted(sales.length, 'sale')}`;
  const flagged = sales.filter((sale) => sale.flags.length > 0).length;
  const lacksReason = status === 'rejected' && notes.trim() === '';

  async function decide() {
    const decided = await decideMany(sales, status, notes);
    if (decided.every(({ ok }) => ok)) onClose();
    else setResults(decided);
  }

  if (results.length > 0)
    return (
      <Dialog open={open} onClose={onClose} title={action} footer={<Button onClick={onClose}>Close</Button>}>
        <Results sales={sales} results={results} />
      </Dialog>
    );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`${action}?`}
      description={`It can be undone for ${LIMITS.review.undoSeconds} seconds.`}
      // The title names the number; with it, the buttons of a phone would not fit in a row.
      submitLabel={lacksReason ? 'Reject without a reason' : action}
      danger={status === 'rejected'}
      onSubmit={decide}
      failureText={(error) => decisionFailure(error, status)}
    >
      {status === 'approved' && flagged > 0 && (
        <p className="text-sm font-medium text-pending">
          {flagged} of them {plural(flagged, 'has', 'have')} flags.
        </p>
      )}
      {status === 'rejected' && (
        <Select<string>
          label="Reason"
          placeholder="Choose, or write below"
          value={REASONS.find(({ value }) => value === notes)?.value ?? ''}
          onValueChange={(reason) => setNotes(reason)}
          options={REASONS}
        />
      )}
      <TextArea
        label="Review notes"
        hint="Each submitter can read them."
        maxLength={LIMITS.reviewNotes.max}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      <SaleList sales={sales} />
      <LeaveGuard active={open && notes.trim() !== '' && !isRejectionReason(notes)}>
        The decision and its notes are not sent.
      </LeaveGuard>
    </FormDialog>
  );
}
