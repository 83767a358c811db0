import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { type Answers, noResponse, refusal } from '../../testing/fake-server.ts';
import { ASH, arrivesAt, renderAt } from '../../testing/render.tsx';
import RegisterScreen from './register-screen.tsx';

const FIELDS = ['username', 'email', 'password', 'confirmation'] as const;
const VALID = {
  username: 'ash_k',
  email: 'ash@example.org',
  password: 'correct horse battery',
  confirmation: 'correct horse battery',
};
const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`);
/** The texts that describe a field with an error; none for a valid one. */
const errorsOf = (name: string): (string | undefined)[] => {
  const input = field(name);
  const ids = input?.getAttribute('aria-invalid') === 'true' ? input.getAttribute('aria-describedby') : null;
  return ids?.split(' ').map((id) => document.getElementById(id)?.textContent) ?? [];
};

const TAKEN = 'This username is already taken. Please choose another one.';
const taken = () => refusal(409, TAKEN, { code: 'CONFLICT', fields: { username: TAKEN } });

/** Fills in the form, and sends it once for each answer, with this name from the second time on. */
async function register(answers: readonly Error[], renamed = 'ash_k') {
  const left = [...answers];
  const call = () => Promise.reject(left.shift());
  const { user } = renderAt(
    <RegisterScreen />,
    { auth: { register: call } },
    { at: '/register?next=%2Fsubmit' },
  );
  await user.type(screen.getByLabelText(/^Username/), 'ash_k');
  await user.type(screen.getByLabelText(/^Email/), 'ash@example.org');
  for (const field of screen.getAllByLabelText(/^(?:Confirm )?password/i, { selector: 'input' }))
    await user.type(field, 'correct horse battery');
  for (const index of answers.keys()) {
    if (index > 0) await user.clear(screen.getByLabelText(/^Username/));
    if (index > 0) await user.type(screen.getByLabelText(/^Username/), renamed);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
  }
  await screen.findByText(TAKEN);
}

it('confirms a new account, and returns', async () => {
  const answers = {
    auth: {
      register: () => ({
        user: { ...ASH, account_status: 'Active', lastLogin: null, created: '2026-01-01T00:00:00.000Z' },
        token: 't',
      }),
    },
    email: { address: () => ({ email: ASH.email, confirmed: true, required: false, pending: null }) },
  } satisfies Answers;
  const at = '/register?next=%2F%3Ftab%3Dpokemon';
  const { user } = renderAt(<RegisterScreen />, answers, { at });
  const username = screen.getByLabelText<HTMLInputElement>(/^Username/);
  await user.type(username, 'a'.repeat(51));
  expect(username.value).toHaveLength(50);
  await user.clear(username);
  await user.type(username, 'ash_k');
  await user.type(screen.getByLabelText(/^Email/), 'ash@example.org');
  for (const field of screen.getAllByLabelText(/^(?:Confirm )?password/i, { selector: 'input' }))
    await user.type(field, 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByText('Account created. You can submit your first sale.');
  await arrivesAt('/?tab=pokemon');
});

it('leads to the sign-in when an earlier try may have created the account', async () => {
  await register([noResponse(), taken()]);
  const link = await screen.findByRole('link', { name: 'log in' });
  expect(link.getAttribute('href')).toBe('/login?next=%2Fsubmit');
});

it('says no such thing of a name that was taken before, and keeps the input', async () => {
  await register([taken()]);
  expect(screen.queryByRole('link', { name: 'log in' })).toBeNull();
  expect(errorsOf('username')).toContain(TAKEN);
  expect(document.activeElement).toBe(field('username'));
  expect(FIELDS.map((name) => field(name)?.value)).toEqual(FIELDS.map((name) => VALID[name]));
});

it('says no such thing of another name than that of the earlier try', async () => {
  await register([noResponse(), taken()], 'misty');
  expect(screen.queryByRole('link', { name: 'log in' })).toBeNull();
});

it.each([
  ['email', '', MESSAGES.emailRequired],
  ['email', 'ash at home', MESSAGES.emailInvalid],
  ['confirmation', 'another one', MESSAGES.passwordsDiffer],
  ['password', '12345', MESSAGES.passwordShort],
  ['username', 'as', MESSAGES.usernameShort],
] as const)('shows the error of the %s “%s” at its field, and sends nothing', async (wrong, value, text) => {
  const { user, calls } = renderAt(<RegisterScreen />, {}, { at: '/register' });
  const input = { ...VALID, [wrong]: value };
  if (wrong === 'password') input.confirmation = value;
  for (const name of FIELDS) {
    const place = field(name);
    if (place && input[name]) await user.type(place, input[name]);
  }
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(document.activeElement).toBe(field(wrong)));
  expect(errorsOf(wrong)).toContain(text);
  for (const name of FIELDS) if (name !== wrong) expect(errorsOf(name)).toEqual([]);
  expect(calls).toEqual([]);
});

it('focuses the first field with an error', async () => {
  const { user } = renderAt(<RegisterScreen />, {}, { at: '/register' });
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(document.activeElement).toBe(field('username')));
  await user.keyboard('ash_k');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(document.activeElement).toBe(field('email')));
  expect(errorsOf('username')).toEqual([]);
  expect(errorsOf('password')).toContain(MESSAGES.passwordShort);
});

it('validates a field once it is left', async () => {
  const { user } = renderAt(<RegisterScreen />, {}, { at: '/register' });
  await user.type(screen.getByLabelText(/^Email/), 'ash');
  // Validation is asynchronous: a pause of the typist.
  await act(async () => undefined);
  expect(errorsOf('email')).toEqual([]);
  await user.tab();
  await waitFor(() => expect(errorsOf('email')).toContain(MESSAGES.emailInvalid));
});

it('marks its fields for password managers', () => {
  renderAt(<RegisterScreen />, {}, { at: '/register' });
  expect(FIELDS.map((name) => field(name)?.autocomplete)).toEqual([
    'username',
    'email',
    'new-password',
    'new-password',
  ]);
});
