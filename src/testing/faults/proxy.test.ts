import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { byApplication, loseCommit } from './postgres-wire.ts';
import { FaultProxy } from './proxy.ts';

describe('in front of an echo server', () => {
  let server: Server;
  let proxy: FaultProxy;
  let port: number;

  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
    proxy = await FaultProxy.start(`redis://127.0.0.1:${port}`, { seed: 1 });
  });

  afterEach(async () => {
    await proxy.stop();
    server.close();
  });

  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const ask = async (socket: Socket, text: string): Promise<string> => {
    const answer = once(socket, 'data');
    socket.write(text);
    return String((await answer)[0]);
  };
  const errorOf = async (socket: Socket) => (await once(socket, 'error'))[0] as NodeJS.ErrnoException;

  test('forwards data and the end in both directions', async () => {
    const socket = await open();
    expect(await ask(socket, 'a')).toBe('a');
    expect(proxy.connections).toBe(1);
    socket.end('b');
    const rest = await socket.toArray();
    expect(Buffer.concat(rest).toString()).toBe('b');
    await expect.poll(() => proxy.connections).toBe(0);
  });

  test('delays every chunk', async () => {
    const socket = await open();
    await ask(socket, 'a');
    proxy.latency(30, 40);
    const since = performance.now();
    expect(await ask(socket, 'b')).toBe('b');
    // To the server and back.
    expect(performance.now() - since).toBeGreaterThanOrEqual(58);
    socket.destroy();
  });

  test('resets existing connections and accepts new ones', async () => {
    const socket = await open();
    await ask(socket, 'a');
    const lost = errorOf(socket);
    proxy.cut();
    expect((await lost).code).toBe('ECONNRESET');
    const next = await open();
    expect(await ask(next, 'b')).toBe('b');
    next.destroy();
  });

  test('half-closes a connection: the client reads the end and can still write', async () => {
    const socket = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    await ask(socket, 'a');
    const ended = once(socket, 'end');
    proxy.halfClose();
    await ended;
    expect(socket.write('b')).toBe(true);
    socket.destroy();
  });

  test('holds data on new and existing connections, and delivers it after healing', async () => {
    const existing = await open();
    await ask(existing, 'a');
    proxy.blackHole();
    const fresh = await open();
    const answers: string[] = [];
    for (const socket of [existing, fresh]) {
      socket.on('data', (data) => answers.push(String(data)));
      socket.write('b');
    }
    // A direct connection gets its response, so by now theirs would have arrived.
    const direct = connect(port, '127.0.0.1');
    expect(await ask(direct, 'c')).toBe('c');
    direct.destroy();
    expect(answers).toEqual([]);
    await proxy.heal();
    await expect.poll(() => answers).toEqual(['b', 'b']);
    existing.destroy();
    fresh.destroy();
  });

  test('refuses connections until it heals', async () => {
    const socket = await open();
    const lost = errorOf(socket);
    await proxy.refuse();
    expect((await lost).code).toBe('ECONNRESET');
    const refused = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    expect((await errorOf(refused)).code).toBe('ECONNREFUSED');
    await proxy.heal();
    const next = await open();
    expect(await ask(next, 'c')).toBe('c');
    next.destroy();
  });

  test('delivers a part of a response, then a reset', async () => {
    const socket = await open();
    await ask(socket, 'a');
    proxy.truncate();
    let received = '';
    socket.on('data', (data) => {
      received += String(data);
    });
    const lost = errorOf(socket);
    socket.write('0123456789');
    expect((await lost).code).toBe('ECONNRESET');
    expect(received.length).toBeLessThan(10);
    expect('0123456789'.startsWith(received)).toBe(true);
  });
});

describe('in front of PostgreSQL', () => {
  let proxy: FaultProxy;

  beforeEach(async () => {
    proxy = await FaultProxy.start(inject('postgres').url, { seed: 1 });
  });
  afterEach(() => proxy.stop());

  const connected = async (application_name: string): Promise<Client> => {
    const client = new Client({ connectionString: proxy.url, application_name });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  test('identifies connections by their application name', async () => {
    const of = byApplication(proxy);
    const [feed, reads] = await Promise.all([connected('feed'), connected('reads')]);
    expect([of('feed').length, of('reads').length, of('other').length]).toEqual([1, 1, 0]);
    const ended = new Promise<void>((resolve) => feed.once('end', resolve));
    for (const connection of of('feed')) connection.cut();
    await ended;
    expect(of('feed')).toEqual([]);
    expect((await reads.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await reads.end();
  });

  test.each([
    ['after', 1],
    ['before', 0],
  ] as const)('loses the connection %s the server committed', async (at, rows) => {
    const table = `lost_commit_${at}`;
    const observer = new Client({ connectionString: inject('postgres').url });
    await observer.connect();
    await observer.query(`drop table if exists ${table}`);
    await observer.query(`create table ${table} (id int)`);
    const writer = await connected('writer');
    const lost = loseCommit(proxy, { statement: /insert into lost_commit/, at });
    // Another transaction does not match.
    await writer.query('begin');
    await writer.query('select 1');
    await writer.query('commit');
    await writer.query('begin');
    await writer.query(`insert into ${table} values ($1)`, [1]);
    await expect(writer.query('commit')).rejects.toThrow();
    await lost;
    await expect
      .poll(
        async () =>
          (await observer.query(`select from pg_stat_activity where application_name = 'writer'`)).rowCount,
      )
      .toBe(0);
    expect((await observer.query(`select from ${table}`)).rowCount).toBe(rows);
    await observer.query(`drop table ${table}`);
    await observer.end();
  });
});
