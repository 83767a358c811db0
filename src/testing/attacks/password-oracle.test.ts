import { expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeAccount, PASSWORD } from '../accounts/factories.ts';
import { login } from '../accounts/sign-in.ts';
import { callerFor } from '../clients/callers.ts';
import { call } from '../clients/rest-client.ts';
import { testServer } from '../run/server.ts';

const server = testServer({ RATE_LIMIT_FACTOR: '1' });

it('guesses at the password in a confirmation are limited like failed sign-ins', async () => {
  const { token, user } = await makeAccount(server);
  const confirm = (password: string) => call(server, 'POST', '/auth/confirm', { token, body: { password } });
  for (let guess = 0; guess < LIMITS.rates.signInDevice.points; guess += 1)
    expect(await confirm(`guess ${guess}`)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  expect((await confirm(PASSWORD)).status).toBe(429);
  // The thief of a session must not lock the owner out either.
  expect((await login(server, user.username)).status).toBe(200);
});

it('CVE-2026-43914: guesses at the current password are limited like failed sign-ins', async () => {
  const { token, user } = await makeAccount(server);
  const change = (oldPassword: string) =>
    callerFor(server, token).auth.changePassword({ oldPassword, newPassword: 'quite another password' });
  for (let guess = 0; guess < LIMITS.rates.signInDevice.points; guess += 1)
    await expect(change(`guess ${guess}`)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(change(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  // The thief of a session must not lock the owner out either.
  expect((await login(server, user.username)).status).toBe(200);
});
