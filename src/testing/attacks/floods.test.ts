import { Client } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { BurstLimit } from '../../modules/limits/burst-limit.ts';
import { SessionsService } from '../../modules/sessions/sessions.service.ts';
import { makeAccount } from '../accounts/factories.ts';
import { isAlive } from '../accounts/sign-in.ts';
import { call } from '../clients/rest-client.ts';
import { TestSocket } from '../clients/socket.ts';
import { testServer } from '../run/server.ts';

// The limits of the product. `X-Forwarded-For` is trusted, so that a test can act as many visitors.
const server = testServer({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: 'loopback' });
const generous = testServer();

let sockets: TestSocket[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of sockets) socket.client.terminate();
  await Promise.all(sockets.map((socket) => socket.closed()));
  sockets = [];
});

async function open(given: Parameters<typeof TestSocket.open>[1] = {}, at = server): Promise<TestSocket> {
  const socket = await TestSocket.open(at, given);
  sockets.push(socket);
  return socket;
}

const from = (address: string) => ({ 'x-forwarded-for': address });

/** How often each outcome occurs. */
const tally = <T extends PropertyKey>(outcomes: readonly T[]): Partial<Record<T, number>> =>
  Object.fromEntries(
    Map.groupBy(outcomes, (one) => one)
      .entries()
      .map(([one, all]) => [one, all.length]),
  ) as Partial<Record<T, number>>;

/** Requests that are sent at a time. */
const GROUP = 50;

/** The statuses of this many requests, sent in groups. */
async function statuses(
  count: number,
  request: (index: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const found: number[] = [];
  for (let done = 0; done < count; done += GROUP) {
    const group = Array.from({ length: Math.min(GROUP, count - done) }, (_, i) => request(done + i));
    found.push(...(await Promise.all(group)).map(({ status }) => status));
  }
  return found;
}

const burst = LIMITS.calls.user.burst;

/** Stops the clock of the limits of calls until the test ends: on a slow machine, a flood may be within the rate. */
function stopLimitClock(): void {
  const take = BurstLimit.prototype.take;
  // A whole number: with a fraction, a second later may be a little more than a second later.
  const stopped = Math.ceil(performance.now());
  vi.spyOn(BurstLimit.prototype, 'take').mockImplementation(function (this: BurstLimit, key) {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(stopped);
    try {
      return take.call(this, key);
    } finally {
      clock.mockRestore();
    }
  });
}

describe('a flood of calls of one account', () => {
  const list = (token: string) => call(server, 'GET', '/auth/profile', { token });

  it('over HTTP is refused with the time to wait, and nobody else is', async () => {
    const [hostile, other] = [await makeAccount(server), await makeAccount(server)];
    const staff = await makeAccount(server, 'checker');
    // The calls of a session are counted from its second one on.
    expect((await list(hostile.token)).status).toBe(200);
    stopLimitClock();
    const answers = await Promise.all(Array.from({ length: burst + 80 }, () => list(hostile.token)));
    const counts = tally(answers.map(({ status }) => status));
    // Those that wait too long for their turn get 503, and count too.
    expect((counts[200] ?? 0) + (counts[503] ?? 0), JSON.stringify(counts)).toBeGreaterThanOrEqual(burst);
    // Others may be refused because too many wait for their turn.
    const refused = answers.find(({ body }) => /^Too many requests\./.test(body.error));
    expect(refused?.status, JSON.stringify(counts)).toBe(429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.body.code).toBe('TOO_MANY_REQUESTS');
    for (const { token } of [other, staff]) expect((await list(token)).status).toBe(200);
  });

  it('counts every call of a batch, and all sessions together over HTTP and sockets', async () => {
    const { token } = await makeAccount(server);
    const ten = Array.from({ length: 10 }, () => 'sessions.list').join(',');
    const input = encodeURIComponent(
      JSON.stringify(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [i, {}]))),
    );
    const batch = async () => {
      const response = await fetch(`${server.url}/trpc/${ten}?batch=1&input=${input}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      type Answer = { error: { data: { code: string } } } | { result: unknown };
      // A batch that is refused as a whole gets one answer.
      const answers = [(await response.json()) as Answer | Answer[]].flat();
      return answers.map((answer) => ('error' in answer ? answer.error.data.code : 'OK'));
    };
    const socket = await open({ token });
    socket.call('query', 'sessions.list');
    await socket.next();
    const exhausted = Promise.withResolvers<void>();
    const codes: string[] = [];
    stopLimitClock();
    const flood = Promise.all(
      Array.from({ length: burst / 10 + 20 }, async () => {
        const found = await batch();
        codes.push(...found);
        if (found.includes('TOO_MANY_REQUESTS')) exhausted.resolve();
      }),
    );
    await Promise.race([exhausted.promise, flood]);
    for (let i = 0; i < 50; i += 1) socket.call('query', 'sessions.list');
    const overSocket: string[] = [];
    while (overSocket.length < 50 && !overSocket.includes('TOO_MANY_REQUESTS'))
      overSocket.push((await socket.next()).error?.data.code ?? 'OK');
    expect(overSocket).toContain('TOO_MANY_REQUESTS');
    await flood;
    expect(codes).toContain('TOO_MANY_REQUESTS');
    // Those that wait too long for their turn count too.
    expect(codes.filter((code) => code !== 'TOO_MANY_REQUESTS').length).toBeGreaterThanOrEqual(burst - 1);
  });

  it('over a socket runs eight calls at once, and the socket is not read meanwhile', async () => {
    const { token } = await makeAccount(generous, 'checker');
    const [socket, other] = [await open({ token }, generous), await open({}, generous)];
    socket.call('query', 'sessions.list');
    await socket.next();
    const resolve = SessionsService.prototype.resolve;
    let running = 0;
    let most = 0;
    vi.spyOn(SessionsService.prototype, 'resolve').mockImplementation(async function (
      this: SessionsService,
      asked,
      isUse = true,
    ) {
      // On a busy machine, the calls of the previous test may still run, and the socket's own check of its session, which is
      // no call, comes meanwhile.
      if (asked !== token || !isUse) return resolve.call(this, asked, isUse);
      running += 1;
      most = Math.max(most, running);
      try {
        return await resolve.call(this, asked, isUse);
      } finally {
        running -= 1;
      }
    });
    const blocker = new Client({ connectionString: generous.database.url });
    await blocker.connect();
    const calls = 700;
    try {
      await blocker.query('begin; lock table session in access exclusive mode');
      // Far more than the buffers of the connection hold.
      const input = { junk: 'x'.repeat(LIMITS.bodyBytes / 2) };
      for (let i = 0; i < calls; i += 1) socket.call('query', 'sessions.list', input);
      // Several times the turns of the event loop in which everything would be read.
      for (let turn = 0; turn < 2_000; turn += 1) {
        other.send('PING');
        await other.next();
      }
      expect(socket.client.bufferedAmount).toBeGreaterThan(1_000_000);
      expect(running).toBeLessThanOrEqual(LIMITS.socketCalls);
    } finally {
      await blocker.query('rollback');
      await blocker.end();
    }
    for (let i = 0; i < calls; i += 1) expect((await socket.next()).error.data.code).toBe('BAD_REQUEST');
    expect(most).toBe(LIMITS.socketCalls);
    socket.call('query', 'sessions.list');
    expect((await socket.next()).result.type).toBe('data');
  });
});

it('after a refused call, a socket waits with the messages that have already arrived', async () => {
  const [socket, other] = [await open({}, generous), await open({}, generous)];
  const start = performance.now();
  for (let i = 0; i < 300; i += 1) socket.call('subscription', 'market.live', { kind: 'item' });
  const refusals = { count: 0 };
  const next = async () => {
    if ((await socket.next()).error) refusals.count += 1;
  };
  while (refusals.count === 0) await next();
  for (let turn = 0; turn < 100; turn += 1) {
    other.send('PING');
    await other.next();
  }
  while (socket.waiting > 0) await next();
  // One a second.
  expect(refusals.count).toBeLessThanOrEqual(2 + (performance.now() - start) / 1000);
});

it('while a limit is reached, calls are refused before anything reads them, in the shape of their transport', async () => {
  const address = '203.0.113.6';
  const dead = (index: number) => ({ ...from(address), authorization: `Bearer guess-${index}` });
  await statuses(LIMITS.unknownTokens + 1, (i) => call(server, 'GET', '/auth/profile', { headers: dead(i) }));
  const lines = server.log.lines.length;
  const get = (path: string) => fetch(`${server.url}${path}`, { headers: dead(0) });
  const [rest, trpc] = await Promise.all([
    get('/api/items'),
    get('/trpc/items.list,items.list?batch=1&input='),
  ]);
  for (const response of [rest, trpc]) {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  expect(await rest.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', request_id: expect.any(String) });
  expect(await trpc.json()).toMatchObject({
    error: { data: { code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) } },
  });
  expect(server.log.lines.length).toBe(lines);
  for (const path of ['/', '/healthz']) expect((await get(path)).status).not.toBe(429);
  for (const headers of [from(address), from('203.0.113.7')])
    expect((await call(server, 'GET', '/items', { headers })).status).toBe(200);
});

describe('a flood of requests that reach no call, or need an account', () => {
  const { reads, unknownTokens } = LIMITS;
  const most = reads.perMinute / 60 + reads.burst;
  const addresses: string[] = [];
  /** A visitor of its own for each test. */
  const addressOf = (what: string) => `198.51.100.${addresses.push(what)}`;
  const linesFrom = (address: string) => server.log.lines.filter(({ ip }) => ip === address).length;
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };

  it.each<[what: string, path: string, status: number, most: number, init?: RequestInit]>([
    ['without a session', '/api/auth/profile', 401, most],
    ['over tRPC without a session', '/trpc/auth.profile', 401, most],
    ['with an unreadable body', '/api/auth/login', 400, most, body],
    ['over tRPC with an unreadable body', '/trpc/auth.login', 400, most, body],
    ['to an unknown path', '/api/no/such/path', 404, most],
    ['to an unknown procedure', '/trpc/no.such', 404, most],
    ['with an unknown method', '/api/items', 405, most, { method: 'PUT' }],
    ['to the commands of Discord, which are off', '/discord/interactions', 404, unknownTokens],
  ])('%s is refused, and its log lines are limited', async (what, path, status, allowed, init = {}) => {
    const address = addressOf(what);
    stopLimitClock();
    const found = await statuses(allowed + 100, () =>
      fetch(`${server.url}${path}`, { ...init, headers: { ...init.headers, ...from(address) } }),
    );
    expect([found[0], found.at(-1), new Set(found).size]).toEqual([status, 429, 2]);
    expect(linesFrom(address)).toBeGreaterThan(0);
    // A group is on its way when the limit is reached.
    expect(linesFrom(address)).toBeLessThanOrEqual(allowed + GROUP);
  });

  it('of a browser that asks whether it may call has a limited number of log lines', async () => {
    const address = addressOf('a preflight');
    stopLimitClock();
    const ask = () => fetch(`${server.url}/api/items`, { method: 'OPTIONS', headers: from(address) });
    expect(new Set(await statuses(most + 100, ask))).toEqual(new Set([204]));
    await expect.poll(() => linesFrom(address)).toBe(most);
  });
});

it('a flood of clients at the live log that leave before they log in is refused by address', async () => {
  const address = '203.0.113.8';
  const url = `${server.url}/socket.io/?EIO=4&transport=polling`;
  stopLimitClock();
  const most = LIMITS.reads.perMinute / 60 + LIMITS.reads.burst;
  const found: number[] = [];
  while (found.length <= most) {
    const response = await fetch(url, { headers: from(address) });
    found.push(response.status);
    if (response.status !== 200) break;
    const { sid } = JSON.parse((await response.text()).slice(1));
    await fetch(`${url}&sid=${sid}`, { method: 'POST', body: '1', headers: from(address) });
  }
  expect([found.length, found.at(-1)]).toEqual([most + 1, 429]);
});

describe('a flood of dead tokens', () => {
  const profile = (token: string, address: string) =>
    call(server, 'GET', '/auth/profile', { token, headers: from(address) });

  it('is refused by address before the lookup, and sessions in use continue', async () => {
    const [hostile, elsewhere] = ['203.0.113.1', '203.0.113.2'];
    const { token } = await makeAccount(server);
    expect((await profile(token, hostile)).status).toBe(200);
    const found = await statuses(LIMITS.unknownTokens + 40, (i) => profile(`guess-${i}`, hostile));
    expect(tally(found)).toEqual({ 401: LIMITS.unknownTokens, 429: 40 });
    const lookups = vi.spyOn(SessionsService.prototype, 'resolve');
    const refused = await profile('another-guess', hostile);
    expect([refused.status, lookups.mock.calls.length]).toEqual([429, 0]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await profile(token, hostile)).status).toBe(200);
    expect((await profile('another-guess', elsewhere)).status).toBe(401);
    const unused = await makeAccount(server);
    expect((await profile(unused.token, elsewhere)).status).toBe(200);
  });

  it('over sockets shares that limit', async () => {
    const address = '203.0.113.3';
    await statuses(LIMITS.unknownTokens, (i) => profile(`guess-${i}`, address));
    const socket = await open({ token: 'one-more-guess', options: { headers: from(address) } });
    socket.call('query', 'sessions.list');
    expect((await socket.next()).error.data.code).toBe('TOO_MANY_REQUESTS');
  });

  it('does not revive a session that ended', async () => {
    const { token } = await makeAccount(server);
    expect(await isAlive(server, token)).toBe(true);
    expect((await call(server, 'POST', '/auth/logout', { token, body: {} })).status).toBe(200);
    expect(await isAlive(server, token)).toBe(false);
  });
});

it.each([
  [
    'validate-reset-token',
    () => call(server, 'GET', '/email/validate-reset-token/guess', { headers: from('203.0.113.4') }),
  ],
  [
    'verify-2fa',
    () =>
      call(server, 'POST', '/auth/verify-2fa', {
        headers: { ...from('203.0.113.5'), authorization: 'Pending guess', 'x-totp-token': '123456' },
      }),
  ],
])('a flood of %s is limited like public reads', async (_what, request) => {
  expect(await statuses(50, request)).not.toContain(429);
  stopLimitClock();
  expect(await statuses(LIMITS.reads.burst + 30, request)).toContain(429);
});
