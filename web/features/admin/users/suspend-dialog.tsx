import { type FormEvent, useId, useState } from 'react';
import type { User } from '../../../../src/contract/accounts/account.ts';
import { zSuspensionReason } from '../../../../src/contract/admin/suspension.ts';
import { EVER } from '../../../../src/contract/review/reviewer-audit.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { adminFailure } from '../admin-failure.ts';
import { type SuspensionExtent, suspendedLabel, suspensionLabel } from './account-actions.ts';

interface SuspendDialogProps {
  user: User;
  /** Pending sales that the account submitted; undefined while they are counted. */
  pending: number | undefined;
  open: boolean;
  onClose: () => void;
  onSuspended: (user: User, done: string) => void;
}

/** Suspends an account: why, and what else happens to its approvals and pending sales. */
export function SuspendDialog({ user, pending, open, onClose, onSuspended }: SuspendDialogProps) {
  const { user_id: id, username } = user;
  const formId = useId();
  const utils = trpc.useUtils();
  const { data: forecast } = trpc.reviewerAudit.preview.useQuery(
    { reviewer_id: id, since: EVER },
    { enabled: open, staleTime: 0, gcTime: 0 },
  );
  const suspend = trpc.admin.suspend.useMutation();
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string | null>(null);
  const [returns, setReturns] = useState(false);
  const [rejects, setRejects] = useState(false);
  const approvals = forecast?.approvals ?? 0;
  const chosen: SuspensionExtent = {
    approvals: returns ? approvals : 0,
    pending: rejects ? (pending ?? 0) : 0,
  };

  async function send(event: FormEvent) {
    event.preventDefault();
    const checked = zSuspensionReason.safeParse(reason);
    if (!checked.success) {
      setReasonError(checked.error.issues[0]?.message ?? null);
      return;
    }
    try {
      const extent = { return_approvals: returns, reject_pending: rejects };
      const answer = await suspend.mutateAsync({ id, reason: checked.data, ...extent });
      onSuspended(answer.user, suspendedLabel(username, answer));
      onClose();
    } catch {
      // Shown below.
    } finally {
      for (const changed of [utils.admin, utils.reviewerAudit, utils.reviews]) void changed.invalidate();
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Suspend ${username}?`}
      description="They are signed out everywhere at once, and cannot sign in until they are activated again."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            pending={suspend.isPending}
            className="whitespace-normal! max-md:py-2"
          >
            {suspensionLabel(username, chosen)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void send(event)} className="space-y-4">
        <TextArea
          label="Reason"
          hint="For the audit log. The owner of the account does not see it."
          required
          maxLength={LIMITS.suspensionReason.max}
          value={reason}
          error={reasonError}
          onChange={(event) => {
            setReason(event.target.value);
            setReasonError(null);
          }}
        />
        {forecast === undefined || pending === undefined ? (
          <Skeleton className="h-control w-64 max-w-full" />
        ) : (
          <div className="empty:hidden">
            {approvals > 0 && (
              <Checkbox
                label={`Return ${counted(approvals, 'approval')} to review`}
                checked={returns}
                onCheckedChange={setReturns}
              />
            )}
            {pending > 0 && (
              <Checkbox
                label={`Reject ${counted(pending, 'pending sale')}`}
                checked={rejects}
                onCheckedChange={setRejects}
              />
            )}
          </div>
        )}
        <p className="text-sm text-ink-soft">
          {chosen.approvals + chosen.pending > 0
            ? 'Activating the account undoes the suspension only: returned and rejected sales have to be decided again.'
            : 'It can be undone: activate the account.'}
        </p>
        <FormAlert>{suspend.error && adminFailure(suspend.error, MESSAGES.userStatusFailed)}</FormAlert>
      </form>
    </Dialog>
  );
}
