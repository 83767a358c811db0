import { useState } from 'react';
import { Link } from 'wouter';
import type { User } from '../../../../src/contract/accounts/account.ts';
import { ROLES, type Role } from '../../../../src/contract/accounts/roles.ts';
import type { SaleStatus } from '../../../../src/contract/sale/statuses.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import { AccountStatusBadge, RoleBadge } from '../../../accounts/account-badges.tsx';
import { SuspendDialog } from '../../../accounts/suspend-dialog.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { reviewPath } from '../../../lib/review-path.ts';
import { isChangedMeanwhile, refusalText } from '../../../lib/server/errors.ts';
import { type Answers, trpc } from '../../../lib/server/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { FormAlert, FormSuccess } from '../../../ui/form-messages.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type DialogState, useDialog } from '../../../ui/overlays/use-dialog.ts';
import { QueryError, Skeleton } from '../../../ui/states/states.tsx';
import { MomentText } from '../../../ui/time/moment-text.tsx';
import { Untranslated } from '../../../ui/untranslated.tsx';
import { LOGS_FORMAT } from '../logs/logs-search-params.ts';

type Detail = Answers['admin']['user'];

const A_ROLE: Record<Role, string> = { user: 'a user', checker: 'a checker', admin: 'an admin' };

const ROLE_EFFECT: Record<Role, string> = {
  user: 'They can submit sales, but no longer review or manage anything.',
  checker: "They can approve, reject and edit others' pending submissions, but not manage anything.",
  admin: 'They can do everything that you can: manage users, data and settings, and remove your role.',
};

/** A change of an account that needs only a confirmation; suspending has a separate dialog. */
interface Change {
  /** What changes, as a question. */
  title: string;
  effect: string;
  confirm: string;
  danger: boolean;
  done: string;
  /** Shown when the server does not say why it failed. */
  failed: string;
  send: () => Promise<{ user: User }>;
}

interface ManageDialogProps extends DialogState {
  /** As listed; shown until the account itself is loaded. */
  user: User;
}

export function ManageDialog({ user: listed, open, onClose }: ManageDialogProps) {
  const utils = trpc.useUtils();
  const { user_id: id, username } = listed;
  const query = trpc.admin.user.useQuery({ id }, { enabled: open, staleTime: 0 });
  const { data: detail, error } = query;
  const user = detail?.user ?? listed;
  const { role, account_status } = user;
  const { setRole, setAccountStatus } = utils.client.admin;
  const change = useDialog<Change>();
  const suspension = useDialog<User>();
  /** What became of the last change. */
  const [{ done, conflict }, setOutcome] = useState<{ done?: string; conflict?: string }>({});

  function changed(now: User, message: string) {
    utils.admin.user.setData({ id }, (before) => before && { ...before, user: now });
    setOutcome({ done: message });
  }

  function ask(next: Change) {
    setOutcome({});
    change.show(next);
  }

  const askRole = (next: Role) =>
    ask({
      title: `Make ${username} ${A_ROLE[next]}?`,
      effect: `${ROLE_EFFECT[next]} It takes effect at once, and can be changed again.`,
      confirm: `Make ${A_ROLE[next]}`,
      danger: next === 'admin',
      done: `${username} is now ${A_ROLE[next]}.`,
      failed: 'Failed to update user role. Please try again.',
      send: () => setRole.mutate({ id, role: next, seen: role }),
    });

  const askActivation = () =>
    ask({
      title: `Activate ${username}?`,
      effect: 'They can log in again with their current role. They can be suspended again.',
      confirm: 'Activate',
      danger: false,
      done: `${username} can log in again.`,
      failed: MESSAGES.userStatusFailed,
      send: () => setAccountStatus.mutate({ id, account_status: 'Active' }),
    });

  async function apply({ send, done, failed }: Change) {
    try {
      const { user: now } = await send();
      changed(now, done);
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error;
      // The account behind the question is another one now: the admin decides again.
      setOutcome({ conflict: refusalText(error, failed) });
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
      named={username}
      description="Changes to role and status take effect at once."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="space-y-6">
        <Facts facts={accountFacts(user)} />
        {error && <QueryError banner query={query} message="Failed to load the account" />}
        {detail ? <Facts facts={recordFacts(detail)} /> : !error && <Skeleton className="h-24" />}
        <fieldset>
          <legend className="overline-label mb-2">Change role</legend>
          <div className="flex flex-wrap gap-2">
            {ROLES.map((value) => (
              <Button key={value} disabled={value === role} onClick={() => askRole(value)}>
                {value}
              </Button>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="overline-label mb-2">Change status</legend>
          <div className="flex flex-wrap gap-2">
            <Button disabled={account_status === 'Active'} onClick={() => askActivation()}>
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
      {change.render((asked, props) => (
        <ConfirmDialog
          {...props}
          title={asked.title}
          named={username}
          confirmLabel={asked.confirm}
          danger={asked.danger}
          onConfirm={() => apply(asked)}
          failureText={(error) => refusalText(error, asked.failed)}
        >
          <p>{asked.effect}</p>
        </ConfirmDialog>
      ))}
      {suspension.render((account, props) => (
        <SuspendDialog {...props} account={account} onSuspended={changed} />
      ))}
    </Dialog>
  );
}

const accountFacts = ({ email, role, account_status, created, lastLogin }: User): Fact[] => [
  { label: 'Email', value: <span className="wrap-anywhere">{email}</span>, wide: true },
  { label: 'Role', value: <RoleBadge role={role} /> },
  { label: 'Status', value: <AccountStatusBadge status={account_status} /> },
  { label: 'Created', value: <MomentText iso={created} /> },
  { label: 'Last login', value: lastLogin ? <MomentText iso={lastLogin} /> : 'Never' },
];

const figure = (count: number, what: string): string => `${formatNumber(count)} ${what}`;

const suspensionFact = ({ at, by, reason }: NonNullable<Detail['suspension']>): Fact => ({
  label: 'Suspended',
  value: (
    <span className="wrap-anywhere">
      <MomentText iso={at} />
      {by && ` by ${by}`}
      {reason && `: ${reason}`}
    </span>
  ),
  wide: true,
});

function recordFacts(detail: Detail): Fact[] {
  const { user, suspension, email_confirmed, sessions, two_factor, submitted, decided } = detail;
  return [
    ...(suspension ? [suspensionFact(suspension)] : []),
    {
      label: 'Email address',
      value: email_confirmed ? (
        'Confirmed'
      ) : (
        <OperatorHelp state="Unconfirmed" problem="No mail" command="confirm-address" of={user} />
      ),
    },
    { label: 'Sessions', value: sessions === 0 ? 'No sessions' : figure(sessions, 'open') },
    {
      label: 'Second factor',
      value: two_factor ? (
        <OperatorHelp state="Enabled" problem="Lost" command="disable-2fa" of={user} />
      ) : (
        'Disabled'
      ),
    },
    { label: 'Logins', value: <SecurityLog username={user.username} /> },
    {
      label: 'Submitted',
      value: <Figures href={reviewPath({ submitter: user.username })} counts={submitted} />,
    },
    {
      // Without those that were undone or returned since, which the Reviewers tab counts too.
      label: 'Decisions in effect',
      value: <Figures href={reviewPath({ reviewer: user.username })} counts={decided} />,
    },
  ];
}

interface OperatorHelpProps {
  state: string;
  problem: string;
  /** Of `users` on the command line (docs/operations.md). */
  command: string;
  of: User;
}

/** A state that may keep the owner out, and what an operator can do about it. */
const OperatorHelp = ({ state, problem, command, of }: OperatorHelpProps) => (
  <>
    {state}
    <span className="block text-xs text-ink-faint">
      {problem}? An operator can run{' '}
      <code translate="no" className="font-mono wrap-anywhere">
        users {command} {of.username}
      </code>
    </span>
  </>
);

/**
 * Why the account could not log in, for one. The search finds what others did to the account, too: a failed login is the act of
 * nobody.
 */
const SecurityLog = ({ username }: { username: string }) => (
  <Link
    href={`${PATHS.admin}${LOGS_FORMAT.print({ category: 'security', search: username })}`}
    className="link touch-target inline-block wrap-anywhere"
  >
    Log entries of <Untranslated>{username}</Untranslated>
  </Link>
);

interface FiguresProps {
  href: string;
  counts: Partial<Record<SaleStatus, number>>;
}

/** The numbers of an account's sales by status, as a link to them. */
function Figures({ href, counts }: FiguresProps) {
  const given = (['approved', 'rejected', 'pending'] as const).flatMap((status) => {
    const count = counts[status];
    return count === undefined ? [] : [{ status, count }];
  });
  if (given.every(({ count }) => count === 0)) return 'None';
  return (
    <Link href={href} className="link touch-target inline-block tabular-nums">
      {given.map(({ status, count }) => figure(count, status)).join(', ')}
    </Link>
  );
}
