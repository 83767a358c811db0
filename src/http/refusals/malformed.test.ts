import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeAccount } from '../../testing/accounts/factories.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('deep nesting is refused', () => {
  const depths = [LIMITS.inputDepth + 1, 1_000, LIMITS.bodyBytes / 2 - 100];

  it.each(depths)('%i levels over REST', async (depth) => {
    const { token } = await makeAccount(server);
    for (const body of [`{"item_name":${nested(depth)}}`, nested(depth)]) {
      const answer = await call(server, 'POST', '/items/submit', { token, body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
    const login = await call(server, 'POST', '/auth/login', { body: `{"username":${nested(depth)}}` });
    expect(login.body.error).toBe('The input is nested too deeply: at most 16 levels.');
  });

  it.each(depths)('%i levels over tRPC', async (depth) => {
    const response = await fetch(`${server.url}/trpc/auth.login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"username":${nested(depth)}}`,
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('nested too deeply');
  });
});

describe('a malformed Authorization header is an invalid session (GHSA-xmf8-cvqr-rfgj)', () => {
  it.each([
    'Bearer',
    'Bearer ',
    'Bearer\t',
    'Basic dXNlcjpwYXNz',
    'Bearer a b',
    'Bearer %00%ff',
    `Bearer ${'x'.repeat(5_000)}`,
    'Pending x',
    'Digest username="x"',
    'bearer null',
    'Bearer undefined',
    '{"$ne":null}',
  ])('%s', async (authorization) => {
    const answer = await call(server, 'GET', '/auth/profile', { headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('for any value', async () => {
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, async (authorization) => {
        const { status } = await call(server, 'GET', '/auth/profile', { headers: { authorization } });
        expect(status).toBe(401);
      }),
      { numRuns: 60 },
    );
  });
});
