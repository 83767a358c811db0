import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { LogEntry } from '../src/contract/admin/logs.ts';
import { freePort } from '../src/lib/process/free-port.ts';
import { withClient } from '../src/testing/servers/postgres.ts';
import { createAdmin } from './kit/account.ts';
import { withDatabase } from './kit/database.ts';
import { quantile } from './kit/figures.ts';
import { cpuSeconds, memoryMegabytes } from './kit/process-usage.ts';
import { atRate } from './kit/timed-client.ts';

const LINES_A_SECOND = Number(process.env.BENCH_LINES_A_SECOND ?? 2_000);
const SECONDS = 10;
const CALLS_A_SECOND = 50;
const SERVER = path.join(import.meta.dirname, 'baselines/chatty-server.ts');

interface Phase {
  /** Milliseconds of each call. */
  times: number[];
  /** CPU seconds used by the server. */
  cpu: number;
}

/** Makes simple calls at a constant rate. */
async function calls(url: string, token: string, server: ChildProcess): Promise<Phase> {
  const times: number[] = [];
  const before = cpuSeconds(server.pid);
  await atRate(CALLS_A_SECOND, SECONDS, async (_index, due) => {
    const answer = await fetch(`${url}/api/auth/profile`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    times.push(performance.now() - due);
  });
  return { times, cpu: cpuSeconds(server.pid) - before };
}

/** Waits up to 10 s for the lines to be stored. @returns the number of stored lines */
async function storedLines(databaseUrl: string, expected: number): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    let stored = 0;
    for (let tries = 0; tries < 100 && stored < expected; tries += 1) {
      await delay(100);
      const { rows } = await client.query(
        "select count(*)::int as n from log_entry where category = 'discord'",
      );
      stored = rows[0].n;
    }
    return stored;
  });
}

async function setRate(child: ChildProcess, perSecond: number): Promise<number> {
  const answer = once(child, 'message');
  child.send(perSecond);
  const [{ written }] = (await answer) as [{ written: number }];
  return written;
}

/** Measures the server's latency while a Socket.IO client reads a busy log, and when idle in the same run. */
export async function benchLogs(): Promise<void> {
  await withDatabase(async (database) => {
    const settings = {
      ...database.settings,
      PORT: String(await freePort()),
      LOG_LEVEL: 'info',
      RATE_LIMIT_FACTOR: '1000000',
    };
    const url = `http://127.0.0.1:${settings.PORT}`;
    const child = fork(SERVER, {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    try {
      await once(child, 'message');
      const token = await createAdmin(url, settings);
      await calls(url, token, child);
      const idle = await calls(url, token, child);
      const before = Math.round(memoryMegabytes(child.pid));

      const client = io(url, { auth: { token }, transports: ['websocket'] });
      const seen: LogEntry[] = [];
      client.on('log-update', ({ log }: { log: LogEntry }) => seen.push(log));
      await client.emitWithAck('subscribe-logs', 'discord');
      await setRate(child, LINES_A_SECOND);
      const busy = await calls(url, token, child);
      const written = await setRate(child, 0);
      while (Number(seen.at(-1)?.metadata.n) < written) await delay(50);
      const after = Math.round(memoryMegabytes(child.pid));
      client.close();

      const numbers = seen.map(({ metadata }) => Number(metadata.n));
      const lost = (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1 - new Set(numbers).size;
      const stored = await storedLines(settings.DATABASE_URL, written);
      console.info(
        `${LINES_A_SECOND} lines a second for ${SECONDS} s: ${written} written, ${seen.length} received, ${lost} lost between` +
          ` the first and the last, ${stored} stored; server ${before} MB before, ${after} MB after`,
      );
      console.table(
        Object.entries({ idle, busy }).map(([server, { times, cpu }]) => ({
          server,
          'p50 ms': quantile(times, 0.5).toFixed(1),
          'p95 ms': quantile(times, 0.95).toFixed(1),
          'p99 ms': quantile(times, 0.99).toFixed(1),
          'CPU s': cpu.toFixed(1),
        })),
      );
      if (lost > 0) throw new Error('lines were lost');
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });
}
