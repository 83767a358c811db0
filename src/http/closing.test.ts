import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from '../testing/processes/server-process.ts';
import { testServer } from '../testing/run/server.ts';

// The database is shared with the web processes that are stopped.
const server = testServer();

/** Below the limit of 10 s for slow responses, and far above what an idle machine needs. */
const SOON_MS = 8_000;
const BODY = JSON.stringify({ username: 'nobody', password: 'nothing' });

async function open(web: ServerProcess): Promise<Socket> {
  const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Everything received over the connection until it is closed. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += data.toString();
  });
  await once(socket, 'close');
  return text;
}

/** Resolves when the process accepts no more connections. */
async function refusing(web: ServerProcess): Promise<void> {
  const connect = () =>
    open(web).then(
      (socket) => void socket.destroy(),
      (error: NodeJS.ErrnoException) => error.code,
    );
  await expect.poll(connect, { timeout: SOON_MS }).toBe('ECONNREFUSED');
}

it('closes connections without a request soon: silent, keep-alive, and with half a request', async () => {
  const web = await startServerProcess(server.database.url);
  const [silent, kept, half] = [await open(web), await open(web), await open(web)];
  kept.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(kept, 'data');
  half.write('GET /healthz HTTP/1.1\r\nHost:');
  const closed = [silent, kept, half].map(received);
  const since = performance.now();
  expect(await web.stop()).toBe(0);
  expect(performance.now() - since).toBeLessThan(SOON_MS);
  expect(await Promise.all(closed)).toEqual(['', '', '']);
});

it('completes pending requests with Connection: close, accepts no new ones, and logs the reads of its last second', async () => {
  const web = await startServerProcess(server.database.url);
  const busy = await open(web);
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  busy.write([...head, `Content-Length: ${BODY.length}`, '', BODY.slice(0, 5)].join('\r\n'));
  // A response to a later request proves that the earlier request has arrived.
  expect((await fetch(`${web.url}/api/items?limit=3`)).status).toBe(200);
  const exit = web.stop();
  await refusing(web);
  const answer = received(busy);
  busy.write(BODY.slice(5));
  expect(await answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nConnection: close\r\n/);
  expect(await exit).toBe(0);
  const counts = await server.sql(
    `select metadata->'reads' as reads from log_entry where message = 'items.list'`,
  );
  expect(counts).toEqual([{ reads: 1 }]);
});

it('ends while a client that reads nothing waits for the refusal of a socket', async () => {
  const web = await startServerProcess(server.database.url);
  const idle = await open(web);
  // More than the buffers of a connection hold, and as many as it may have.
  idle.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(32));
  // The first response has begun. It is not read.
  await once(idle, 'readable');
  idle.write('GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const refused = `select 1 from log_entry where message = 'request refused' and metadata->>'address' = '/nothing'`;
  await expect.poll(() => server.sql(refused)).toHaveLength(1);
  expect(await web.stop()).toBe(0);
  idle.destroy();
});

it('ends without an error while sign-ins wait whose clients have left', async () => {
  const started = new Date();
  const web = await startServerProcess(server.database.url);
  const leaving = new AbortController();
  const signIns = Array.from({ length: 200 }, () =>
    fetch(`${web.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: BODY,
      signal: leaving.signal,
    }).catch(() => undefined),
  );
  // The first one to end shows that they have arrived.
  await Promise.race(signIns);
  leaving.abort();
  await Promise.all(signIns);
  expect(await web.stop()).toBe(0);
  const errors = await server.sql(
    `select message, metadata from log_entry where level = 'error' and at >= ?`,
    [started],
  );
  expect(errors).toEqual([]);
});

it('logs each connection that it could not accept, and continues', async () => {
  for (const code of ['EMFILE', 'ENFILE']) server.app.server.emit('error', new Error(code));
  expect(server.log.takeErrors()).toMatchObject([
    { err: { message: 'EMFILE' } },
    { err: { message: 'ENFILE' } },
  ]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
