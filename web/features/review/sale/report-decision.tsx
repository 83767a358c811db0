import { useMutation } from '@tanstack/react-query';
import { Flag, PencilLine, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { REPORT_DECISIONS, type ReportDecision } from '../../../../src/contract/reports/report-values.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { useSession } from '../../../lib/server/session.tsx';
import { useOnce } from '../../../lib/server/use-once.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button, type Icon } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { FormAlert } from '../../../ui/form-messages.tsx';
import { focusWhenShown } from '../../../ui/hooks/focus.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { isDecidedBy } from '../state/decisions.ts';
import { isConflict, reviewFailure } from '../state/review-labels.ts';
import { isReportDecision } from '../state/review-queue.ts';
import { Shortcut } from '../state/shortcuts.tsx';
import { useUnsentText } from '../state/use-decision-store.ts';
import type { OpenSale } from '../state/use-open-sale.ts';
import { useQueueNavigation } from '../state/use-queue-navigation.ts';
import { closedByEscape, commentKeys } from './comment-keys.ts';

interface DecisionTexts {
  label: string;
  effect: string;
  key?: string;
  icon: Icon;
}

const DECISIONS: Record<ReportDecision, DecisionTexts> = {
  dismissed: {
    label: 'Dismiss',
    effect: 'The sale stays in the market.',
    key: 'd',
    icon: X,
  },
  corrected: {
    label: 'Mark as corrected',
    effect: 'The sale stays in the market with its changes.',
    icon: PencilLine,
  },
  returned: {
    label: 'Return to review',
    effect: 'The sale is pending until it is decided again.',
    key: 'r',
    icon: RotateCcw,
  },
};

export function ReportDecisions({ openSale }: { openSale: OpenSale }) {
  const { sale, reports, mode, setMode, isReporter, keysDecideSelected } = openSale;
  const { user } = useSession();
  const [cancelled, setCancelled] = useState<ReportDecision | null>(null);
  const hasChanged = reports?.data.some(({ changed_since }) => changed_since) ?? false;
  const total = sale.reports?.total ?? 0;
  const decisions = isReporter
    ? []
    : REPORT_DECISIONS.filter((decision) => decision !== 'corrected' || hasChanged);
  if (isReportDecision(mode))
    return (
      <DecisionForm
        key={`${sale.sale_id} ${mode}`}
        openSale={openSale}
        decision={mode}
        lastReport={reports?.last_open ?? null}
        onClose={() => setMode('view')}
        onCancel={() => {
          setCancelled(mode);
          setMode('view');
        }}
      />
    );
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-2.5 border-b border-line pb-2.5">
      <p className="mr-auto flex items-center gap-2 text-sm font-medium text-pending max-md:basis-full">
        <Flag aria-hidden className="size-4" />
        {counted(total, 'open report')}
      </p>
      {isReporter && (
        <p className="text-sm text-ink-soft">You reported this sale, so another reviewer decides.</p>
      )}
      {!isReporter && isDecidedBy(sale, user) && (
        <p className="text-sm text-ink-soft">You approved this sale.</p>
      )}
      {decisions.map((decision) => {
        const { label, key, icon } = DECISIONS[decision];
        return (
          <Button
            key={decision}
            ref={decision === cancelled ? focusWhenShown : undefined}
            variant={decision === 'returned' ? 'primary' : 'secondary'}
            icon={icon}
            onClick={() => setMode(decision)}
            className="max-md:grow"
          >
            {label}
            {key && !(keysDecideSelected && key === 'r') && <Shortcut>{key}</Shortcut>}
          </Button>
        );
      })}
    </div>
  );
}

interface DecisionFormProps {
  openSale: OpenSale;
  decision: ReportDecision;
  lastReport: number | null;
  onClose: () => void;
  /** As `onClose`, and the focus returns to the button of the decision. */
  onCancel: () => void;
}

/**
 * The comment of a decision: Enter sends, Escape closes. What was typed stays when it can no longer be sent, and is kept when
 * the form closes before that.
 */
function DecisionForm({ openSale, decision, lastReport, onClose, onCancel }: DecisionFormProps) {
  const { decideReports } = useQueueNavigation();
  const { sale, seen, canDecideReports, onRefused } = openSale;
  const [comment, setComment] = useUnsentText('comments', sale.sale_id);
  const { label, effect } = DECISIONS[decision];
  const reports = counted(sale.reports?.total ?? 0, 'report');
  const action = decision === 'dismissed' ? `Dismiss ${reports}` : label;

  const failureText = (error: unknown) => reviewFailure(error, 'Failed to decide the reports');
  const call = useMutation({
    mutationFn: () => decideReports(seen, decision, comment, lastReport),
    onSuccess: () => {
      setComment('');
      onClose();
    },
    onError: (refusal) => {
      if (!isConflict(refusal)) return;
      // The sale or its reports have changed: the reviewer has to look again.
      onRefused();
      showToast(failureText(refusal), { tone: 'alert' });
      onClose();
    },
  });
  const sendOnce = useOnce(call);
  // The own decision ends them too, before its answer arrives.
  const isTooLate = !canDecideReports && !call.isPending;

  function cancel() {
    if (isTooLate) setComment('');
    onCancel();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for a key that bubbles from its controls
    <div onKeyDown={closedByEscape(cancel)} className="w-full space-y-2.5">
      <FormAlert>{call.error && failureText(call.error)}</FormAlert>
      {isTooLate && (
        <Announced as="p" className="text-sm font-medium">
          The reports are no longer open. This comment was not sent.
        </Announced>
      )}
      <TextArea
        ref={focusWhenShown}
        label="Comment for the reporters"
        hint={isTooLate ? undefined : `Optional. ${effect}`}
        rows={2}
        maxLength={LIMITS.reportComment.max}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        onKeyDown={commentKeys(() => !isTooLate && sendOnce())}
      />
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={cancel}>{isTooLate ? 'Close' : 'Cancel'}</Button>
        {!isTooLate && (
          <Button variant="primary" pending={call.isPending} onClick={() => sendOnce()}>
            {action}
            <Shortcut>↵</Shortcut>
          </Button>
        )}
      </div>
    </div>
  );
}
