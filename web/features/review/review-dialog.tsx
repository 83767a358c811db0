import { Check, Pencil, X } from 'lucide-react';
import { useId, useState } from 'react';
import { LIMITS } from '../../../src/contract/limits.ts';
import { can } from '../../../src/contract/roles.ts';
import type { Decision } from '../../../src/contract/sale.ts';
import { useSession } from '../../lib/session.tsx';
import type { SaleDraft } from '../../sales/sale-draft.ts';
import { SaleFacts } from '../../sales/sale-facts.tsx';
import { SaleTitle } from '../../sales/sale-parts.tsx';
import { type AnySale, summarise } from '../../sales/sale-summary.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormAlert } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { EditForm } from './edit-form.tsx';
import { DECISION_FAILED, isDecided, reviewFailure, useReview } from './use-review.ts';

interface ReviewDialogProps {
  /** The sale as it was when it was opened. */
  sale: AnySale;
  /** The same sale as the list has it now; it may have left the list. */
  newest: AnySale | undefined;
  open: boolean;
  onClose: () => void;
}

/** One submission: all of it, and what a reviewer can do about it while it is pending. */
export function ReviewDialog({ sale, newest, open, onClose }: ReviewDialogProps) {
  const { user } = useSession();
  const review = useReview();
  const formId = useId();
  const [editing, setEditing] = useState(false);
  const [saving, setSaving] = useState(false);
  const [notes, setNotes] = useState('');
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const [failure, setFailure] = useState<{ text: string; gone: boolean } | null>(null);
  const shown = newest ?? sale;
  const summary = summarise(shown);
  const undecided = shown.status === 'pending' && !failure?.gone && can(user, 'sale.review', shown);

  async function decide(status: Decision) {
    if (deciding) return;
    setFailure(null);
    setDeciding(status);
    try {
      await review.decide(shown, status, notes);
      showToast(`${summary.name}, sale #${shown.sale_id}, is ${status}.`, { tone: 'success' });
      onClose();
    } catch (error) {
      setFailure({ text: reviewFailure(error, DECISION_FAILED[status]), gone: isDecided(error) });
    } finally {
      setDeciding(null);
    }
  }

  async function save(draft: SaleDraft) {
    await review.edit(shown, sale, draft);
    showToast(`${draft.name}, sale #${shown.sale_id}, is saved.`, { tone: 'success' });
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="lg"
      title={editing ? `Edit sale #${shown.sale_id}` : `Sale #${shown.sale_id}`}
      description={`Submitted by ${shown.submitted_by_username ?? 'unknown'}`}
      footer={
        editing ? (
          <>
            <Button onClick={() => setEditing(false)}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={saving}>
              Save changes
            </Button>
          </>
        ) : undecided ? (
          <>
            <Button
              icon={<Pencil aria-hidden className="size-4" />}
              onClick={() => setEditing(true)}
              className="mr-auto"
            >
              Edit
            </Button>
            <Button
              variant="danger"
              icon={<X aria-hidden className="size-4" />}
              pending={deciding === 'rejected'}
              onClick={() => decide('rejected')}
            >
              Reject
            </Button>
            <Button
              variant="primary"
              icon={<Check aria-hidden className="size-4" />}
              pending={deciding === 'approved'}
              onClick={() => decide('approved')}
            >
              Approve
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {editing ? (
        <EditForm id={formId} sale={sale} onSave={save} onSaving={setSaving} />
      ) : (
        <div className="space-y-5">
          <div className="flex items-start justify-between gap-4">
            <SaleTitle summary={summary} size={56}>
              <h3 className="text-lg font-semibold">{summary.name}</h3>
            </SaleTitle>
            {!failure?.gone && <StatusBadge status={shown.status} />}
          </div>
          <SaleFacts sale={shown} fullProof />
          {shown.review_notes && <ReviewNotes notes={shown.review_notes} />}
          {undecided && (
            <TextArea
              label="Review notes"
              hint="Optional; the submitter can read them."
              maxLength={LIMITS.reviewNotes.max}
              value={notes}
              onChange={(event) => setNotes(event.target.value)}
            />
          )}
          <FormAlert>{failure?.text}</FormAlert>
        </div>
      )}
    </Dialog>
  );
}

function ReviewNotes({ notes }: { notes: string }) {
  return (
    <div>
      <h4 className="overline-label">Review notes</h4>
      <p className="text-base whitespace-pre-wrap">{notes}</p>
    </div>
  );
}
