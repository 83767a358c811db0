import { PASSWORD } from './factories.ts';
import { type Answer, call } from './rest-client.ts';
import type { TestServer } from './server.ts';

export interface Credentials {
  password?: string;
  /** Sent along as `X-TOTP-Token`. */
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

/** The pending token of an account whose password was right. */
export async function pendingToken(server: Pick<TestServer, 'url'>, username: string): Promise<string> {
  const { status, body } = await login(server, username);
  if (body?.requires2FA !== true) throw new Error(`No code is asked for: ${status} ${JSON.stringify(body)}`);
  return body.pendingToken;
}

/** POST /auth/verify-2fa. */
export const verify2fa = (server: Pick<TestServer, 'url'>, pending: string, code: string): Promise<Answer> =>
  call(server, 'POST', '/auth/verify-2fa', {
    headers: { authorization: `Pending ${pending}`, 'x-totp-token': code },
  });

/** Whether a token opens an account. */
export const isAlive = async (server: Pick<TestServer, 'url'>, token: string): Promise<boolean> =>
  (await call(server, 'GET', '/auth/profile', { token })).status === 200;
