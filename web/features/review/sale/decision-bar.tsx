import { Check, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import type { Reviewing } from '../state/use-open-sale.ts';
import { AdminActs } from './admin-actions.tsx';
import { OutcomeLine } from './outcome-line.tsx';
import { ReasonPicker } from './reason-picker.tsx';
import { Shortcut } from './shortcut.tsx';

function NotesField({ review, onClose }: { review: Reviewing; onClose: () => void }) {
  const rejecting = review.mode === 'reject';
  function steer(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const send = event.key === 'Enter' && rejecting && !event.shiftKey && !event.repeat;
    const close = event.key === 'Escape' && rejecting;
    if (!send && !close) return;
    event.preventDefault();
    event.stopPropagation();
    if (send) void review.decide('rejected');
    else onClose();
  }
  return (
    <TextArea
      label="Review notes"
      hideLabel
      placeholder="Notes for the submitter (optional)"
      rows={1}
      maxLength={LIMITS.reviewNotes.max}
      value={review.notes}
      onChange={(event) => review.setNotes(event.target.value)}
      onKeyDown={steer}
      className="grow basis-64 max-md:basis-full [&_textarea]:block [&_textarea]:resize-none [&_textarea]:max-h-40 [&_textarea]:min-h-control [&_textarea]:py-1.5! [&_textarea]:field-sizing-content"
    />
  );
}

function EditButton({ review }: { review: Reviewing }) {
  return (
    <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => review.setMode('edit')}>
      Edit
      <Shortcut>e</Shortcut>
    </Button>
  );
}

/** Notes, and the three things to do with a sale that waits. */
function Decide({ review }: { review: Reviewing }) {
  const reject = useRef<HTMLButtonElement>(null);
  const { mode, notes, deciding, decide, setMode } = review;
  const rejecting = mode === 'reject';
  const unexplained = rejecting && notes.trim() === '';

  function close() {
    setMode('look');
    reject.current?.focus();
  }

  return (
    <div className="space-y-2.5">
      {rejecting && (
        <ReasonPicker
          value={notes}
          onChoose={review.setNotes}
          onSend={() => void decide('rejected')}
          onClose={close}
        />
      )}
      <div className="flex flex-wrap items-start gap-2.5">
        <NotesField review={review} onClose={close} />
        {rejecting ? <Button onClick={close}>Cancel</Button> : <EditButton review={review} />}
        <Button
          ref={reject}
          variant="danger"
          icon={<X aria-hidden className="size-4" />}
          pending={deciding === 'rejected'}
          onClick={() => (rejecting || notes.trim() !== '' ? decide('rejected') : setMode('reject'))}
          className="max-md:grow"
        >
          {unexplained ? 'Reject without a reason' : rejecting ? 'Send rejection' : 'Reject'}
          <Shortcut>{rejecting ? '↵' : 'r'}</Shortcut>
        </Button>
        {!rejecting && (
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

/** What can be done with the sale, or what became of it; notes that were typed before that are kept in sight. */
export function DecisionBar({ review }: { review: Reviewing }) {
  const { undecided, failure, notes, mayEdit, isAdmin } = review;
  return (
    <div className="w-full">
      <div className={failure ? 'mb-2.5' : undefined}>
        <FormAlert>{failure}</FormAlert>
      </div>
      {undecided ? (
        <Decide review={review} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
            <OutcomeLine review={review} />
            {isAdmin && (
              <div className="ml-auto flex flex-wrap gap-2.5">
                {mayEdit && <EditButton review={review} />}
                <AdminActs review={review} />
              </div>
            )}
          </div>
          {notes.trim() !== '' && (
            <p className="mt-2 text-sm text-ink-soft">
              What you typed, not sent: <span className="whitespace-pre-wrap">“{notes}”</span>
            </p>
          )}
        </>
      )}
    </div>
  );
}
