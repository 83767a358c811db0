import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../app.ts';
import { HOUR_MS } from '../../contract/shared/dates.ts';
import { call } from '../clients/rest-client.ts';
import { TestSocket } from '../clients/socket.ts';
import { testServer } from '../run/server.ts';

const server = testServer({
  PUBLIC_URL: 'https://dex.example',
  ALLOWED_HOSTS: 'Other.Example mirror.example',
});
const local = testServer();
const small = testServer({ MAX_CONNECTIONS: '2' });
// Thirty connections for each address.
const narrow = testServer({ RATE_LIMIT_FACTOR: '0.01' });
const proxied = testServer({ RATE_LIMIT_FACTOR: '0.01', TRUSTED_PROXIES: 'loopback' });

/** The status of a request with this host header. */
const statusFor = (at: { url: string }, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = get(`${at.url}/healthz`, { headers: { host }, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    request.once('error', reject);
  });

const socketFor = async (at: { url: string }, host: string): Promise<string> => {
  try {
    const socket = await TestSocket.open(at, { options: { headers: { host }, origin: `http://${host}` } });
    await socket.close();
    return 'open';
  } catch (error) {
    return String(error).replace(/.*: /, '');
  }
};

describe('DNS rebinding: a foreign name that resolves to this server', () => {
  it.each([
    'evil.example',
    'evil.example:3000',
    'dex.example.evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ])('%s is refused over HTTP and sockets, with and without PUBLIC_URL', async (host) => {
    for (const at of [server, local]) {
      expect(await statusFor(at, host)).toBe(421);
      expect(await socketFor(at, host)).toBe('421');
    }
  });

  it('gets a reason, and no response of a procedure', async () => {
    const response = await new Promise<string>((resolve, reject) => {
      get(`${server.url}/api/items`, { headers: { host: 'evil.example' } }, (found) => {
        text(found).then(resolve, reject);
      }).once('error', reject);
    });
    expect(JSON.parse(response)).toMatchObject({
      code: 'MISDIRECTED_REQUEST',
      error: 'This host name is not served here. ALLOWED_HOSTS lists additional names.',
    });
  });

  it.each(['DEX.example', 'dex.example:8443', 'dex.example.', 'other.example', 'mirror.example'])(
    'the configured name %s is served',
    async (host) => {
      expect(await statusFor(server, host)).toBe(200);
      expect(await socketFor(server, host.toLowerCase())).toBe('open');
    },
  );

  it.each([
    'localhost:3000',
    '192.168.1.20:3000',
    '[::1]:3000',
    'market.localhost',
    'web1:3000',
    'my-computer',
  ])('%s is served without a setting: no foreign page can have it', async (host) => {
    for (const at of [server, local]) expect(await statusFor(at, host)).toBe(200);
    expect(await socketFor(local, host)).toBe('open');
  });
});

/** A raw request for a WebSocket, by a client that then need not follow the protocol. */
const upgradeOf = (target: string) =>
  [
    `GET ${target} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');

/** A control frame of a client with as much data as it may have. */
const controlFrame = (opcode: number) =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | 125]), Buffer.alloc(4 + 125)]);
/** Pings, which the server has to answer, and the pongs that it expects from a living client. */
const PINGS = Buffer.concat([...Array(500).fill(controlFrame(0x9)), controlFrame(0xa)]);
/** More than the buffers of a connection hold. */
const MANY_PINGS = Buffer.concat(Array(160).fill(PINGS));

describe('a client that sends pings without reading the responses', () => {
  // No other limit cuts it during the test.
  const clientLimits = {
    headersMs: HOUR_MS,
    requestMs: HOUR_MS,
    readMs: HOUR_MS,
    checkMs: HOUR_MS,
    loginMs: HOUR_MS,
  };
  let port: string;
  let app: App;
  beforeAll(async () => {
    app = createApp({ runtime: local.runtime, clientLimits });
    ({ port } = new URL(await app.listen(0, '127.0.0.1')));
  });
  afterAll(() => app.close());

  it.each(['/trpc', '/socket.io/?EIO=4&transport=websocket'])('is cut at %s', async (target) => {
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.write(upgradeOf(target));
    await once(socket, 'readable');
    socket.write(MANY_PINGS);
    await closed;
  });
});

describe('a slow client', () => {
  let app: App;
  let url: string;
  beforeAll(async () => {
    app = createApp({
      runtime: local.runtime,
      clientLimits: { headersMs: 300, requestMs: 600, readMs: 500, checkMs: 100, loginMs: 300 },
    });
    url = await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  async function open(): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }

  it('that sends nothing is closed', async () => {
    expect(await text(await open())).toBe('');
  });

  it.each([
    ['its headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'its body',
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"user',
    ],
  ])('that does not finish %s is refused', async (_what, start) => {
    const socket = await open();
    socket.write(start);
    expect((await text(socket)).split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout');
  });

  it('that neither logs in at the live log nor closes its socket is cut', async () => {
    const socket = await open();
    socket.write(upgradeOf('/socket.io/?EIO=4&transport=websocket'));
    // Does not answer what the server sends, such as a close frame.
    await once(socket.resume(), 'close');
  });

  it('that does not read its response is closed', async () => {
    const connections = promisify(app.server.getConnections.bind(app.server));
    const before = await connections();
    const socket = await open();
    // More than the buffers of a connection hold, and as many as it may have.
    socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(32));
    await once(socket, 'readable');
    expect(await connections()).toBe(before + 1);
    await expect.poll(() => connections()).toBe(before);
    socket.destroy();
  });

  it('that does not wait for its responses is closed', async () => {
    const socket = await open();
    const answered = text(socket);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500));
    // What was answered by then may have arrived.
    expect((await answered.catch(() => '')).split('200 OK').length).toBeLessThan(500);
    expect(local.log.lines.map(({ msg }) => msg)).toContain(
      'a connection with too many requests at once was closed',
    );
  });

  it('does not affect a connection that waits for its next request', async () => {
    const socket = await open();
    const [silent, data] = [await open(), once(socket, 'data')];
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await data;
    // Longer than the limits.
    await text(silent);
    const again = text(socket);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await again).toContain('200 OK');
  });
});

it('connections over the maximum are closed, and the maximum is logged', async () => {
  const kept: Socket[] = [];
  for (let i = 0; i < 2; i += 1) {
    const socket = connect(Number(new URL(small.url).port), '127.0.0.1');
    await once(socket, 'connect');
    kept.push(socket);
  }
  // The kernel accepts it before the process does.
  const surplus = connect(Number(new URL(small.url).port), '127.0.0.1');
  await once(surplus, 'close');
  expect(
    small.log.lines.filter(({ msg }) => msg === 'too many connections: new ones are closed'),
  ).toHaveLength(1);
  const closed = kept.map((socket) => once(socket, 'close'));
  for (const socket of kept) socket.destroy();
  await Promise.all(closed);
  await expect
    .poll(() =>
      call(small, 'GET', '/legal').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .not.toBe(0);
});

describe('one address', () => {
  const opened = async (at: { url: string }, lines: string[] = []): Promise<Socket> => {
    const socket = connect(Number(new URL(at.url).port), '127.0.0.1');
    await once(socket, 'connect');
    if (lines.length > 0) socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  };
  const alive = (forwarded?: string) => [
    'GET /healthz HTTP/1.1',
    'Host: localhost',
    ...(forwarded === undefined ? [] : [`X-Forwarded-For: ${forwarded}`]),
    'Connection: close',
  ];
  const statusOf = (response: string) => Number(response.split(' ')[1]);
  const end = async (sockets: Socket[]) => {
    const closed = sockets.map((socket) => once(socket, 'close'));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  };

  it('has a limited number of connections; further ones answer 429, and end', async () => {
    const kept = await Promise.all(Array.from({ length: 30 }, () => opened(narrow)));
    const refused = await text(await opened(narrow, alive()));
    expect(statusOf(refused)).toBe(429);
    expect(refused).toContain('Retry-After: 5');
    expect(refused).toContain('"error":"Too many connections."');
    // One that sends nothing is closed sooner than others.
    await once((await opened(narrow)).resume(), 'close');
    await expect(TestSocket.open(narrow, { options: { headers: { host: 'localhost' } } })).rejects.toThrow(
      '429',
    );
    await end(kept);
    await expect.poll(async () => statusOf(await text(await opened(narrow, alive())))).toBe(200);
  });

  it('behind a proxy has a limited number of requests in progress, and others are served', async () => {
    const unfinished = [
      'POST /api/auth/login HTTP/1.1',
      'Host: localhost',
      'X-Forwarded-For: 203.0.113.1',
      'Content-Type: application/json',
      'Content-Length: 50',
    ];
    const kept = await Promise.all(Array.from({ length: 31 }, () => opened(proxied, unfinished)));
    const status = async (forwarded: string) => statusOf(await text(await opened(proxied, alive(forwarded))));
    await expect.poll(() => status('203.0.113.1')).toBe(429);
    expect(await status('203.0.113.2')).toBe(200);
    await end(kept);
    await expect.poll(() => status('203.0.113.1')).toBe(200);
  });
});
