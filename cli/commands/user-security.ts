import { type SessionView, zNewPassword } from '../../src/contract/accounts/account.ts';
import { zSuspensionReason } from '../../src/contract/admin/account-admin.ts';
import { EVER } from '../../src/contract/review/reviewer-audit.ts';
import { counted } from '../../src/contract/shared/plural.ts';
import { parseInput } from '../../src/lib/parse-input.ts';
import { presentAccount, requireAccount } from '../../src/modules/identity/account.queries.ts';
import type { CliCommand } from '../command.ts';
import { finishReturn, unfinishedReturn } from '../finish-return.ts';
import { printResult, table } from '../output.ts';
import { askNewPassword } from '../prompts.ts';
import { type GlobalOptions, withServices } from '../run.ts';

interface SuspendOptions extends GlobalOptions {
  reason: string;
  returnApprovals?: boolean;
  rejectPending?: boolean;
}

async function suspend(who: string, options: SuspendOptions): Promise<void> {
  const { returnApprovals = false, rejectPending = false } = options;
  const reason = parseInput(zSuspensionReason, options.reason);
  await withServices(options, async (services, runtime) => {
    const account = await requireAccount(services.scope.em, who);
    const { userId: reviewer_id, accountStatus } = account;
    const wasSuspended = accountStatus === 'Suspended';
    if (wasSuspended && !returnApprovals && !rejectPending) {
      const shown = { user: presentAccount(account), run: null, rejected: 0 };
      printResult(options.json, shown, () => `${account.username} is already suspended.`);
      return;
    }
    const unfinished = returnApprovals
      ? await unfinishedReturn(services, { reviewer_id, since: EVER }, true)
      : null;
    const return_since = returnApprovals && !unfinished ? EVER : null;
    const request = { reason, return_since, reject_pending: rejectPending };
    const { user, run: started, rejected } = await services.suspensions.suspend(reviewer_id, request);
    const begun = unfinished ?? started;
    const run = begun && (await finishReturn(runtime, begun));
    printResult(options.json, { user, run, rejected }, () =>
      [
        wasSuspended
          ? `${user.username} was already suspended; the reason is unchanged.`
          : `${user.username} is suspended and logged out everywhere.`,
        ...(returnApprovals ? [`Approvals returned to review: ${run?.returned ?? 0}.`] : []),
        ...(rejectPending ? [`Pending sales rejected: ${rejected}.`] : []),
      ].join(' '),
    );
  });
}

async function activate(who: string, options: GlobalOptions): Promise<void> {
  await withServices(options, async ({ accounts, scope }) => {
    const account = await requireAccount(scope.em, who);
    const isActive = account.accountStatus === 'Active';
    const user = await accounts.setStatus(account.userId, 'Active');
    const outcome = isActive ? 'is already active' : 'is active and can log in';
    printResult(options.json, { user }, () => `${user.username} ${outcome}.`);
  });
}

async function resetPassword(
  who: string,
  options: GlobalOptions & { passwordStdin?: boolean },
): Promise<void> {
  const { json } = options;
  await withServices(options, async ({ password, scope }) => {
    const { userId, username } = await requireAccount(scope.em, who);
    const given = await askNewPassword(options.passwordStdin, json, 'New password');
    await password.reset(userId, parseInput(zNewPassword, given));
    printResult(
      json,
      { reset: username },
      () => `The password of ${username} was reset. All sessions have ended.`,
    );
  });
}

const sessionsTable = (sessions: SessionView[]) =>
  table(
    sessions.map(({ device, address, created, lastSeen }) => ({
      device,
      address,
      since: created,
      'last seen': lastSeen,
    })),
  );

async function disableTwoFactor(who: string, options: GlobalOptions): Promise<void> {
  await withServices(options, async ({ twoFactor, scope }) => {
    const { userId, username } = await requireAccount(scope.em, who);
    await twoFactor.reset(userId);
    printResult(
      options.json,
      { disabled: username },
      () => `Two-factor authentication of ${username} is off. All sessions have ended.`,
    );
  });
}

async function confirmAddress(who: string, options: GlobalOptions): Promise<void> {
  await withServices(options, async ({ addresses, scope }) => {
    const { userId, username } = await requireAccount(scope.em, who);
    await addresses.confirmFor(userId);
    printResult(
      options.json,
      { confirmed: username },
      () => `The email address of ${username} is confirmed.`,
    );
  });
}

async function listSessions(who: string, options: GlobalOptions): Promise<void> {
  const found = await withServices(options, ({ accountSessions }) => accountSessions.listOf(who));
  const data = found.map(({ current: _current, ...session }) => session);
  printResult(options.json, { data }, () => (found.length ? sessionsTable(found) : 'No sessions.'));
}

async function endSessions(who: string, options: GlobalOptions): Promise<void> {
  await withServices(options, async ({ accountSessions, scope }) => {
    const { userId, username } = await requireAccount(scope.em, who);
    const ended = await accountSessions.endAllOf(userId);
    printResult(options.json, { ended }, () => `Ended ${counted(ended, 'session')} of ${username}.`);
  });
}

export function userSecurityCommands(users: CliCommand): void {
  const onAccount = (name: string, description: string) =>
    users.command(name).description(description).argument('<username>', 'username or email address');
  const withExample = (name: string, description: string) =>
    onAccount(name, description).example(`users ${name} ash`);

  onAccount('suspend', 'suspend an account and end its sessions')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option(
      '--return-approvals',
      'also return every sale that the account approved to review; resumes an interrupted return',
    )
    .option('--reject-pending', 'also reject the pending sales of the account')
    .notes(`
"users activate" undoes the suspension only: returned and rejected sales have to be decided again.`)
    .example('users suspend ash --reason "Approved faulty sales" --return-approvals --reject-pending')
    .runs(suspend);

  withExample('activate', 'let a suspended account log in again').runs(activate);

  onAccount('reset-password', 'set a new password; ends all sessions and notifies the owner by email')
    .option('--password-stdin', 'read the password from standard input, without the final line break')
    .example(
      'users reset-password ash',
      'printf %s "$PASSWORD" | npm run -s cli -- users reset-password ash --password-stdin',
    )
    .runs(resetPassword);

  withExample(
    'disable-2fa',
    'remove the authenticator app and all passkeys after a lost device; ends all sessions',
  ).runs(disableTwoFactor);

  withExample(
    'confirm-address',
    'confirm an email address whose confirmation link did not arrive; first check whose address it is',
  ).runs(confirmAddress);

  withExample('sessions', 'list the sessions of an account').runs(listSessions);

  withExample('end-sessions', 'end all sessions of an account').runs(endSessions);
}
