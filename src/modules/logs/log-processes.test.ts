import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { io } from 'socket.io-client';
import { beforeEach, expect, it } from 'vitest';
import type { LogEntry } from '../../contract/admin/logs.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts/factories.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { childEnv } from '../../testing/processes/child-env.ts';
import { PROGRAMS } from '../../testing/processes/programs.ts';
import { type ServerProcess, startServerProcesses } from '../../testing/processes/server-process.ts';
import { testServer } from '../../testing/run/server.ts';
import { startRedis } from '../../testing/servers/redis-server.ts';
import { testPort } from '../../testing/servers/test-port.ts';

// Provides only the database: the servers under test are separate processes.
const server = testServer();
let admin: TestAccount;
beforeEach(async () => {
  admin = await makeAccount(server, 'admin');
});

const linesOf = (requestId: string | null) =>
  server.sql<{ message: string }>(`select message from log_entry where metadata->>'requestId' = ?`, [
    requestId,
  ]);

it('a process survives a full disk behind standard error, and stores buffered lines when it is closed', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'marketdex-full-'));
  const port = await testPort();
  const at = { url: `http://127.0.0.1:${port}` };
  const child = spawn(process.execPath, [PROGRAMS.web], {
    stdio: ['ignore', 'ignore', openSync('/dev/full', 'w')],
    env: childEnv({
      DATABASE_URL: server.database.url,
      DATA_DIR: dataDir,
      PORT: `${port}`,
    }),
  });
  const exited = once(child, 'exit');
  await expect.poll(() => fetch(`${at.url}/readyz`).then(({ ok }) => ok)).toBe(true);
  let requestId: string | null = null;
  for (let i = 0; i < 3; i += 1) {
    const { status, headers } = await call(at, 'GET', '/auth/profile', { token: admin.token });
    expect(status).toBe(200);
    requestId = headers.get('x-request-id');
  }
  child.kill();
  expect(await exited).toEqual([0, null]);
  expect(await linesOf(requestId)).toEqual([{ message: 'auth.profile' }]);
  await rm(dataDir, { recursive: true });
});

it('with Redis, a line of one process reaches the live log of another', async () => {
  const redis = await startRedis();
  const settings = { REDIS_URL: redis.url };
  const [one, other] = (await startServerProcesses(2, server.database.url, settings)) as [
    ServerProcess,
    ServerProcess,
  ];
  const client = io(one.url, { auth: { token: admin.token }, transports: ['websocket'] });
  try {
    const received = new Map<string, number>();
    client.on('log-update', ({ log }: { log: LogEntry }) => {
      const id = String(log.metadata.requestId);
      received.set(id, (received.get(id) ?? 0) + 1);
    });
    expect(await client.emitWithAck('subscribe-logs', 'api')).toEqual({ category: 'api' });
    const ask = async (at: { url: string }) =>
      (await call(at, 'GET', '/auth/profile', { token: admin.token })).headers.get('x-request-id') ?? '';
    // Lines published before the subscription reached Redis are not received. The process' own line about this connection
    // may be.
    const earlier: string[] = [];
    const receivesOther = async () => {
      earlier.push(await ask(other));
      return earlier.some((id) => received.has(id));
    };
    await expect.poll(receivesOther, { interval: 500 }).toBe(true);
    const ids = [await ask(other), await ask(one), await ask(other)];
    await expect.poll(() => ids.map((id) => received.get(id))).toEqual([1, 1, 1]);

    const closed = new Promise((resolve) => client.once('disconnect', resolve));
    await call(other, 'POST', '/auth/logout', { token: admin.token });
    expect(await closed).toBe('io server disconnect');
  } finally {
    client.close();
    await Promise.all([one.stop(), other.stop()]);
    await redis.stop();
  }
});
