import { generate } from 'otplib';
import { LIMITS } from '../../contract/shared/limits.ts';
import { call } from '../clients/rest-client.ts';
import type { TestServer } from '../run/server.ts';
import { openSession, type TestAccount } from './factories.ts';

const STEP_MS = LIMITS.twoFactor.stepSeconds * 1000;

/** The code that an authenticator shows at a time. */
const codeAt = (secret: string, at: Date): Promise<string> =>
  generate({ secret, epoch: Math.floor(at.getTime() / 1000) });

/** The code at the test clock's time, or a number of steps later. */
export const codeNow = (server: TestServer, secret: string, steps = 0): Promise<string> =>
  codeAt(secret, new Date(server.clock.now().getTime() + steps * STEP_MS));

/** Moves the clock past the acceptance window of all earlier codes. */
export const nextCodes = (server: TestServer, steps = 3): void => server.clock.advance(steps * STEP_MS);

/** Moves the clock to the start of a step, so that it does not end between a code and its use. */
export const startStep = (server: TestServer): void =>
  server.clock.advance(STEP_MS - (server.clock.now().getTime() % STEP_MS));

/** A code that is wrong now and was wrong recently. */
export async function wrongCode(server: TestServer, secret: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeNow(server, secret, steps)));
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  );
  if (!wrong) throw new Error('Every tried code is valid.');
  return wrong;
}

export interface Enrolled {
  secret: string;
  recoveryCodes: string[];
}

/** Turns an account's second factor on over REST, which uses up its first code and advances the clock. */
export async function enrol(server: TestServer, token: string): Promise<Enrolled> {
  const { body } = await call(server, 'POST', '/2fa/setup', { token });
  const secret: string = body.manualEntryKey;
  const enabled = await call(server, 'POST', '/2fa/verify', {
    token,
    body: { token: await codeNow(server, secret) },
  });
  if (enabled.status !== 200)
    throw new Error(`The second factor was not enabled: ${JSON.stringify(enabled.body)}`);
  nextCodes(server);
  return { secret, recoveryCodes: enabled.body.recoveryCodes };
}

/** Removes the second factors of an account. */
export async function withoutFactor(server: TestServer, { user }: Pick<TestAccount, 'user'>): Promise<void> {
  await server.sql('delete from recovery_code where user_id = ?', [user.user_id]);
  await server.sql('delete from two_factor where user_id = ?', [user.user_id]);
  await server.sql('delete from passkey where user_id = ?', [user.user_id]);
}

/** The right code for turning an account's second factor on, or off; replaces its previous state. */
export async function switchingCode(
  server: TestServer,
  account: Pick<TestAccount, 'user'>,
  enabled: boolean,
): Promise<string> {
  await withoutFactor(server, account);
  const token = await openSession(server, account.user);
  if (enabled) return codeNow(server, (await enrol(server, token)).secret);
  const { body } = await call(server, 'POST', '/2fa/setup', { token });
  return codeNow(server, body.manualEntryKey);
}
