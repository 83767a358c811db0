import { useRef, useState } from 'react';
import type { User } from '../../src/contract/accounts/account.ts';
import { zSuspensionReason } from '../../src/contract/admin/account-admin.ts';
import { EVER } from '../../src/contract/review/reviewer-audit.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { andList } from '../../src/contract/shared/lists.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { counted, plural } from '../../src/contract/shared/plural.ts';
import { calendarDay } from '../../src/contract/shared/search-param-values.ts';
import { refusalText } from '../lib/server/errors.ts';
import { trpc } from '../lib/server/trpc.ts';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { TextArea } from '../ui/fields/text-field.tsx';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';
import { LeaveGuard } from '../ui/overlays/leave-guard.tsx';
import { useTypedConfirmation } from '../ui/overlays/typed-confirmation.tsx';
import type { DialogState } from '../ui/overlays/use-dialog.ts';
import { QueryError, Skeleton } from '../ui/states/states.tsx';
import { Untranslated } from '../ui/untranslated.tsx';
import { ApprovedSinceField } from './approved-since-field.tsx';

/** What a suspension includes: how many approvals return to review, and how many pending sales are rejected. */
interface SuspensionExtent {
  approvals: number;
  pending: number;
}

/** `Suspend ash_k, return 37 approvals to review and reject 1 pending sale` */
export const suspensionLabel = (username: string, { approvals, pending }: SuspensionExtent): string =>
  andList([
    `Suspend ${username}`,
    ...(approvals > 0 ? [`return ${counted(approvals, 'approval')} to review`] : []),
    ...(pending > 0 ? [`reject ${counted(pending, 'pending sale')}`] : []),
  ]);

interface SuspensionAnswer {
  /** The running return of the approvals. */
  run: { total: number } | null;
  rejected: number;
}

/** What a suspension has done: `ash_k is suspended and signed out everywhere. 1 pending sale was rejected.` */
export const suspendedLabel = (username: string, { run, rejected }: SuspensionAnswer): string =>
  [
    `${username} is suspended and logged out everywhere.`,
    run && `${counted(run.total, 'approval')} ${plural(run.total, 'returns', 'return')} to review.`,
    rejected > 0 && `${counted(rejected, 'pending sale')} ${plural(rejected, 'was', 'were')} rejected.`,
  ]
    .filter(Boolean)
    .join(' ');

interface SuspendDialogProps extends DialogState {
  account: Pick<User, 'user_id' | 'username'>;
  /** The day that approvals are returned since, to start with; all of them without one. */
  since?: string;
  /** @param done what was done, as a sentence */
  onSuspended: (user: User, done: string) => void;
}

/** What a suspension can include: the approvals since a day, and the pending sales. Both are counted by the server. */
function useExtent(id: number, initialSince: string, open: boolean) {
  const [since, setSince] = useState(initialSince);
  const [returns, setReturns] = useState(false);
  const [rejects, setRejects] = useState(false);
  const returnSince = calendarDay(since) ?? EVER;
  const counting = { enabled: open, staleTime: 0 };
  const detail = trpc.admin.user.useQuery({ id }, counting);
  const all = trpc.reviewerAudit.preview.useQuery(
    { reviewer_id: id, since: EVER },
    { ...counting, gcTime: 0 },
  );
  const chosen = trpc.reviewerAudit.preview.useQuery(
    { reviewer_id: id, since: returnSince },
    { ...counting, gcTime: 0 },
  );
  const failed = [detail, all, chosen].filter(({ isError }) => isError);
  return {
    since,
    setSince,
    returns,
    setReturns,
    rejects,
    setRejects,
    /** Undefined while they are counted. */
    allApprovals: all.data?.approvals,
    approvals: chosen.data?.approvals,
    pending: detail.data?.submitted.pending,
    /** The counts that failed, as one query. */
    failure: failed[0] && {
      error: failed[0].error,
      isFetching: failed.some(({ isFetching }) => isFetching),
      refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
    },
    /** How many approvals return is not known, so nobody can agree to it. */
    isUncounted: returns && chosen.data === undefined,
    request: { return_since: returns ? returnSince : null, reject_pending: rejects },
  };
}

type Extent = ReturnType<typeof useExtent>;

function ExtentFields({ extent }: { extent: Extent }) {
  const { allApprovals, approvals, pending, returns, rejects, failure } = extent;
  if (allApprovals === undefined || pending === undefined)
    return !failure && <Skeleton className="h-control w-64 max-w-full" />;
  return (
    <div className="empty:hidden">
      {allApprovals > 0 && (
        <Checkbox
          label={
            approvals === undefined
              ? 'Return approvals to review'
              : `Return ${counted(approvals, 'approval')} to review`
          }
          checked={returns}
          onCheckedChange={extent.setReturns}
        />
      )}
      {returns && (
        <ApprovedSinceField
          value={extent.since}
          onValueChange={extent.setSince}
          className="mt-1 mb-3 ml-7.5 md:max-w-72"
        />
      )}
      {pending > 0 && (
        <Checkbox
          label={`Reject ${counted(pending, 'pending sale')}`}
          checked={rejects}
          onCheckedChange={extent.setRejects}
        />
      )}
    </div>
  );
}

export function SuspendDialog({ account, since = '', open, onClose, onSuspended }: SuspendDialogProps) {
  const { user_id: id, username } = account;
  const utils = trpc.useUtils();
  const suspend = trpc.admin.suspend.useMutation({
    onSuccess: (answer) => {
      onSuspended(answer.user, suspendedLabel(username, answer));
      onClose();
    },
    onSettled: () => {
      for (const changed of [utils.admin, utils.reviewerAudit, utils.reviews]) void changed.invalidate();
    },
  });
  const extent = useExtent(id, since, open);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string | null>(null);
  const confirmation = useTypedConfirmation(username);
  /** As for a return without a suspension, which cannot be undone either. */
  const isTyped = extent.returns && extent.approvals !== 0;
  const chosen: SuspensionExtent = {
    approvals: extent.returns ? (extent.approvals ?? 0) : 0,
    pending: extent.rejects ? (extent.pending ?? 0) : 0,
  };

  function send() {
    const isConfirmed = !isTyped || confirmation.check();
    const checked = zSuspensionReason.safeParse(reason);
    if (!checked.success) {
      setReasonError(checked.error.issues[0]?.message ?? null);
      reasonField.current?.focus();
    } else if (isConfirmed) {
      return suspend.mutateAsync({ id, reason: checked.data, ...extent.request, seen: 'Active' });
    }
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      initialFocus={reasonField}
      title={`Suspend ${username}?`}
      named={username}
      description="They are logged out everywhere at once, and cannot log in until they are activated again."
      submitLabel={suspensionLabel(username, chosen)}
      danger
      disabled={extent.isUncounted}
      onSubmit={send}
      failureText={(error) => refusalText(error, MESSAGES.userStatusFailed)}
    >
      <TextArea
        ref={reasonField}
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
      <ExtentFields extent={extent} />
      {extent.failure && (
        <QueryError banner query={extent.failure} message="Failed to count the approvals and pending sales" />
      )}
      <p className="text-sm text-ink-soft">
        {extent.returns || extent.rejects
          ? 'Activating the account undoes only the suspension: returned and rejected sales have to be decided again.'
          : 'To undo this, activate the account.'}
      </p>
      {isTyped && confirmation.field}
      <LeaveGuard active={open && reason.trim() !== ''}>
        <Untranslated>{username}</Untranslated> is not suspended yet.
      </LeaveGuard>
    </FormDialog>
  );
}
