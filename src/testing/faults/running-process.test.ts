import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { withClient } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis-server.ts';
import { startPostgresServer } from './postgres-server.ts';
import { RunningProcess } from './running-process.ts';

const node = (script: string, ready = /ready/) =>
  RunningProcess.start({ name: 'The program', command: process.execPath, args: ['-e', script], ready });

test('the error of a process that ends before it is ready quotes its output', async () => {
  await expect(node('console.error("no such setting"); process.exit(3)')).rejects.toThrow(
    /The program did not start: it ended\nno such setting/,
  );
});

test('a killed process reports how it ended', async () => {
  const running = await node('console.log("ready"); setInterval(() => {}, 1000)');
  expect(running.exit).toBe(null);
  expect(await running.kill()).toEqual({ code: null, signal: 'SIGKILL' });
  expect(running.exit).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a process that ignores the stop signal is killed, which is an error', async () => {
  const running = await node(
    'process.on("SIGTERM", () => {}); console.log("ready"); setInterval(() => {}, 1000)',
  );
  await expect(running.end(50)).rejects.toThrow(/took longer than 50 ms/);
  expect(running.exit).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a paused Redis does not respond until it is resumed; a killed one keeps its data', async () => {
  const server = await startRedis({ keeps: true });
  const redis = new Redis(server.url, { retryStrategy: () => 20 });
  redis.on('error', () => undefined);
  try {
    await redis.set('key', 'value');
    server.process().pause();
    let answer: string | null = null;
    const asked = redis.get('key').then((value) => {
      answer = value;
    });
    // Meanwhile another process gets a response from another server.
    const other = await startRedis();
    await other.stop();
    expect(answer).toBe(null);
    server.process().resume();
    await asked;
    expect(answer).toBe('value');
    await server.process().kill();
    await server.start();
    expect(await redis.get('key')).toBe('value');
  } finally {
    redis.disconnect();
    await server.stop();
  }
});

test('a PostgreSQL is stopped, killed and started at the same address', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'marketdex-postgres-'));
  const server = await startPostgresServer(directory, ['fsync=off']);
  const query = async (text: string) => {
    return withClient(server.url, async (client) => {
      return (await client.query(text)).rows;
    });
  };
  try {
    await query('create table kept as select 1 as one');
    await server.stop();
    await expect(query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.start();
    await server.kill();
    await server.start();
    expect(await query('select * from kept')).toEqual([{ one: 1 }]);
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
