import { expect, it } from 'vitest';
import { itemSubmission, makeAccount } from '../accounts/factories.ts';
import { isAlive } from '../accounts/sign-in.ts';
import { callerFor } from '../clients/callers.ts';
import { call } from '../clients/rest-client.ts';
import { testServer } from '../run/server.ts';

const server = testServer();

it('GHSA-2vg6-77g8-24mp: nothing by an account is stored after its deletion, however many calls are in flight', async () => {
  const { token, user } = await makeAccount(server);
  const submit = () => call(server, 'POST', '/items/submit', { token, body: itemSubmission() });
  const flood = Promise.all(Array.from({ length: 40 }, submit));
  await callerFor(server, token).account.delete({ username: user.username });
  const answers = await flood;
  const stored = await server.sql('select from sale where submitted_by = ?', [user.user_id]);
  // Every submission was either stored before the deletion and answered, or refused.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(stored.length);
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect((await submit()).status).toBe(401);
  expect(await server.sql('select from sale where submitted_by = ?', [user.user_id])).toEqual(stored);
  expect(await isAlive(server, token)).toBe(false);
  const owned = await server.sql('select from idempotency_key where user_id = ?', [user.user_id]);
  expect(owned).toEqual([]);
});
