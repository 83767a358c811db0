import { createTRPCClient } from '@trpc/client';
import { expect, it, vi } from 'vitest';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { fakeLink, refusal } from '../../testing/fake-server.ts';
import { confirmation, confirmationLink } from './confirmation.ts';

it('keeps a newer request when an earlier one is answered once more', async () => {
  const first = confirmation.ask('');
  const earlier = confirmation.get();
  earlier?.answer(false);
  await expect(first).resolves.toBe(false);
  expect(confirmation.get()).toBeNull();
  const second = confirmation.ask('');
  const newer = confirmation.get();
  earlier?.answer(true);
  expect(confirmation.get()).toBe(newer);
  newer?.answer(true);
  await expect(second).resolves.toBe(true);
  expect(confirmation.get()).toBeNull();
});

/** A client whose sign-outs need a confirmation until `isConfirmed`. */
function openClient() {
  const server = { isConfirmed: false };
  const logout = vi.fn(() => {
    if (!server.isConfirmed) throw refusal(428, 'Please confirm it.', { reason: 'CONFIRMATION_REQUIRED' });
    return { message: 'Done.' };
  });
  const { auth } = createTRPCClient<AppRouter>({
    links: [confirmationLink, fakeLink({ auth: { logout } }, [], new Set())],
  });
  return { server, logout, call: () => auth.logout.mutate({}) };
}

const asked = () => expect.poll(() => confirmation.get()).not.toBeNull();

it('repeats the calls that needed a confirmation after one answer', async () => {
  const { server, logout, call } = openClient();
  const calls = [call(), call()];
  await expect.poll(() => logout.mock.calls.length).toBe(2);
  await asked();
  server.isConfirmed = true;
  confirmation.get()?.answer(true);
  expect(await Promise.all(calls)).toEqual([{ message: 'Done.' }, { message: 'Done.' }]);
  expect(confirmation.get()).toBeNull();
});

it('fails as the server answered when the user does not confirm', async () => {
  const { logout, call } = openClient();
  const failed = expect(call()).rejects.toThrow('Please confirm it.');
  await asked();
  confirmation.get()?.answer(false);
  await failed;
  expect(logout).toHaveBeenCalledTimes(1);
});
