import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { DAY_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { publish } from '../../events/publish.ts';
import { MessageSocket } from '../../http/sockets/message-socket.ts';
import { makeAccount, makeSale, openSession, PASSWORD, type TestAccount } from '../accounts/factories.ts';
import { callerFor } from '../clients/callers.ts';
import { call } from '../clients/rest-client.ts';
import { TestSocket } from '../clients/socket.ts';
import { runCli } from '../processes/cli-process.ts';
import { testServer } from '../run/server.ts';

const server = testServer();
const NEW = 'quite another password';

let sockets: TestSocket[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(sockets.map((socket) => socket.close()));
  sockets = [];
});

async function open(token?: string): Promise<TestSocket> {
  const socket = await TestSocket.open(server, token === undefined ? {} : { token });
  sockets.push(socket);
  return socket;
}

async function listening({ token }: Pick<TestAccount, 'token'>, path = 'reviews.live'): Promise<TestSocket> {
  const socket = await open(token);
  await socket.subscribe(path);
  return socket;
}

/** docs/security.md promises a second; a busy machine may take longer, but a socket that nothing closes stays open. */
const closedSoon = (socket: TestSocket) =>
  Promise.race([
    socket.closed(),
    new Promise((_resolve, reject) => setTimeout(reject, 20_000, new Error('still open')).unref()),
  ]);

/** Like an operator, in a separate process. */
async function cli(...args: string[]): Promise<void> {
  const settings = { DATABASE_URL: server.database.url, APP_SECRET: server.runtime.config.secret };
  const { code, stderr } = await runCli(args, { settings, input: `${NEW}\n` });
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
}

const signOut = ({ token }: TestAccount) => call(server, 'POST', '/auth/logout', { token });
const services = () => server.services();

describe('CVE-2025-62175: the socket of a session that has ended', () => {
  it.each<[string, (account: TestAccount) => Promise<unknown>]>([
    ['by a suspension', ({ user }) => services().accounts.setStatus(user.user_id, 'Suspended')],
    [
      'by a suspension in another process',
      ({ user }) => cli('users', 'suspend', user.username, '--reason', 'Approved faulty sales'),
    ],
    ['by signing out', signOut],
    ['by a reset of the password', ({ user }) => services().password.reset(user.user_id, NEW)],
    [
      'from another session',
      async ({ user }) => callerFor(server, await openSession(server, user)).sessions.endOthers({}),
    ],
    ['by an operator', ({ user }) => services().accountSessions.endAllOf(user.user_id)],
    [
      'by a password change elsewhere',
      async ({ user }) =>
        callerFor(server, await openSession(server, user)).auth.changePassword({
          oldPassword: PASSWORD,
          newPassword: NEW,
        }),
    ],
  ])('%s is informed and closed, and opens no other', async (_how, ends) => {
    const account = await makeAccount(server, 'checker');
    const [socket, silent] = [await listening(account), await open(account.token)];
    await ends(account);
    expect(await socket.update()).toBe('UNAUTHORIZED');
    expect([await closedSoon(socket), await closedSoon(silent)]).toEqual([1008, 1008]);

    const next = await open(account.token);
    // The server closes the socket after the first refusal.
    for (const path of ['reviews.live', 'submissions.live'])
      await expect(next.subscribe(path)).rejects.toThrow(/UNAUTHORIZED|closed with 1008/);
    expect(await closedSoon(next)).toBe(1008);
    expect([socket, silent, next].map(({ reason }) => reason)).toEqual(Array(3).fill('SESSION_ENDED'));
  });

  it('receives no later events', async () => {
    const [account, other] = [await makeAccount(server, 'checker'), await makeAccount(server, 'checker')];
    const [socket, kept] = [await listening(account), await listening(other)];
    await services().accounts.setStatus(account.user.user_id, 'Suspended');
    const id = await makeSale(server);
    expect(await kept.update()).toMatchObject({ sale_id: id });
    expect(await socket.update()).toBe('UNAUTHORIZED');
  });

  it('by its age is detected, and the check does not extend it', async () => {
    const account = await makeAccount(server, 'checker');
    const socket = await listening(account);
    const check = () =>
      publish(server.runtime.orm.em.fork(), [{ type: 'session.revoked', user_id: account.user.user_id }]);
    for (let day = 0; day < 6; day += 1) {
      server.clock.advance(DAY_MS);
      await check();
      await makeSale(server);
      expect(await socket.update()).toMatchObject({ type: 'sale' });
    }
    server.clock.advance(DAY_MS + 1);
    await check();
    expect(await socket.update()).toBe('UNAUTHORIZED');
    expect(await closedSoon(socket)).toBe(1008);
  });
});

describe('an open socket', () => {
  it('of another session of the account stays open', async () => {
    const account = await makeAccount(server, 'checker');
    const kept = { token: await openSession(server, account.user) };
    const socket = await listening(kept);
    await signOut(account);
    const id = await makeSale(server);
    expect(await socket.update()).toMatchObject({ sale_id: id });
  });

  it('sends a former checker no reviews, but their own submissions', async () => {
    const account = await makeAccount(server, 'checker');
    const [reviews, own] = [await listening(account), await listening(account, 'submissions.live')];
    const { user_id } = account.user;
    await services().accounts.setRole(user_id, 'user');
    expect([await reviews.update(), await reviews.update()]).toEqual(['FORBIDDEN', 'stopped']);
    await expect(reviews.subscribe('reviews.live')).rejects.toThrow('FORBIDDEN');
    const decided = { sale_id: 1, name: 'Master Ball', status: 'approved' } as const;
    await publish(server.runtime.orm.em.fork(), [
      { type: 'submission.decided', submitted_by: user_id, ...decided },
    ]);
    expect(await own.update()).toEqual(decided);
  });

  it('hides own submissions from a former admin who is now a checker', async () => {
    const account = await makeAccount(server, 'admin');
    await makeAccount(server, 'admin');
    const socket = await listening(account);
    await services().accounts.setRole(account.user.user_id, 'checker');
    await makeSale(server, { by: account });
    const id = await makeSale(server);
    expect(await socket.update()).toMatchObject({ sale_id: id });
  });

  it.each([undefined, 'x', 'A'.repeat(600), 'two words'])('with the token %s is anonymous', async (token) => {
    const socket = await open(token);
    await expect(socket.subscribe('reviews.live')).rejects.toThrow('UNAUTHORIZED');
  });

  it('that sends requests and does not read is cut', async () => {
    const socket = await open();
    socket.client.pause();
    // Each response repeats its request.
    const path = 'x'.repeat(LIMITS.bodyBytes - 1_000);
    for (let i = 0; i < 500 && socket.client.bufferedAmount < 2e6; i += 1) {
      socket.call('query', path);
      await new Promise(setImmediate);
    }
    socket.client.resume();
    expect(await socket.closed()).toBe(1006);
  });
});

it.each(['/trpc', '/socket.io/?EIO=4&transport=websocket'])(
  'a socket at %s that sends short messages and does not read is cut before its responses take memory',
  async (path) => {
    const url = `${server.url.replace('http', 'ws')}${path}`;
    const sid = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`)
      .then((response) => response.text())
      .then((handshake) => JSON.parse(handshake.slice(1)).sid);
    const client = new WebSocket(path === '/trpc' ? url : `${url}&sid=${sid}`);
    await once(client, 'open');
    const [closed, other] = [once(client, 'close'), await open()];
    // Instead of filling the buffers of the operating system.
    vi.spyOn(MessageSocket.prototype, 'bufferedAmount', 'get').mockReturnValue(1);
    let read = 0;
    client.on('message', () => {
      read += 1;
    });
    for (let i = 0; i < 2 * LIMITS.live.unsentMessages; i += 1)
      client.send(path === '/trpc' ? 'PING' : '2probe');
    const [code] = await closed;
    expect(code).toBe(1006);
    expect(read).toBeLessThanOrEqual(LIMITS.live.unsentMessages);
    expect(other.client.readyState).toBe(WebSocket.OPEN);
  },
);

it('short messages of one socket are read one per turn of the event loop', async () => {
  const socket = await open();
  const turns: number[] = [];
  let turn = 0;
  const next = () => {
    turn += 1;
    if (turns.length < 1_000) setImmediate(next);
  };
  const { emit } = MessageSocket.prototype;
  vi.spyOn(MessageSocket.prototype, 'emit').mockImplementation(function (
    this: MessageSocket,
    event,
    ...given
  ) {
    if (event === 'message' && String(given[0]) === 'PING') turns.push(turn);
    return emit.call(this, event, ...given);
  });
  next();
  for (let i = 0; i < 1_000; i += 1) socket.send('PING');
  for (let i = 0; i < 1_000; i += 1) await socket.next();
  expect(turns).toHaveLength(1_000);
  expect(new Set(turns).size).toBe(1_000);
});

describe('a malformed upgrade', () => {
  const HANDSHAKE = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';

  const upgrade = async (lines: string) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(`${lines}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    return (await text(socket)).split('\r\n')[0];
  };

  it.each([
    ['an invalid host', 400, `GET /trpc HTTP/1.1\r\nHost: ]\r\n${HANDSHAKE}`],
    ['an invalid path', 400, `GET // HTTP/1.1\r\nHost: x\r\n${HANDSHAKE}`],
    ['an invalid URL', 400, `GET http://[/trpc HTTP/1.1\r\nHost: x\r\n${HANDSHAKE}`],
    ['no handshake', 400, 'GET /trpc HTTP/1.1\r\nHost: x'],
    ['half a handshake', 400, 'GET /trpc HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Key: x'],
    ['another method', 400, `POST /trpc HTTP/1.1\r\nHost: x\r\n${HANDSHAKE}`],
  ])('with %s is refused, and the server keeps running', async (_what, status, lines) => {
    expect(await upgrade(lines)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
