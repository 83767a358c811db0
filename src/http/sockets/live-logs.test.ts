import { once } from 'node:events';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { LogCategory, LogEntry, LogScope } from '../../contract/admin/logs.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { makeAccount, openSession } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { type TestServer, testServer } from '../../testing/run/server.ts';

const server = testServer({ CORS_ORIGINS: 'https://tool.example', PUBLIC_URL: 'https://dex.example' });
const narrow = testServer({ RATE_LIMIT_FACTOR: '0.04' });

const admin = testAccount(server, 'admin');
let clients: Socket[] = [];
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

type Options = Partial<ManagerOptions & SocketOptions>;

/** A client as an external program would use it. */
function clientOf(token: unknown, options: Options = {}, at: Pick<TestServer, 'url'> = server): Socket {
  const client = io(at.url, { auth: { token }, forceNew: true, reconnection: false, ...options });
  clients.push(client);
  return client;
}

/** Why the server refused the connection; null when it was accepted. */
const refusalOf = (client: Socket) =>
  new Promise<{ message: string; code: string } | null>((resolve) => {
    client.once('connect', () => resolve(null));
    client.once('connect_error', (error) =>
      resolve({
        message: error.message,
        code: (error as Error & { data?: { code: string } }).data?.code ?? '',
      }),
    );
  });

async function listening(category: LogScope, options: Options = {}, token = admin.token) {
  const client = clientOf(token, options);
  const received: LogEntry[] = [];
  let arrived = Promise.withResolvers<void>();
  client.on('log-update', ({ log }: { log: LogEntry }) => {
    received.push(log);
    arrived.resolve();
  });
  expect(await refusalOf(client)).toBeNull();
  expect(await client.emitWithAck('subscribe-logs', category)).toEqual({ category });
  const next = async (text: string): Promise<LogEntry> => {
    for (;;) {
      const found = received.find(({ message }) => message === text);
      if (found) return found;
      arrived = Promise.withResolvers();
      await arrived.promise;
    }
  };
  return { client, received, next };
}

const say = (text: string, category: LogCategory = 'discord') => server.log.logger.info({ category }, text);

describe.each([['websocket'], ['polling']])('over %s', (transport) => {
  it('an admin gets the lines of one category as they are stored', async () => {
    const { next, received } = await listening('discord', { transports: [transport] });
    say('of another category', 'database');
    say(`heard over ${transport}`);
    const log = await next(`heard over ${transport}`);
    expect(received.map(({ message }) => message)).not.toContain('of another category');
    await server.logs.flush();
    const { body } = await call(server, 'GET', '/logs/category/discord?limit=1', { token: admin.token });
    expect(body.logs).toEqual([log]);
  });

  it('an admin gets the lines of all categories, each once', async () => {
    const { received, next } = await listening('all', { transports: [transport] });
    say('of one category', 'database');
    say('of the next one', 'security');
    await next('of the next one');
    const said = received.filter(({ message }) => message.startsWith('of '));
    expect(said.map(({ category }) => category)).toEqual(['database', 'security']);
  });
});

it('methods that no client uses are refused', async () => {
  const url = `${server.url}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1));
  const { status, headers } = await fetch(`${url}&sid=${sid}`, { method: 'PUT' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

it('a client that starts with polling is upgraded to a socket', async () => {
  const { client, next } = await listening('discord');
  if (client.io.engine.transport.name !== 'websocket') await once(client.io.engine as never, 'upgrade');
  say('after the upgrade');
  await next('after the upgrade');
});

it('switches categories and ignores an unknown one', async () => {
  const { client, received, next } = await listening('discord');
  expect(await client.emitWithAck('subscribe-logs', 'general')).toEqual({ category: 'general' });
  for (const nonsense of ['everything', '', null, { category: 'api' }, ['api'], 7, '__proto__'])
    expect(await client.emitWithAck('subscribe-logs', nonsense)).toEqual({
      error: 'Unknown category.',
    });
  client.emit('subscribe-logs');
  client.emit('something-else', { a: [1, Buffer.from('b')] });
  say('not heard');
  say('heard', 'general');
  await next('heard');
  expect(received.map(({ message }) => message)).not.toContain('not heard');
  expect(client.connected).toBe(true);
});

describe('refuses everybody but admins:', () => {
  it.each([
    ['nobody', async () => undefined, 'UNAUTHORIZED', 'Please log in first.'],
    ['an unknown token', async () => 'nobody-has-this', 'UNAUTHORIZED', MESSAGES.sessionEnded],
    ['a malformed token', async () => ({ token: 1 }), 'UNAUTHORIZED', 'Please log in first.'],
    ['a user', async () => (await makeAccount(server)).token, 'FORBIDDEN', 'Your role does not allow this.'],
    [
      'a checker',
      async () => (await makeAccount(server, 'checker')).token,
      'FORBIDDEN',
      'Your role does not allow this.',
    ],
  ])('%s', async (_who, token, code, message) => {
    expect(await refusalOf(clientOf(await token()))).toEqual({ code, message });
  });

  it('a suspended admin and one who has signed out', async () => {
    const gone = await makeAccount(server, 'admin');
    await call(server, 'POST', '/auth/logout', { token: gone.token });
    expect(await refusalOf(clientOf(gone.token))).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('a page of another site, by its origin', async () => {
    const from = (origin: string) => refusalOf(clientOf(admin.token, { extraHeaders: { origin } }));
    for (const origin of ['https://evil.example', 'null', 'https://dex.example.evil.example'])
      expect(await from(origin)).toMatchObject({ message: 'xhr poll error' });
    for (const origin of ['https://tool.example', 'https://dex.example', server.url])
      expect(await from(origin)).toBeNull();
  });

  it('more connections of one network than allowed, with the time to wait', async () => {
    const token = (await makeAccount(narrow, 'admin')).token;
    const open = () => refusalOf(clientOf(token, { transports: ['websocket'] }, narrow));
    expect([await open(), await open()]).toEqual([null, null]);
    const url = `${narrow.url}/socket.io/?EIO=4`;
    const socket = new WebSocket(`${url.replace('http', 'ws')}&transport=websocket`);
    const [, refusal] = await once(socket, 'unexpected-response');
    const polled = await fetch(`${url}&transport=polling`);
    expect([refusal.statusCode, polled.status]).toEqual([429, 429]);
    expect([refusal.headers['retry-after'], polled.headers.get('retry-after')]).toEqual(['5', '5']);
    expect(await polled.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', error: 'Too many connections.' });
  });
});

describe('disconnects', () => {
  it.each([
    ['suspended', (id: number) => ({ path: 'status', body: { account_status: 'Suspended' }, id })],
    ['demoted', (id: number) => ({ path: 'role', body: { role: 'checker' }, id })],
  ])('when %s', async (_how, change) => {
    const leaving = await makeAccount(server, 'admin');
    const [one, other] = [await listening('general', {}, leaving.token), await listening('general')];
    const closed = new Promise((resolve) => one.client.once('disconnect', resolve));
    const { path, body } = change(leaving.user.user_id);
    const { status } = await call(server, 'PATCH', `/admin/users/${leaving.user.user_id}/${path}`, {
      token: admin.token,
      body,
    });
    expect(status).toBe(200);
    expect(await closed).toBe('io server disconnect');
    say('afterwards', 'general');
    await other.next('afterwards');
    expect(one.received.map(({ message }) => message)).not.toContain('afterwards');
  });

  it('only the session of several that is signed out', async () => {
    const [first, second] = [admin.token, await openSession(server, admin.user)];
    const [stays, goes] = [await listening('general', {}, first), await listening('general', {}, second)];
    const closed = new Promise((resolve) => goes.client.once('disconnect', resolve));
    await call(server, 'POST', '/auth/logout', { token: second });
    await closed;
    expect(stays.client.connected).toBe(true);
  });
});

/** A raw Engine.IO client that stops reading. */
async function rawSocket(category: LogCategory): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const said = (begin: string) =>
    new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        if (String(data).startsWith(begin)) resolve();
      });
    });
  const [opened, connected, subscribed] = [said('0'), said('40'), said('431')];
  await opened;
  socket.send(`40${JSON.stringify({ token: admin.token })}`);
  await connected;
  socket.send(`421${JSON.stringify(['subscribe-logs', category])}`);
  await subscribed;
  return socket;
}

it('disconnects a client that does not read, and drops its buffer', async () => {
  const [slow, fast] = [await rawSocket('discord'), await listening('discord')];
  let bytes = 0;
  slow.on('message', (data) => {
    bytes += String(data).length;
  });
  slow.pause();
  const text = 'x'.repeat(3_500);
  let last = '';
  // 35 MB in total, at a rate that a reader can keep up with.
  for (let i = 0; i < 100; i += 1) {
    for (let j = 0; j < 100; j += 1) {
      last = `${i} ${j} ${text}`;
      say(last);
    }
    await fast.next(last);
  }
  slow.resume();
  await once(slow, 'close');
  expect(fast.received.length).toBe(10_000);
  expect(bytes).toBeLessThan(20_000_000);
});

it('delivers bursts of 100 lines in order and without loss', async () => {
  const { received, next } = await listening('database');
  for (let burst = 0; burst < 40; burst += 1) {
    for (let i = 0; i < 100; i += 1) say(`line ${burst * 100 + i}`, 'database');
    await next(`line ${burst * 100 + 99}`);
  }
  const lines = received.filter(({ message }) => message.startsWith('line '));
  expect(lines.map(({ message }) => message)).toEqual(Array.from({ length: 4_000 }, (_, i) => `line ${i}`));
  const ids = lines.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
});

describe('before the login, anything else cuts the connection:', () => {
  it.each([
    ['another namespace', '40/abcdefgh,'],
    ['the login at another namespace', '40/admin,{"token":"x"}'],
    ['an event', '42["subscribe-logs","all"]'],
    ['a heartbeat', '3'],
    ['binary data', Buffer.from('0')],
    ['a second login', '40{"token":"x"}', '40{"token":"x"}'],
  ])('%s', async (_what, ...packets) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await once(socket, 'message');
    for (const packet of packets) socket.send(packet);
    await once(socket, 'close');
  });

  it('packets of a client that polls', async () => {
    const url = `${server.url}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1));
    const post = async (body: string) => (await fetch(`${url}&sid=${sid}`, { method: 'POST', body })).status;
    await post(Array(5_000).fill('40/abcdefgh,').join('\x1e')).catch(() => undefined);
    expect(await post('40{}')).toBe(400);
  });
});

describe('packets that crashed servers in the past (such as CVE-2021-22676)', () => {
  it.each([
    ['invalid JSON', '40{'],
    ['an event without a connection', '42["subscribe-logs","api"]'],
    ['missing binary parts', '40{"token":"x"}', '451-["subscribe-logs",{"_placeholder":true,"num":0}]'],
    ['too many announced binary parts', '4599999999999-["a"]'],
    ['an invalid placeholder', '451-["a",{"_placeholder":true,"num":"splice"}]', Buffer.from('x')],
    ['another namespace', '40/admin,{"token":"x"}'],
    ['an event that is a number', '40{}', '42[1]'],
    ['an empty event', '42[]'],
    ['an unknown type', '9'],
    ['a message that is too large', `40${'x'.repeat(70_000)}`],
  ])('%s', async (_what, ...packets) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    socket.on('error', () => undefined);
    await once(socket, 'message');
    for (const packet of packets) socket.send(packet);
    socket.close();
    await once(socket, 'close');
    expect((await call(server, 'GET', '/auth/profile', { token: admin.token })).status).toBe(200);
  });
});
