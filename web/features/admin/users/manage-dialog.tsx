import { useState } from 'react';
import { Link } from 'wouter';
import type { User } from '../../../../src/contract/accounts/account.ts';
import { ROLES } from '../../../../src/contract/accounts/roles.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { formatCount } from '../../../../src/contract/shared/plural.ts';
import { RoleBadge } from '../../../accounts/role-badge.tsx';
import { SuspendDialog } from '../../../accounts/suspend-dialog.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { isChangedMeanwhile, refusalText } from '../../../lib/server/errors.ts';
import { type Answers, trpc } from '../../../lib/server/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { FormSuccess } from '../../../ui/form-success.tsx';
import { MomentText } from '../../../ui/moment-text.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { QueryError } from '../../../ui/states/query-error.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { type AccountAction, actionLabels } from './account-actions.ts';
import { AccountStatusBadge } from './user-columns.tsx';

type Detail = Answers['admin']['user'];

const LOAD_FAILED = 'Failed to load the account';
const ROLE_FAILED = 'Failed to update user role. Please try again.';

const failureOf = (action: AccountAction, error: unknown): string =>
  refusalText(error, 'role' in action ? ROLE_FAILED : MESSAGES.userStatusFailed);

interface ManageDialogProps {
  /** As listed; shown until the account itself is loaded. */
  user: User;
  open: boolean;
  onClose: () => void;
}

/** One account: its details, its role and its status. */
export function ManageDialog({ user: listed, open, onClose }: ManageDialogProps) {
  const utils = trpc.useUtils();
  const { user_id: id, username } = listed;
  const query = trpc.admin.user.useQuery({ id }, { enabled: open, staleTime: 0 });
  const { data: detail, error } = query;
  const user = detail?.user ?? listed;
  const { role, account_status } = user;
  const change = useDialog<AccountAction>();
  const suspension = useDialog<User>();
  /** What became of the last change. */
  const [{ done, conflict }, setOutcome] = useState<{ done?: string; conflict?: string }>({});

  function changed(now: User, message: string) {
    utils.admin.user.setData({ id }, (before) => before && { ...before, user: now });
    setOutcome({ done: message });
  }

  function ask(action: AccountAction) {
    setOutcome({});
    change.show(action);
  }

  async function apply(action: AccountAction) {
    try {
      const answer = await ('role' in action
        ? utils.client.admin.setRole.mutate({ id, role: action.role, seen: action.seen })
        : utils.client.admin.setAccountStatus.mutate({ id, account_status: action.account_status }));
      changed(answer.user, actionLabels(action, username).done);
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error;
      // The account behind the question is another one now: the admin decides again.
      setOutcome({ conflict: failureOf(action, error) });
    } finally {
      void utils.admin.invalidate();
      void utils.reviewerAudit.reviewers.invalidate();
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={username}
      description="Changes of role and status take effect at once."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="space-y-6">
        <Facts facts={accountFacts(user)} />
        {error && <QueryError banner query={query} message={LOAD_FAILED} />}
        {detail ? <Facts facts={recordFacts(detail)} /> : !error && <Skeleton className="h-24" />}
        <fieldset>
          <legend className="overline-label mb-2">Change role</legend>
          <div className="flex flex-wrap gap-2">
            {ROLES.map((value) => (
              <Button key={value} disabled={value === role} onClick={() => ask({ role: value, seen: role })}>
                {value}
              </Button>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="overline-label mb-2">Change status</legend>
          <div className="flex flex-wrap gap-2">
            <Button disabled={account_status === 'Active'} onClick={() => ask({ account_status: 'Active' })}>
              Activate
            </Button>
            <Button
              variant="danger"
              disabled={account_status === 'Suspended'}
              onClick={() => {
                setOutcome({});
                suspension.show(user);
              }}
            >
              Suspend
            </Button>
          </div>
        </fieldset>
        <FormSuccess>{done}</FormSuccess>
        <FormAlert>{conflict}</FormAlert>
      </div>
      {change.subject && (
        <ChangeDialog
          key={change.key}
          {...change.props}
          action={change.subject}
          username={username}
          onConfirm={apply}
        />
      )}
      {suspension.subject && (
        <SuspendDialog
          key={suspension.key}
          {...suspension.props}
          account={suspension.subject}
          onSuspended={changed}
        />
      )}
    </Dialog>
  );
}

interface ChangeDialogProps {
  action: AccountAction;
  username: string;
  open: boolean;
  onClose: () => void;
  onConfirm: (action: AccountAction) => Promise<void>;
}

function ChangeDialog({ action, username, onConfirm, ...dialog }: ChangeDialogProps) {
  const { title, effect, confirm, danger } = actionLabels(action, username);
  return (
    <ConfirmDialog
      {...dialog}
      title={title}
      confirmLabel={confirm}
      danger={danger}
      onConfirm={() => onConfirm(action)}
      failureText={(error) => failureOf(action, error)}
    >
      <p>{effect}</p>
    </ConfirmDialog>
  );
}

const accountFacts = ({ email, role, account_status, created, lastLogin }: User): Fact[] => [
  [
    'Email',
    <span key="email" className="wrap-anywhere">
      {email}
    </span>,
    'wide',
  ],
  ['Role', <RoleBadge key="role" role={role} />],
  ['Status', <AccountStatusBadge key="status" status={account_status} />],
  ['Created', <MomentText key="created" iso={created} />],
  ['Last login', lastLogin ? <MomentText key="login" iso={lastLogin} /> : 'Never'],
];

const figure = (count: number, what: string): string => `${formatCount(count)} ${what}`;

const suspensionFact = ({ at, by, reason }: NonNullable<Detail['suspension']>): Fact => [
  'Suspended',
  <span key="suspended" className="wrap-anywhere">
    <MomentText iso={at} />
    {by && ` by ${by}`}
    {reason && `: ${reason}`}
  </span>,
  'wide',
];

function recordFacts({
  user,
  suspension,
  email_confirmed,
  sessions,
  two_factor,
  submitted,
  decided,
}: Detail): Fact[] {
  const name = encodeURIComponent(user.username);
  return [
    ...(suspension ? [suspensionFact(suspension)] : []),
    ['Address', email_confirmed ? 'Confirmed' : 'Unconfirmed'],
    ['Sessions', sessions === 0 ? 'No sessions' : figure(sessions, 'open')],
    ['Second factor', two_factor ? 'Enabled' : 'Disabled'],
    [
      'Submitted',
      <Figures
        key="submitted"
        href={`${PATHS.review}?tab=all&submitter=${name}`}
        figures={[
          figure(submitted.approved, 'approved'),
          figure(submitted.rejected, 'rejected'),
          figure(submitted.pending, 'pending'),
        ]}
      />,
    ],
    [
      'Decided',
      <Figures
        key="decided"
        href={`${PATHS.review}?tab=all&reviewer=${name}`}
        figures={[figure(decided.approved, 'approved'), figure(decided.rejected, 'rejected')]}
      />,
    ],
  ];
}

/** Figures with a link to the sales they count. */
const Figures = ({ href, figures }: { href: string; figures: string[] }) => (
  <Link href={href} className="link touch-target inline-block tabular-nums">
    {figures.join(', ')}
  </Link>
);
