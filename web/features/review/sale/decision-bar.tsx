import { Check, Pencil, X } from 'lucide-react';
import { useRef } from 'react';
import { isRejectionReason } from '../../../../src/contract/review/review-values.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { isReportDecision } from '../state/review-queue.ts';
import { Shortcut } from '../state/shortcuts.tsx';
import type { OpenSale } from '../state/use-open-sale.ts';
import { AdminActions } from './admin-actions.tsx';
import { OutcomeLine } from './outcome.tsx';
import { ReasonPicker } from './reason-picker.tsx';
import { commentKeys, ReportDecisions } from './report-decision.tsx';

/** What the viewer can do with the open sale: decide it, save an edit, or undo and correct a decision. */
export function DecisionBar({ openSale }: { openSale: OpenSale }) {
  const { canDecide, canDecideReports, isReporter, failure, mode, setMode, editForm } = openSale;
  if (mode === 'edit')
    return (
      <div className="flex w-full flex-wrap justify-end gap-3 max-md:*:grow">
        <FormButtons
          form={editForm.id}
          label="Save changes"
          pending={editForm.saving}
          onCancel={() => setMode('view')}
        />
      </div>
    );
  return (
    <div className="w-full">
      <div className={failure ? 'mb-2.5' : undefined}>
        <FormAlert>{failure}</FormAlert>
      </div>
      {(canDecideReports || isReporter) && <ReportDecisions openSale={openSale} />}
      {canDecide ? (
        <DecisionButtons openSale={openSale} />
      ) : (
        !isReportDecision(mode) && <Decided openSale={openSale} />
      )}
    </div>
  );
}

function DecisionButtons({ openSale }: { openSale: OpenSale }) {
  const reject = useRef<HTMLButtonElement>(null);
  const { mode, notes, setNotes, deciding, decide, setMode } = openSale;
  const isRejecting = mode === 'reject';
  const hasNotes = notes.trim() !== '';

  function close() {
    if (isRejectionReason(notes)) setNotes('');
    setMode('view');
    reject.current?.focus();
  }

  return (
    <div className="space-y-2.5">
      {isRejecting && (
        <ReasonPicker
          value={notes}
          onChoose={setNotes}
          onSend={() => void decide('rejected')}
          onClose={close}
        />
      )}
      <div className="flex flex-wrap items-start gap-2.5">
        <NotesField openSale={openSale} onClose={close} />
        {isRejecting ? <Button onClick={close}>Cancel</Button> : <EditButton openSale={openSale} />}
        <Button
          ref={reject}
          variant="danger"
          icon={<X aria-hidden className="size-4" />}
          pending={deciding === 'rejected'}
          onClick={() => (isRejecting || hasNotes ? decide('rejected') : setMode('reject'))}
          className="max-md:grow"
        >
          {isRejecting ? (hasNotes ? 'Send rejection' : 'Reject without a reason') : 'Reject'}
          <Shortcut>{isRejecting ? '↵' : 'r'}</Shortcut>
        </Button>
        {!isRejecting && (
          <Button
            variant="primary"
            icon={<Check aria-hidden className="size-4" />}
            pending={deciding === 'approved'}
            onClick={() => decide('approved')}
            className="max-md:grow"
          >
            Approve
            <Shortcut>a</Shortcut>
          </Button>
        )}
      </div>
    </div>
  );
}

function NotesField({ openSale, onClose }: { openSale: OpenSale; onClose: () => void }) {
  const { mode, notes, setNotes, decide } = openSale;
  return (
    <TextArea
      label="Review notes"
      hideLabel
      placeholder="Notes for the submitter (optional)"
      rows={1}
      maxLength={LIMITS.reviewNotes.max}
      value={notes}
      onChange={(event) => setNotes(event.target.value)}
      onKeyDown={mode === 'reject' ? commentKeys(() => decide('rejected'), onClose) : undefined}
      className="grow basis-64 max-md:basis-full [&_textarea]:block [&_textarea]:resize-none [&_textarea]:max-h-40 [&_textarea]:min-h-control [&_textarea]:py-1.5! [&_textarea]:field-sizing-content"
    />
  );
}

function EditButton({ openSale }: { openSale: OpenSale }) {
  return (
    <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => openSale.setMode('edit')}>
      Edit
      <Shortcut>e</Shortcut>
    </Button>
  );
}

/** The outcome, and what admins can still do. Notes that were typed before stay readable. */
function Decided({ openSale }: { openSale: OpenSale }) {
  const { sale, notes, canEdit, isAdmin } = openSale;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <OutcomeLine sale={sale} />
        {isAdmin && (
          <div className="ml-auto flex flex-wrap gap-2.5">
            {canEdit && <EditButton openSale={openSale} />}
            <AdminActions sale={sale} />
          </div>
        )}
      </div>
      {notes.trim() !== '' && (
        <p className="mt-2 text-sm text-ink-soft">
          Your unsent notes: <span className="whitespace-pre-wrap">“{notes}”</span>
        </p>
      )}
    </>
  );
}
