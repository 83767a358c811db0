import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SessionView } from '../../../src/contract/accounts/account.ts';
import type { PasskeyView } from '../../../src/contract/accounts/passkeys.ts';
import type { OwnReport } from '../../../src/contract/reports/reports.ts';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { formatDate, todayUtc } from '../../../src/contract/shared/dates.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { withLeave } from '../../lib/leave-question.ts';
import { localMoment } from '../../lib/local-moment.ts';
import { ACCOUNT_DELETED, sessionStore, UNKNOWN_ID } from '../../lib/server/session-store.ts';
import { NO_RESPONSE } from '../../lib/server/write-outcome.ts';
import { type Answers, noResponse, refusal, TestNetwork } from '../../testing/fake-server.ts';
import { aFollow, someNotices } from '../../testing/follows.ts';
import { itemSale } from '../../testing/market.ts';
import { ASH, address, renderAt } from '../../testing/render.tsx';
import { ownReport } from '../../testing/reports.ts';
import { PasskeysPanel } from '../../two-factor/passkeys-panel.tsx';
import { RecoveryCodes } from '../../two-factor/recovery-codes.tsx';
import { TwoFactorPanel } from '../../two-factor/two-factor-panel.tsx';
import { announce, LiveRegion } from '../../ui/live-region.tsx';
import AccountScreen from './account-screen.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

vi.mock('@simplewebauthn/browser', () => ({ startRegistration: async () => ({}) }));

const reportPage = (data: OwnReport[], total = data.length) => ({
  data,
  pagination: { page: 1, limit: 5, total, totalPages: 1 },
});

/** The account of someone with this many pending submissions. */
function account(submissions: number) {
  const all: Submission[] = Array.from({ length: submissions }, () => ({
    ...itemSale({ status: 'pending', submitted_by: ASH.user_id }),
    decided_at: null,
    resubmitted: null,
  }));
  const limit = LIMITS.reviewPageSize;
  return {
    submissions: {
      list: ({ page = 1 }) => ({
        data: all.slice((Number(page) - 1) * limit, Number(page) * limit),
        pagination: {
          page: Number(page),
          limit,
          total: all.length,
          totalPages: Math.ceil(all.length / limit),
        },
      }),
      counts: () => ({ pending: all.length, approved: 0, rejected: 0 }),
    },
    inbox: { count: () => ({ unread: 0, rejected: 0 }) },
  } satisfies Answers;
}

const open = (answers: Answers, at = '/account') =>
  renderAt(<AccountScreen />, { reports: { mine: () => reportPage([]) }, ...answers }, { at, as: ASH });
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const button = (name: string) => screen.getByRole('button', { name });

it('invites the first submission', async () => {
  const { user } = open(account(0));
  await screen.findByRole('heading', { name: 'You have not submitted a sale yet' });
  expect(document.title).toBe('My submissions · Account · MarketDex');
  await user.click(screen.getByRole('link', { name: 'Submit Data' }));
  expect(address()).toBe('/submit-data');
});

it('says once that a submission is pending, and offers page sizes only above the smallest', async () => {
  const [smallest] = LIMITS.reviewPageSizes;
  open(account(smallest));
  await waitFor(() => expect(rows()).toHaveLength(smallest));
  expect(rows()[0]?.textContent?.match(/Pending/g)).toHaveLength(1);
  expect(screen.queryByLabelText(/per page$/)).toBeNull();
  cleanup();
  open(account(smallest + 1));
  await screen.findByLabelText(/per page$/);
});

it('links to the public page of an approved sale', async () => {
  const sale = itemSale({ submitted_by: ASH.user_id });
  const { submissions, inbox } = account(1);
  const list = () => ({
    data: [
      { ...sale, decided_at: sale.date_submitted, resubmitted: null },
      { ...itemSale({ status: 'pending', submitted_by: ASH.user_id }), decided_at: null, resubmitted: null },
    ],
    pagination: { page: 1, limit: 20, total: 2, totalPages: 1 },
  });
  open({ submissions: { ...submissions, list }, inbox });
  await waitFor(() => expect(rows()).toHaveLength(2));
  const [approved, pending] = rows().map((row) => within(row).queryByRole('link', { name: /^Sale/ }));
  expect(approved?.getAttribute('href')).toBe(`/sale/${sale.sale_id}`);
  expect(pending).toBeNull();
});

it('offers to correct a rejected sale until it is resubmitted', async () => {
  const { submissions, inbox } = account(1);
  const rejected = {
    ...itemSale({ status: 'rejected', submitted_by: ASH.user_id }),
    decided_at: `${todayUtc()}T00:00:00.000Z`,
  };
  const data: Submission[] = [
    { ...rejected, sale_id: 11, resubmitted: null },
    { ...rejected, sale_id: 12, resubmitted: { sale_id: 5002, status: 'approved' } },
  ];
  const list = () => ({ data, pagination: { page: 1, limit: 20, total: 2, totalPages: 1 } });
  open({ submissions: { ...submissions, list }, inbox });
  const correct = await screen.findByRole('link', { name: 'Correct and resubmit' });
  expect(correct.getAttribute('href')).toBe('/submit-data?correct=11');
  const link = screen.getByRole('link', { name: '#5002' });
  expect(link.getAttribute('href')).toBe('/sale/5002');
  expect(link.parentElement?.parentElement?.textContent).toBe('Resubmitted as #5002Approved');
});

it('sums up what became of the submissions, and draws the prices of sales on demand', async () => {
  const { submissions, inbox } = account(3);
  const sale = { date: todayUtc(), volume: 1, sale_id: 7, name: 'Leftovers' };
  const { user, inputsOf } = open({
    inbox,
    submissions: {
      ...submissions,
      counts: () => ({ pending: 3, approved: 2, rejected: 1 }),
      history: ({ kind, days }) => ({
        kind: kind === 'pokemon' ? kind : 'item',
        kinds: { item: 2, pokemon: 0 },
        ...(kind === 'pokemon' || days === 30
          ? { data: [], total_records: 0, names: 0 }
          : {
              data: [400, 900].map((price) => ({ ...sale, price, low: price, high: price })),
              total_records: 2,
              names: 1,
            }),
      }),
    },
  });
  await screen.findByText(
    '6 submitted: 2 approved, 1 rejected, 3 pending · 67% of decided submissions approved',
  );
  expect(inputsOf('submissions.history')).toEqual([]);
  await user.click(button('Show chart'));
  const summary = `2 sales since ${formatDate(todayUtc())}, 400 to 900 PD`;
  await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === summary);
  expect(document.activeElement).toBe(button('Hide chart'));
  expect(address()).toBe('/account?chart=shown');
  await user.click(screen.getByRole('radio', { name: '30 d' }));
  await screen.findByText('You have no approved sales of items in the last 30 days.');
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await user.click(screen.getByRole('radio', { name: 'Pokemon' }));
  await screen.findByText('You have no approved sales of pokemon yet.');
  expect(address()).toBe('/account?chart=shown&kind=pokemon');
  await user.click(button('Hide chart'));
  expect(address()).toBe('/account?kind=pokemon');
  expect(document.activeElement).toBe(button('Show chart'));
});

it('does not deny approved sales that are older than the chart', async () => {
  const { submissions, inbox } = account(0);
  const history = () => ({
    kind: 'item' as const,
    kinds: { item: 1, pokemon: 0 },
    data: [],
    total_records: 0,
    names: 0,
  });
  const counts = () => ({ pending: 0, approved: 1, rejected: 0 });
  open({ inbox, submissions: { ...submissions, counts, history } }, '/account?chart=shown&days=30');
  await screen.findByText('You have no approved sales of items in the last 30 days.');
});

it('marks the notices of rejections as read once the rejected submissions are shown', async () => {
  const inbox = {
    count: () => ({ unread: 3, rejected: 2 }),
    markAllRead: () => ({ unread: 1, rejected: 0 }),
  };
  const { submissions } = account(LIMITS.reviewPageSize + 1);
  const { user, inputsOf } = open({ submissions, inbox });
  await waitFor(() => expect(rows()).toHaveLength(LIMITS.reviewPageSize));
  // They may be on another page.
  expect(inputsOf('inbox.markAllRead')).toEqual([]);
  await user.click(screen.getByRole('radio', { name: /^Rejected/ }));
  await waitFor(() => expect(inputsOf('inbox.markAllRead')).toEqual([{ kind: 'submission_rejected' }]));
});

it('saves switches of notices at once, also of one notice, and puts one back when that fails without a network', async () => {
  const settings = someNotices();
  const first = Promise.withResolvers<void>();
  const network = new TestNetwork();
  const { user, inputsOf } = open(
    {
      notices: {
        settings: network.over(() => structuredClone(settings)),
        save: network.over(async (changes) => {
          await first.promise;
          Object.assign(settings.submissions, changes);
          return settings;
        }),
      },
      follows: { list: () => ({ data: [aFollow()], limit: 50 }) },
    },
    '/account?tab=notices',
  );
  const notice = (channel: string) => screen.getByRole('checkbox', { name: `Approved: ${channel}` });
  await screen.findByRole('checkbox', { name: 'Approved: email' });
  screen.getByRole('table', { name: 'Notices about your submissions' });
  await user.click(notice('email'));
  await user.click(notice('inbox'));
  first.resolve();
  await waitFor(() =>
    expect(inputsOf('notices.save')).toEqual([
      { approved: { inbox: true, email: true } },
      { approved: { inbox: false, email: true } },
    ]),
  );
  expect(notice('email')).toHaveProperty('checked', true);
  expect(notice('inbox')).toHaveProperty('checked', false);
  network.isDown = true;
  await user.click(notice('email'));
  await screen.findByText(NO_RESPONSE);
  await waitFor(() => expect(notice('email')).toHaveProperty('checked', true));
  await screen.findByText('You follow 1 of at most 50 searches.');
  // Alerts stay until they are closed, also for the tests that follow.
  await user.click(button('Dismiss'));
});

it('moves the focus to the list with another page, and announces which', async () => {
  const { user } = open(account(LIMITS.reviewPageSize + 1));
  // The region keeps the texts of earlier tests for some seconds.
  announce('The test begins');
  render(<LiveRegion />);
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'My submissions' }));
  const texts = [...screen.getByRole('status').children].map(({ textContent }) => textContent);
  expect(texts.slice(texts.lastIndexOf('The test begins'))).toContain('Page 2 of 2');
});

it('keeps the rows when the next page fails to load, and retries', async () => {
  const { submissions, inbox } = account(LIMITS.reviewPageSize + 1);
  const network = new TestNetwork({ isDown: true });
  const list = network.over(submissions.list);
  const { user } = open({ submissions: { ...submissions, list }, inbox });
  const message = 'Failed to load your submissions';
  await screen.findByText(message);
  network.isDown = false;
  await user.click(button('Retry'));
  await waitFor(() => expect(rows()).toHaveLength(LIMITS.reviewPageSize));
  expect(screen.queryByText(message)).toBeNull();

  network.isDown = true;
  await user.click(button('Next page'));
  await screen.findByText(message);
  expect(rows()).toHaveLength(LIMITS.reviewPageSize);
  network.isDown = false;
  await user.click(button('Retry'));
  await waitFor(() => expect(rows()).toHaveLength(1));
});

it('offers Retry when the state of the second factor fails to load', async () => {
  const network = new TestNetwork({ isDown: true });
  const status = network.over(() => ({
    is2FAEnabled: false,
    passkeys: 0,
    recoveryCodesLeft: 0,
    required: null,
  }));
  const { user } = renderAt(
    <TwoFactorPanel username={ASH.username} />,
    { twoFactor: { status } },
    { as: ASH },
  );
  await screen.findByText(MESSAGES.twoFactorStatusFailed);
  network.isDown = false;
  await user.click(button('Retry'));
  await screen.findByText('Disabled');
});

it.each([
  ['the app', { is2FAEnabled: true, passkeys: 1 }, 'Enabled', 'Disable 2FA'],
  ['a passkey', { is2FAEnabled: false, passkeys: 1 }, 'Enabled with a passkey', 'Set up 2FA'],
])('shows that %s is the second factor', async (_, factors, state, action) => {
  const status = () => ({ ...factors, recoveryCodesLeft: 3, required: null });
  renderAt(<TwoFactorPanel username={ASH.username} />, { twoFactor: { status } }, { as: ASH });
  await screen.findByText(state);
  screen.getByText(/^3 of \d+ recovery codes left\. For new ones, /);
  button(action);
});

it.each([
  [0, 'Your recovery codes stop working.'],
  [1, 'Your passkeys and recovery codes keep working.'],
])('disabling the app with %i passkeys says what stops working', async (passkeys, sentence) => {
  const status = () => ({ is2FAEnabled: true, passkeys, recoveryCodesLeft: 8, required: null });
  const { user } = renderAt(
    <TwoFactorPanel username={ASH.username} />,
    { twoFactor: { status } },
    { as: ASH },
  );
  await screen.findByText('8 of 10 recovery codes left. For new ones, disable 2FA and set it up again.');
  screen.getByText(/^Disabling requires a code from your app\. If you lost it, a recovery code also works/);
  await user.click(await screen.findByRole('button', { name: 'Disable 2FA' }));
  await screen.findByText(new RegExp(sentence));
  expect(screen.getByRole('dialog').textContent).toContain('a code from your app or a recovery code');
});

const enabling = (verify: () => { message: string; recoveryCodes: string[] }) => {
  let is2FAEnabled = false;
  const answers = {
    twoFactor: {
      status: () => ({ is2FAEnabled, passkeys: 0, recoveryCodesLeft: is2FAEnabled ? 10 : 0, required: null }),
      setup: () => ({
        qrCode: 'otpauth://totp/MarketDex:ash_k?secret=ABC',
        manualEntryKey: 'ABCDEFGH',
        accountName: ASH.username,
        issuer: 'MarketDex',
      }),
      verify: () => {
        is2FAEnabled = true;
        return verify();
      },
    },
  } satisfies Answers;
  return answers;
};
async function enable(answers: Answers) {
  const { user } = renderAt(<TwoFactorPanel username={ASH.username} />, answers, { as: ASH });
  await user.click(await screen.findByRole('button', { name: 'Set up 2FA' }));
  await user.type(await screen.findByLabelText(/^6-digit code/), '123456');
  await user.click(button('Verify and enable'));
  return user;
}

it('asks before new recovery codes are lost', async () => {
  const user = await enable(enabling(() => ({ message: '', recoveryCodes: ['abcde-fgh23'] })));
  await screen.findByText('abcde-fgh23');
  const reload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(reload()).toBe(true);
  act(() => withLeave(() => undefined));
  await screen.findByText('The recovery codes are shown only now.');
  await user.click(button('Cancel'));
  await user.click(button('I have saved them'));
  expect(reload()).toBe(false);
});

it('asks before recovery codes are lost while those of another factor are saved', () => {
  const codesOf = (...factors: string[]) =>
    factors.map((factor) => (
      <RecoveryCodes key={factor} message="" codes={[factor]} username="ash_k" onKept={() => undefined} />
    ));
  const { rerender } = render(codesOf('app', 'passkey'));
  rerender(codesOf('app'));
  const logout = vi.fn();
  act(() => withLeave(logout));
  expect(logout).not.toHaveBeenCalled();
});

it.each([
  ['is lost', noResponse()],
  ['says that it was enabled before', refusal(409, 'Already enabled', { reason: 'ALREADY_ENABLED' })],
])('says how to get recovery codes when the answer of the verification %s', async (_, failure) => {
  await enable(
    enabling(() => {
      throw failure;
    }),
  );
  await screen.findByText(/^The recovery codes were not shown here\./);
  button('Disable 2FA');
});

it('lists the reports of sales with their outcomes, first the latest ones', async () => {
  const decided_at = '2026-03-13T12:00:00.000Z';
  const all = [
    ownReport({ report_id: 9 }),
    ownReport({
      report_id: 8,
      outcome: 'dismissed',
      decided_at,
      decision_comment: 'The proof shows this price.',
    }),
    ...[7, 6, 5, 4].map((report_id) => ownReport({ report_id, outcome: 'returned', decided_at })),
  ];
  const network = new TestNetwork();
  const { user } = open({
    ...account(0),
    reports: {
      mine: network.over(({ limit }) => reportPage(all.slice(0, Number(limit)), all.length)),
    },
  });
  const table = await screen.findByRole('table', { name: 'My reports' });
  await within(table).findByText('Waiting');
  await within(table).findByText('Dismissed');
  await within(table).findByText('The proof shows this price.');
  expect(within(table).getAllByText('Returned to review')).toHaveLength(3);
  network.isDown = true;
  await user.click(button('Show 6 reports'));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'My reports' }));
  await screen.findByText('Failed to load your reports');
  expect(within(table).getAllByText('Returned to review')).toHaveLength(3);
  network.isDown = false;
  await user.click(button('Retry'));
  await waitFor(() => expect(within(table).getAllByText('Returned to review')).toHaveLength(4));
  expect(screen.queryByRole('button', { name: 'Show 6 reports' })).toBeNull();
});

const PHONE: PasskeyView = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Phone',
  created: '2026-03-12T12:00:00.000Z',
  lastUsed: null,
  synced: true,
};

it('says how to get recovery codes when the answer to the first passkey was lost', async () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  const stored: PasskeyView[] = [];
  const { user } = renderAt(
    <PasskeysPanel username={ASH.username} />,
    {
      passkeys: {
        list: () => ({ data: [...stored] }),
        creationOptions: () => ({
          rp: { name: 'MarketDex' },
          user: { id: 'YQ', name: ASH.username, displayName: ASH.username },
          challenge: 'Yg',
          pubKeyCredParams: [],
        }),
        add: () => {
          stored.push(PHONE);
          throw noResponse();
        },
      },
      twoFactor: {
        status: () => ({ is2FAEnabled: false, passkeys: 0, recoveryCodesLeft: 0, required: null }),
      },
    },
    { as: ASH },
  );
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await screen.findByText(/its recovery codes were not shown here/);
  screen.getByText('Phone');
  expect(screen.getAllByRole('alert').filter(({ textContent }) => textContent)).toHaveLength(1);
  vi.unstubAllGlobals();
});

/** Confirms in the dialog, and waits until it has closed. */
async function confirm(user: ReturnType<typeof open>['user'], name: string) {
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('keeps the focus where the last passkey was, once it is removed', async () => {
  vi.stubGlobal('isSecureContext', false);
  let stored = [PHONE];
  const { user } = renderAt(
    <PasskeysPanel username={ASH.username} />,
    {
      passkeys: {
        list: () => ({ data: stored }),
        remove: () => {
          stored = [];
          return { message: '' };
        },
      },
      twoFactor: {
        status: () => ({ is2FAEnabled: false, passkeys: 0, recoveryCodesLeft: 0, required: null }),
      },
    },
    { as: ASH },
  );
  await user.click(await screen.findByRole('button', { name: 'Remove Phone' }));
  await confirm(user, 'Remove');
  const empty = await screen.findByText(/^You have no passkeys yet/);
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(empty)).toBe(true);
  vi.unstubAllGlobals();
});

it('keeps the focus in the list of sessions, once one has ended', async () => {
  const at = '2026-03-12T12:00:00.000Z';
  const session = { address: null, created: at, lastSeen: at };
  let sessions: SessionView[] = [
    { ...session, id: '00000000-0000-4000-8000-000000000001', device: 'Firefox on Linux', current: true },
    { ...session, id: '00000000-0000-4000-8000-000000000002', device: 'Safari on iPhone', current: false },
  ];
  const { user } = renderAt(
    <SessionList />,
    {
      sessions: {
        list: () => ({ data: sessions }),
        end: () => {
          sessions = sessions.slice(0, 1);
          return { message: '' };
        },
      },
    },
    { as: ASH },
  );
  const name = `End the session of Safari on iPhone, last seen ${localMoment(at, 'minute')}`;
  await user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog', { name: `${name}?` });
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toContain('This cannot be undone');
  await confirm(user, 'End session');
  const none = await screen.findByText('No other sessions');
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(none)).toBe(true);
});

it('deletes the account once its name is typed in any case, and shows at the field until then', async () => {
  const remove = () => ({ message: 'Your account is deleted.' });
  const { user, inputsOf } = renderAt(
    <DeleteAccount username="ash_k" />,
    { account: { delete: remove } },
    { as: ASH },
  );
  await user.click(button('Delete my account'));
  const field = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Type the username to confirm',
  });
  await user.type(field, 'misty_w{Enter}');
  await screen.findByRole('textbox', { description: 'Type the username to continue' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(inputsOf('account.delete')).toEqual([]);
  await user.clear(field);
  expect(field.getAttribute('aria-invalid')).toBeNull();
  await user.type(field, ' Ash_K{Enter}');
  await screen.findByText('Your account is deleted.');
  expect(inputsOf('account.delete')).toEqual([{ username: 'ash_k' }]);
});

/** Deletes the account without a response; the session is then checked. */
async function deleteWithoutResponse(profile: NonNullable<Answers['auth']>['profile']) {
  const answers = { account: { delete: () => Promise.reject(noResponse()) }, auth: { profile } };
  const { user } = renderAt(<DeleteAccount username="ash_k" />, answers, { at: '/account', as: ASH });
  await user.click(button('Delete my account'));
  await user.type(await screen.findByLabelText(/^Type the username/), 'ash_k');
  await user.click(button('Delete account'));
}

it('says that the account may be deleted while nothing is answered, and after a reload that it is', async () => {
  await deleteWithoutResponse(() => Promise.reject(noResponse()));
  await screen.findByText(/^No response arrived\. The account may already be deleted/);
  const { state } = history;
  cleanup();
  const profile = () => Promise.reject(refusal(401, 'Please log in'));
  const stored = { ...ASH, user_id: UNKNOWN_ID };
  renderAt(null, { auth: { profile } }, { at: '/account', state, as: stored });
  await waitFor(() => expect(history.state).toBe(ACCOUNT_DELETED));
  expect(address()).toBe('/login?next=%2Faccount');
});

it('says that the account is deleted when its session ended with the lost response', async () => {
  await deleteWithoutResponse(() => Promise.reject(refusal(401, 'Please log in')));
  await waitFor(() => expect(history.state).toBe(ACCOUNT_DELETED));
  expect(address()).toBe('/login?next=%2Faccount');
});

it('says that the account is not deleted when its session has not ended with the lost response', async () => {
  await deleteWithoutResponse(() => ({
    user: { ...ASH, account_status: 'Active', lastLogin: null, created: '2026-03-12T12:00:00.000Z' },
  }));
  await screen.findByText('Failed to delete the account');
  expect(history.state).toEqual({});
  expect(sessionStore.get()?.token).toBe('token');
});

it('says that the password may be changed when a response was lost', async () => {
  const answers = [
    noResponse(),
    refusal(400, '', { fields: { oldPassword: 'The current password is wrong.' } }),
  ];
  const changePassword = () => {
    throw answers.shift() ?? new Error('Called too often');
  };
  const { user } = renderAt(<PasswordForm username="ash_k" />, { auth: { changePassword } }, { as: ASH });
  for (const [label, text] of [
    ['Current password', 'secret'],
    ['New password', 'another secret'],
    ['Confirm', 'another secret'],
  ] as const)
    await user.type(screen.getByLabelText(new RegExp(`^${label}`), { selector: 'input' }), text);
  await user.click(button('Change password'));
  await screen.findByText(/^No response arrived\. The password may already be changed/);
  await user.click(button('Change password'));
  await screen.findByText('The current password is wrong.');
  screen.getByText(/^Your first attempt may have succeeded/);
});

it('names each button that shows a password', () => {
  renderAt(<PasswordForm username="ash_k" />, {}, { as: ASH });
  const names = screen.getAllByRole('button', { name: /^Show/ }).map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual(['Show current password', 'Show new password', 'Show confirm password']);
});
