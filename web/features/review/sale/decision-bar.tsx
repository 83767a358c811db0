import { Check, Pencil, X } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import type { SaleEventView } from '../../../../src/contract/review/review.ts';
import { isRejectionReason } from '../../../../src/contract/review/review-values.ts';
import { fieldLabel, valueLabel } from '../../../../src/contract/sale/field-labels.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { serverNow } from '../../../lib/clock.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { EditButtons } from '../../../sales/draft/edit-buttons.tsx';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { FormAlert, Notice } from '../../../ui/form-messages.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { Untranslated } from '../../../ui/untranslated.tsx';
import { useReviewQueue } from '../state/queue-context.tsx';
import { outcomeLabel, REASON_MISSING, REJECT_WITHOUT_REASON } from '../state/review-labels.ts';
import { isReportDecision } from '../state/review-queue.ts';
import { Shortcut } from '../state/shortcuts.tsx';
import { useUnsentText } from '../state/use-decision-store.ts';
import type { OpenSale } from '../state/use-open-sale.ts';
import { leaveToRow } from '../state/use-queue-navigation.ts';
import type { AdminAction } from '../state/use-sale-actions.ts';
import { AdminActionDialog, AdminActions } from './admin-actions.tsx';
import { closedByEscape, commentKeys } from './comment-keys.ts';
import { OutcomeLine } from './outcome.tsx';
import { ReasonPicker } from './reason-picker.tsx';
import { ReportDecisions } from './report-decision.tsx';

/** What the viewer can do with the open sale: decide it, save an edit, or undo and correct a decision. */
export function DecisionBar({ openSale }: { openSale: OpenSale }) {
  const { sale, canDecide, canEdit, canDecideReports, isReporter, failure, mode, setMode, editForm } =
    openSale;
  const acting = useDialog<AdminAction>();
  if (mode === 'edit')
    return (
      <div className="flex w-full flex-wrap justify-end gap-3 max-md:*:grow">
        <OthersDecision key={sale.sale_id} sale={sale} />
        {!canEdit && (
          <div className="mr-auto">
            <OutcomeLine sale={sale} />
          </div>
        )}
        <EditButtons
          form={editForm.id}
          saleId={sale.sale_id}
          disabled={!canEdit}
          pending={editForm.saving}
          onCancel={() => setMode('view')}
        />
      </div>
    );
  const isDecidingReports = isReportDecision(mode);
  return (
    <div className="@container w-full">
      <div className={failure ? 'mb-2.5' : undefined}>
        <FormAlert>{failure}</FormAlert>
      </div>
      {(canDecide || canDecideReports) && <OthersChanges openSale={openSale} />}
      {(canDecideReports || isReporter || isDecidingReports) && <ReportDecisions openSale={openSale} />}
      {!isDecidingReports && <SaleDecision openSale={openSale} onAct={acting.show} />}
      {/* An open dialog stays when someone else changes the sale, although its button goes: see `isTyping`. */}
      {acting.render((action, props) => (
        <AdminActionDialog {...props} sale={sale} action={action} />
      ))}
    </div>
  );
}

/** Where there is little room, both scroll together above the buttons; elsewhere the notes are next to the buttons. */
const REASON_AND_NOTES =
  '@3xl:contents @max-3xl:-mx-1 @max-3xl:-mt-1 @max-3xl:w-[calc(100%+0.5rem)] @max-3xl:max-h-[50dvh] @max-3xl:space-y-2.5 @max-3xl:overflow-y-auto @max-3xl:p-1 @max-3xl:[&_textarea]:max-h-none';

/** Ignores the second click of a double click: by then, the button may belong to the next sale. */
const once = (act: () => unknown) => (event: MouseEvent) => (event.detail > 1 ? undefined : act());

/** The decision on the submission; once it is made its outcome, and what admins can still do. */
function SaleDecision({ openSale, onAct }: { openSale: OpenSale; onAct: (action: AdminAction) => void }) {
  const reject = useRef<HTMLButtonElement>(null);
  const { sale, canDecide, canEdit, keysDecideSelected, isAdmin } = openSale;
  const { mode, setMode, deciding, decide } = openSale;
  const [notes, setNotes] = useUnsentText('notes', sale.sale_id);
  /** Then the field stays when someone else decides: without it, what is typed next would act as shortcuts. */
  const [isTyping, setIsTyping] = useState(false);
  /** The sale that Enter would have rejected without a reason. */
  const [lackingId, setLackingId] = useState<number | null>(null);
  const isRejecting = mode === 'reject';
  const hasNotes = notes.trim() !== '';

  const sendRejection = () => (hasNotes ? void decide('rejected') : setLackingId(sale.sale_id));

  function close() {
    setLackingId(null);
    if (isRejectionReason(notes)) setNotes('');
    setMode('view');
    reject.current?.focus();
  }

  return (
    <div className="space-y-2.5">
      <OthersDecision key={sale.sale_id} sale={sale} />
      {!canDecide && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
          <OutcomeLine sale={sale} />
          {isAdmin && (
            <div className="ml-auto flex flex-wrap gap-2.5">
              {canEdit && <EditButton openSale={openSale} />}
              <AdminActions sale={sale} onAct={onAct} />
            </div>
          )}
        </div>
      )}
      {(canDecide || isTyping || hasNotes) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it listens for a key that bubbles from its controls
        <div
          onKeyDown={isRejecting ? closedByEscape(close) : undefined}
          className="flex flex-wrap items-start justify-end gap-2.5"
        >
          <div className={isRejecting ? REASON_AND_NOTES : 'contents'}>
            {isRejecting && (
              <ReasonPicker
                value={notes}
                onChoose={setNotes}
                onSend={sendRejection}
                error={lackingId === sale.sale_id && !hasNotes ? REASON_MISSING : null}
              />
            )}
            <NotesField openSale={openSale} onTyping={setIsTyping} onReject={sendRejection} />
          </div>
          {canDecide && (
            <>
              {isRejecting ? <Button onClick={close}>Cancel</Button> : <EditButton openSale={openSale} />}
              <Button
                ref={reject}
                variant="danger"
                icon={X}
                pending={deciding === 'rejected'}
                onClick={once(() => (isRejecting || hasNotes ? decide('rejected') : setMode('reject')))}
                className="max-md:grow"
              >
                {isRejecting ? (hasNotes ? 'Send rejection' : REJECT_WITHOUT_REASON) : 'Reject'}
                {isRejecting
                  ? hasNotes && <Shortcut>↵</Shortcut>
                  : !keysDecideSelected && <Shortcut>r</Shortcut>}
              </Button>
              {!isRejecting && (
                <Button
                  variant="primary"
                  icon={Check}
                  pending={deciding === 'approved'}
                  onClick={once(() => decide('approved'))}
                  className="max-md:grow"
                >
                  Approve
                  {!keysDecideSelected && <Shortcut>a</Shortcut>}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** What others have changed in the open sale since the reviewer opened it, and who did so last. */
function OthersChanges({ openSale: { sale, changes, detail } }: { openSale: OpenSale }) {
  if (changes.length === 0) return null;
  const { data } = detail;
  const by = data && data.sale.version === sale.version ? lastEditor(data.history) : null;
  const texts = changes.map(
    ({ field, before, after }) =>
      `${fieldLabel(field)}: ${valueLabel(field, before)} → ${valueLabel(field, after)}`,
  );
  return (
    <Announced className="mb-2.5">
      <Notice tone="pending">
        Changed{' '}
        {by !== null && (
          <>
            by <Untranslated>{by}</Untranslated>{' '}
          </>
        )}
        while you were looking. {texts.join('; ')}
      </Notice>
    </Announced>
  );
}

const lastEditor = (history: readonly Pick<SaleEventView, 'type' | 'by'>[]): string | null =>
  history.findLast(({ type }) => type === 'edited')?.by ?? null;

/** Announces that someone else has decided or deleted the open sale. */
function OthersDecision({ sale }: Pick<OpenSale, 'sale'>) {
  const { user } = useSession();
  const by = sale.deleted_at ? sale.deleted_by : sale.decided?.by;
  useOnChange(`${sale.status} ${sale.deleted_at}`, () => {
    const outcome = outcomeLabel(sale, user?.username, serverNow().getTime());
    if (outcome && by !== undefined && by !== user?.username) announce(`${outcome}.`);
  });
  return null;
}

interface NotesFieldProps {
  openSale: OpenSale;
  /** Called when the focus enters or leaves the field. */
  onTyping: (isTyping: boolean) => void;
  /** Sends them with a rejection. */
  onReject: () => void;
}

/**
 * The notes to send with a decision; Escape leaves them for the queue, or closes the dialog. Once someone else has decided they
 * are only kept, in case that is undone.
 */
function NotesField({ openSale, onTyping, onReject }: NotesFieldProps) {
  const { sale, canDecide, mode } = openSale;
  const { isSplit } = useReviewQueue();
  const [notes, setNotes] = useUnsentText('notes', sale.sale_id);
  return (
    <TextArea
      label={canDecide ? 'Review notes' : 'Your unsent notes'}
      hideLabel={canDecide}
      placeholder={canDecide ? 'Notes for the submitter (optional)' : undefined}
      rows={1}
      maxLength={LIMITS.reviewNotes.max}
      value={notes}
      onChange={(event) => setNotes(event.target.value)}
      onKeyDown={
        mode === 'reject'
          ? commentKeys(onReject)
          : isSplit
            ? closedByEscape(() => leaveToRow(sale.sale_id))
            : undefined
      }
      onFocus={() => onTyping(true)}
      // A field keeps the focus while the window is in the background.
      onBlur={({ target }) => onTyping(target === document.activeElement)}
      // Browsers in which it does not grow let it be resized.
      className="grow basis-40 max-md:basis-full [&_textarea]:block supports-[field-sizing:content]:[&_textarea]:resize-none [&_textarea]:max-h-[min(10rem,25dvh)] [&_textarea]:min-h-control [&_textarea]:py-1.5! [&_textarea]:field-sizing-content"
    />
  );
}

function EditButton({ openSale }: { openSale: OpenSale }) {
  return (
    <Button icon={Pencil} onClick={() => openSale.setMode('edit')}>
      Edit
      <Shortcut>e</Shortcut>
    </Button>
  );
}
