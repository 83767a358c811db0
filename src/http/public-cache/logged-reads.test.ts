import { beforeAll, expect, it } from 'vitest';
import { makeSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { batchPath, read } from '../../testing/clients/visitor.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const admin = testAccount(server, 'admin', 'oak');
beforeAll(async () => {
  await makeSale(server, { status: 'approved' });
});

interface LoggedLine {
  message: string;
  user: string | null;
  ip: string | null;
  metadata: { status: unknown; reads?: number; requestId?: string };
}

/** The lines of the calls of `work`, as they are stored. */
async function linesOf(work: () => Promise<unknown>): Promise<LoggedLine[]> {
  const flush = () => {
    server.runtime.readLog.flush();
    return server.logs.flush();
  };
  await flush();
  await server.sql('delete from log_entry');
  await work();
  await flush();
  return server.sql<LoggedLine>(
    `select message, username as user, ip, metadata from log_entry where category = 'api'`,
  );
}

const sumOf = (lines: LoggedLine[], path: string) =>
  lines
    .filter(({ message }) => message === path)
    .reduce((sum, { metadata }) => sum + (metadata.reads ?? 0), 0);

it('reads of visitors are counted by procedure, from the database and from memory', async () => {
  const lines = await linesOf(async () => {
    for (let time = 0; time < 5; time += 1) await read(server.url, '/api/items?limit=7');
    await read(
      server.url,
      batchPath([
        ['items.list', { limit: 7 }],
        ['abilities.list', {}],
      ]),
    );
  });
  expect(sumOf(lines, 'items.list')).toBe(6);
  expect(sumOf(lines, 'abilities.list')).toBe(1);
  // A second of the clock may end in between.
  expect(lines.length).toBeLessThan(7);
  for (const { user, ip, metadata } of lines) {
    expect([user, ip]).toEqual([null, null]);
    expect(metadata).toMatchObject({ status: 'ok', type: 'query' });
  }
});

it('refusals, failures, calls of accounts, tokens of links and writes have a line each', async () => {
  const ids: (string | null)[] = [];
  const ask = async (path: string, init: RequestInit = {}) =>
    void ids.push((await fetch(`${server.url}${path}`, init)).headers.get('x-request-id'));
  const lines = await linesOf(async () => {
    await ask('/api/items?limit=none');
    await ask('/api/pokemon/sprite/1/Nothing');
    await ask('/api/items', { headers: { authorization: `Bearer ${admin.token}` } });
    await ask('/api/items', { headers: { authorization: 'Bearer unknown' } });
    await ask('/api/email/validate-reset-token/unknown-token');
    await ask('/api/auth/login', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  });
  expect(lines.map(({ metadata }) => metadata.requestId).toSorted()).toEqual(ids.toSorted());
  expect(lines.every(({ ip, metadata }) => ip === '127.0.0.1' && metadata.reads === undefined)).toBe(true);
  expect(lines.filter(({ user }) => user === 'oak')).toMatchObject([{ metadata: { requestId: ids[2] } }]);
});

it('an admin finds the counts in the category of calls', async () => {
  await linesOf(() => read(server.url, '/api/items?limit=8'));
  const { body } = await call(server, 'GET', '/logs/category/api?search=items.list', { token: admin.token });
  expect(body.logs).toMatchObject([{ message: 'items.list', level: 'info', metadata: { reads: 1 } }]);
});
