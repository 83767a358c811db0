import { type Answer, call } from '../clients/rest-client.ts';
import type { TestServer } from '../run/server.ts';
import { PASSWORD } from './factories.ts';

export interface Credentials {
  password?: string;
  /** Sent as `X-TOTP-Token`. */
  code?: string;
}

/** POST /auth/login. */
export const login = (
  server: Pick<TestServer, 'url'>,
  username: string,
  { password = PASSWORD, code }: Credentials = {},
): Promise<Answer> =>
  call(server, 'POST', '/auth/login', {
    body: { username, password },
    ...(code !== undefined && { headers: { 'x-totp-token': code } }),
  });

/** The pending token of an account after its password was accepted. */
export async function pendingToken(server: Pick<TestServer, 'url'>, username: string): Promise<string> {
  const { status, body } = await login(server, username);
  if (body?.requires2FA !== true)
    throw new Error(`No second factor was requested: ${status} ${JSON.stringify(body)}`);
  return body.pendingToken;
}

/** POST /auth/verify-2fa. */
export const verify2fa = (server: Pick<TestServer, 'url'>, pending: string, code: string): Promise<Answer> =>
  call(server, 'POST', '/auth/verify-2fa', {
    headers: { authorization: `Pending ${pending}`, 'x-totp-token': code },
  });

/** Whether a token is a valid session. */
export const isAlive = async (server: Pick<TestServer, 'url'>, token: string): Promise<boolean> =>
  (await call(server, 'GET', '/auth/profile', { token })).status === 200;
