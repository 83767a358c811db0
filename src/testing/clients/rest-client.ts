import type { TestServer } from '../run/server.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and assert what they read
  body: any;
  headers: Headers;
}

export interface Call {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls a REST path like an external program. */
export async function call(
  server: Pick<TestServer, 'url'>,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { token, body, headers = {} }: Call = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}
