import { expect, it } from 'vitest';
import { makeAccount } from '../testing/accounts/factories.ts';
import { call } from '../testing/clients/rest-client.ts';
import { testServer } from '../testing/run/server.ts';

const server = testServer({ DATABASE_POOL: '2' });

it('responds 503 with Retry-After when no connection becomes free, and recovers at once', async () => {
  const { token } = await makeAccount(server);
  const end = Promise.withResolvers<void>();
  const hold = () =>
    server.runtime.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1');
      await end.promise;
    });
  const held = [hold(), hold()];
  const started = performance.now();
  const answers = await Promise.all([
    call(server, 'GET', '/auth/profile', { token }),
    call(server, 'POST', '/auth/logout', { token }),
  ]);
  // The limit is 5 s; statements have 15 s.
  expect(performance.now() - started).toBeLessThan(14_000);
  for (const { status, body, headers } of answers) {
    expect(status).toBe(503);
    expect(body.error).toBe('The database is overloaded right now. Please try again.');
    expect(headers.get('retry-after')).toBe('5');
  }
  end.resolve();
  await Promise.all(held);
  expect((await call(server, 'GET', '/auth/profile', { token })).status).toBe(200);
});
