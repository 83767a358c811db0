import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noResponse, refusal } from '../../testing/fake-server.ts';
import { renderAt } from '../../testing/render.tsx';
import RegisterScreen from './register-screen.tsx';

const TAKEN = 'This username is already taken.';
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

it('leads to the sign-in when an earlier try may have created the account', async () => {
  await register([noResponse(), taken()]);
  const link = await screen.findByRole('link', { name: 'log in' });
  expect(link.getAttribute('href')).toBe('/login?next=%2Fsubmit');
});

it('says no such thing of a name that was taken before', async () => {
  await register([taken()]);
  expect(screen.queryByRole('link', { name: 'log in' })).toBeNull();
});

it('says no such thing of another name than that of the earlier try', async () => {
  await register([noResponse(), taken()], 'misty');
  expect(screen.queryByRole('link', { name: 'log in' })).toBeNull();
});
