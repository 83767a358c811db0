import { expect, it } from 'vitest';
import { makeAccount } from '../testing/accounts/factories.ts';
import { call } from '../testing/clients/rest-client.ts';
import { testServer } from '../testing/run/server.ts';

const server = testServer();

it.each([
  '/logs/category/api?search=%00',
  '/logs/category/api?search=a%00b',
  '/logs/category/api?user=%00',
  '/logs/content/%00',
  '/admin/users?search=%00',
  '/admin/items?search=%00',
  '/admin/pokemon?search=%00',
  '/admin/sprites?search=%00',
  '/email/validate-reset-token/%00',
  '/items?query=item%20=%20%22%00%22',
])('text that the database cannot store is not an internal error: GET %s', async (path) => {
  const { token } = await makeAccount(server, 'admin');
  expect((await call(server, 'GET', path, { token })).status).toBeLessThan(500);
});

it.each([
  ['/auth/login', { username: 'ash', password: '\0' }, 401],
  ['/auth/login', { username: '\0', password: 'x' }, 400],
  ['/email/reset-password', { token: '\0', newPassword: 'quite another password' }, 400],
] as const)('nor in a secret that is only compared: POST %s %o', async (path, body, status) => {
  const { token } = await makeAccount(server);
  expect((await call(server, 'POST', path, { token, body: { ...body } })).status).toBe(status);
});
