import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import type { DomainEvent } from '../../contract/shared/events.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { publish } from '../../events/publish.ts';
import { makeSale, type TestAccount } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { type OpenSocket, TestSocket } from '../../testing/clients/socket.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer({ CORS_ORIGINS: 'https://tool.example', PUBLIC_URL: 'https://dex.example' });
const narrow = testServer({ RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: 'loopback' });

const user = testAccount(server);
const checker = testAccount(server, 'checker');
const other = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');
let sockets: TestSocket[] = [];

afterEach(async () => {
  await Promise.all(sockets.map((socket) => socket.close()));
  sockets = [];
});

async function open(given: OpenSocket = {}, at = server): Promise<TestSocket> {
  const socket = await TestSocket.open(at, given);
  sockets.push(socket);
  return socket;
}

async function listening({ token }: TestAccount, path = 'reviews.live'): Promise<TestSocket> {
  const socket = await open({ token });
  await socket.subscribe(path);
  return socket;
}

const send = (...events: DomainEvent[]) => publish(server.runtime.orm.em.fork(), events);
const decide = (id: number, status: 'approved' | 'rejected') =>
  server.services(other.actor).sales.decide('item', { id, status });

describe('reviews.live', () => {
  it('sends events of sales in order', async () => {
    const socket = await listening(checker);
    const id = await makeSale(server, { by: user });
    await decide(id, 'approved');
    const sale = { type: 'sale', sale_id: id, at: server.clock.now().toISOString() };
    const submitted = { event: 'submitted', status: 'pending', version: 1, by: user.user.username };
    const approved = { event: 'approved', status: 'approved', version: 2, by: other.user.username };
    expect(await socket.update()).toEqual({ ...sale, ...submitted });
    expect(await socket.update()).toEqual({ ...sale, ...approved });
  });

  it('hides own pending submissions from a checker, and sends an admin all', async () => {
    const [ofChecker, ofAdmin] = [await listening(checker), await listening(admin)];
    const own = await makeSale(server, { by: checker });
    await decide(own, 'rejected');
    const adminsOwn = await makeSale(server, { by: admin });
    expect(await ofChecker.update()).toMatchObject({ sale_id: own, status: 'rejected' });
    expect(await ofChecker.update()).toMatchObject({ sale_id: adminsOwn });
    for (const sale_id of [own, own, adminsOwn]) expect(await ofAdmin.update()).toMatchObject({ sale_id });
  });

  it('sends new flags, without those of pending submissions of the checker', async () => {
    const [ofChecker, ofAdmin] = [await listening(checker), await listening(admin)];
    const [own, others] = [await makeSale(server, { by: checker }), await makeSale(server, { by: user })];
    expect(await ofChecker.update()).toMatchObject({ sale_id: others });
    for (const sale_id of [own, others]) expect(await ofAdmin.update()).toMatchObject({ sale_id });
    await send(
      { type: 'sales.checked', sale_ids: [own] },
      { type: 'sales.checked', sale_ids: [own, others] },
      { type: 'sales.changed' },
    );
    expect(await ofChecker.update()).toEqual({ type: 'checked', sale_ids: [others] });
    expect(await ofChecker.update()).toEqual({ type: 'many' });
    expect(await ofAdmin.update()).toEqual({ type: 'checked', sale_ids: [own] });
  });

  it('sends nothing after a rollback', async () => {
    const socket = await listening(checker);
    const scope = server.scope();
    const rolledBack = scope.em.transactional(async () => {
      await publish(scope.em, [{ type: 'sales.checked', sale_ids: [1] }]);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await send({ type: 'sales.changed' });
    expect(await socket.update()).toEqual({ type: 'many' });
  });

  it('resumes after a lost database connection, and reports the gap', async () => {
    const [socket, own] = [await listening(checker), await listening(user, 'submissions.live')];
    await server.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'marketdex-events' and datname = current_database()`,
    );
    expect(await socket.update()).toEqual({ type: 'many' });
    expect(await own.update()).toBe('stopped');
    const id = await makeSale(server, { by: user });
    expect(await socket.update()).toMatchObject({ sale_id: id });
    expect(server.log.takeErrors()).toMatchObject([{ msg: 'the connection for events fails' }]);
  });

  it('ignores notifications that are not events', async () => {
    const socket = await listening(checker);
    for (const nonsense of ['', '{', 'null', '{"type":"sale.changed"}', '{"type":"sales.exploded"}'])
      await server.sql('select pg_notify(?, ?)', ['marketdex_events', nonsense]);
    await send({ type: 'sales.changed' });
    expect(await socket.update()).toEqual({ type: 'many' });
    expect(server.log.lines.filter(({ msg }) => msg === 'unknown event ignored')).toHaveLength(5);
  });

  it('drops updates for a client that does not read instead of keeping them all', async () => {
    const sent = 3_000;
    const socket = await listening(checker);
    const id = await makeSale(server, { by: user });
    expect(await socket.update()).toMatchObject({ sale_id: id });
    socket.client.pause();
    // More than a connection buffers, which is megabytes.
    const long: DomainEvent = {
      ...{ type: 'sale.changed', sale_id: id, kind: 'item', event: 'edited', status: 'pending' },
      ...{ version: 2, submitted_by: null, by: 'x'.repeat(7_000), at: new Date().toISOString() },
    };
    for (let i = 0; i < sent / 100; i += 1)
      await send(...Array.from({ length: 100 }, (_, j) => ({ ...long, version: i * 100 + j })));
    await send({ type: 'sales.checked', sale_ids: [id] });
    socket.client.resume();
    const types: string[] = [];
    while (types.at(-1) !== 'checked') types.push((await socket.update()).type);
    expect(types).toContain('many');
    expect(types.length).toBeLessThan(sent);
    expect(types.length - types.lastIndexOf('many')).toBeLessThanOrEqual(LIMITS.live.waiting);
  });
});

describe('submissions.live', () => {
  it('sends decisions on own submissions', async () => {
    const socket = await listening(user, 'submissions.live');
    const decided = { type: 'submission.decided', sale_id: 7, name: 'Garchomp', status: 'approved' } as const;
    await send(
      { ...decided, submitted_by: other.user.user_id },
      { ...decided, submitted_by: user.user.user_id },
    );
    expect(await socket.update()).toEqual({ sale_id: 7, name: 'Garchomp', status: 'approved' });
  });
});

describe('an upgrade', () => {
  const refused = (given: OpenSocket, status: number) =>
    expect(TestSocket.open(server, given)).rejects.toThrow(`Unexpected server response: ${status}`);

  it.each([
    'https://evil.example',
    'https://dex.example.evil.example',
    'http://dex.example',
    'https://dex.example:8443',
    'null',
    'file://',
    'nonsense',
  ])('from the page %s is refused', (origin) => refused({ options: { origin } }, 403));

  it.each(['https://dex.example', 'https://tool.example'])('from the page %s is accepted', async (origin) => {
    await open({ options: { origin } });
  });

  it('from a page of the requested host is accepted', async () => {
    await open({ options: { origin: server.url } });
  });

  it.each(['/', '/trpc/', '/trpc/reviews.live', '/api', '/TRPC', '/trpc%2f', '/x/../api'])(
    'to %s is refused',
    (path) => refused({ path }, 404),
  );

  it('to another protocol is answered over HTTP', async () => {
    const { default: http } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
      http
        .get(`${server.url}/healthz`, { headers }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject);
    });
    expect(status).toBe(200);
  });

  it('is limited by network', async () => {
    const from = (address: string) => ({ options: { headers: { 'x-forwarded-for': address } } });
    const most = LIMITS.live.connectionsPerAddress / 10;
    const opened = [];
    for (let i = 0; i < most; i += 1) opened.push(await open(from(`2001:db8::${i}`), narrow));
    await expect(TestSocket.open(narrow, from('2001:db8::ff'))).rejects.toThrow('429');
    await open(from('2001:db8:0:1::1'), narrow);
    await opened[0]?.close();
    await open(from('2001:db8::ff'), narrow);
  });
});

describe('a socket', () => {
  it('carries queries, under the limits of HTTP', async () => {
    const socket = await open({}, narrow);
    const codes: string[] = [];
    while (codes.at(-1) !== 'TOO_MANY_REQUESTS' && codes.length < 100) {
      socket.call('query', 'items.list');
      const { result, error } = await socket.next();
      codes.push(error?.data.code ?? result.type);
    }
    expect(codes[0]).toBe('data');
    expect(codes.length).toBeLessThan(20);
    socket.client.terminate();
  });

  it.each([
    ['malformed messages', '{'],
    ['calls of unknown procedures', '{"id":1,"method":"query","params":{"path":"items.lists"}}'],
  ])('counts %s for its address', async (_what, message) => {
    const address = message === '{' ? '203.0.113.77' : '203.0.113.78';
    const socket = await open({ options: { headers: { 'x-forwarded-for': address } } }, narrow);
    for (let sent = 0; sent < 100; sent += 1) socket.send(message);
    await expect.poll(() => narrow.runtime.calls.refusedLately(null, address)).not.toBeNull();
    // The server rests a second after each refused message: it would read a close frame after all of them.
    socket.client.terminate();
  });

  it('limits the number of subscriptions', async () => {
    const socket = await open({ token: checker.token });
    for (let i = 0; i < LIMITS.live.perConnection; i += 1) await socket.subscribe('submissions.live');
    await socket.subscribe('submissions.live');
    expect(await socket.update()).toBe('TOO_MANY_REQUESTS');
    socket.send({ id: 1, method: 'subscription.stop' });
    expect(await socket.update()).toBe('stopped');
    expect(await socket.update()).toBe('stopped');
    await socket.subscribe('submissions.live');
    await send({
      ...{ type: 'submission.decided', sale_id: 1, name: 'x', status: 'approved' },
      submitted_by: checker.user.user_id,
    });
    for (let i = 0; i < LIMITS.live.perConnection; i += 1)
      expect(await socket.update()).toMatchObject({ sale_id: 1 });
  });

  it.each([
    ['invalid JSON', '{"id":', 'BAD_JSON', null],
    ['no call', '"hello"', 'BAD_CALL', null],
    ['no method', '{"id":1}', 'BAD_CALL', 1],
    ['an unknown method', '{"id":"a","method":"shout","params":{"path":"items.list"}}', 'BAD_CALL', 'a'],
    ['no parameters', '{"id":2,"method":"query","params":null}', 'BAD_CALL', 2],
    ['a path that is no text', '{"id":3,"method":"query","params":{"path":["a"]}}', 'BAD_CALL', 3],
    ['another protocol', '{"id":4,"jsonrpc":"3.0","method":"subscription.stop"}', 'BAD_CALL', 4],
    ['an id that can be none', '{"id":{},"method":"subscription.stop"}', 'BAD_CALL', null],
    [
      'too many calls',
      JSON.stringify(Array(11).fill({ id: 1, method: 'subscription.stop' })),
      'TOO_MANY_CALLS',
      null,
    ],
  ])('responds to %s with an error and stays open', async (_what, message, reason, id) => {
    const socket = await open();
    socket.send(message);
    expect(await socket.next()).toMatchObject({ id, error: { data: { reason } } });
    socket.send('PING');
    expect(await socket.next()).toBe('PONG');
  });

  it.each(['__proto__', 'constructor', 'reviews', 'items.list.x'])('knows no procedure %s', async (path) => {
    const socket = await open();
    for (const method of ['query', 'mutation', 'subscription'] as const) {
      socket.call(method, path);
      expect(await socket.update()).toBe('NOT_FOUND');
    }
  });

  it('is closed after a message that is too large', async () => {
    const socket = await open();
    socket.send('x'.repeat(LIMITS.bodyBytes + 1));
    expect(await socket.closed()).toBe(1009);
  });

  it.each([
    ['{', 'BAD_JSON'],
    ['[]', 'BAD_CALL'],
    ['{"data":{"token":7}}', 'BAD_CALL'],
    ['"x"', 'BAD_CALL'],
  ])('is closed after %s for parameters', async (message, reason) => {
    const socket = await open({ path: '/trpc?connectionParams=1' });
    socket.send(message);
    await socket.closed();
    expect(socket.unread()).toMatchObject([{ id: null, error: { data: { reason } } }]);
  });

  it('is asked to reconnect when the server closes, and does not delay closing', async () => {
    const app = createApp({ runtime: server.runtime });
    const url = await app.listen(0, '127.0.0.1');
    const socket = await TestSocket.open({ url }, { token: checker.token });
    await socket.subscribe('reviews.live');
    const stuck = await TestSocket.open({ url });
    stuck.client.pause();
    const started = performance.now();
    await app.close();
    // Connections that do not end by themselves are cut after 10 s.
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(await socket.next()).toMatchObject({ method: 'reconnect' });
    expect(await socket.closed()).toBe(1012);
  });
});

it('subscriptions are available only over sockets', async () => {
  const headers = { authorization: `Bearer ${checker.token}`, accept: 'text/event-stream' };
  const answer = await fetch(`${server.url}/trpc/reviews.live?input=%7B%7D`, { headers });
  // It ends at once; otherwise this would wait forever.
  expect(await answer.text()).toContain('METHOD_NOT_SUPPORTED');
});
