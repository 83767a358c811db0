import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../src/lib/process/free-port.ts';
import { prepareDatabase } from '../../src/runtime/prepare.ts';
import { type PostgresServer, startPostgresServer } from '../../src/testing/faults/postgres-server.ts';
import { FaultProxy } from '../../src/testing/faults/proxy.ts';
import type { RunningProcess } from '../../src/testing/faults/running-process.ts';
import { startProgram } from '../../src/testing/processes/programs.ts';
import { startServerProcess } from '../../src/testing/processes/server-process.ts';
import { startMailServer, type TestMailServer } from '../../src/testing/servers/mail-server.ts';
import { startRedis, type TestRedis } from '../../src/testing/servers/redis-server.ts';
import { withRuntime } from '../kit/database.ts';
import type { LoadAccounts } from './load.ts';
import { createLoadAccounts } from './load-accounts.ts';

/** Enough connections for both servers, both workers and the audit. */
const SETTINGS = ['max_connections=200', 'fsync=off', 'checkpoint_timeout=30min'];
const SECRET = 'a secret for torture, at least 32 characters long';
/** The time limit for an exit under load. */
const END_MS = 20_000;

export interface UnexpectedExit {
  name: string;
  lines: string[];
}

/** A server or worker process that can be restarted. Reports exits that were not requested. */
export class ManagedProcess {
  readonly name: string;
  readonly #start: () => Promise<{ process: RunningProcess }>;
  readonly #onExit: (exit: UnexpectedExit) => void;
  #process: RunningProcess | undefined;
  #exitRequested = false;

  constructor(
    name: string,
    start: () => Promise<{ process: RunningProcess }>,
    onExit: (exit: UnexpectedExit) => void,
  ) {
    this.name = name;
    this.#start = start;
    this.#onExit = onExit;
  }

  get process(): RunningProcess {
    if (!this.#process) throw new Error(`${this.name} was never started.`);
    return this.#process;
  }

  async start(): Promise<void> {
    const { process } = await this.#start();
    this.#process = process;
    this.#exitRequested = false;
    void process.exited.then(({ code, signal }) => {
      if (this.#exitRequested) return;
      this.#onExit({ name: `${this.name} (${code ?? signal})`, lines: process.lastLines(15) });
    });
  }

  /** True when the process exited without a request. */
  get isGone(): boolean {
    return this.process.exit !== null && !this.#exitRequested;
  }

  async kill(): Promise<void> {
    this.#exitRequested = true;
    await this.process.kill();
  }

  /** Sends SIGTERM and waits for the exit. @returns the milliseconds that took @throws Error when it does not exit */
  async end(): Promise<{ ms: number; code: number | null }> {
    this.#exitRequested = true;
    const since = performance.now();
    const { code } = await this.process.end(END_MS);
    return { ms: performance.now() - since, code };
  }
}

/** Two servers, two workers and their services, which they reach through proxies. */
export interface Site {
  /** Bypasses the proxy. */
  databaseUrl: string;
  redisUrl: string;
  postgres: PostgresServer;
  redis: TestRedis;
  mail: TestMailServer;
  proxies: { postgres: FaultProxy; redis: FaultProxy; smtp: FaultProxy };
  urls: string[];
  webs: ManagedProcess[];
  workers: ManagedProcess[];
  accounts: LoadAccounts;
  names: string[];
  unexpectedExits: UnexpectedExit[];
  stop(): Promise<void>;
}

export async function startSite(seed: number): Promise<Site> {
  const directory = await mkdtemp(path.join(tmpdir(), 'marketdex-torture-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  const [postgres, redis, mail] = await Promise.all([
    startPostgresServer(directory, SETTINGS),
    startRedis({ keeps: true }),
    startMailServer(),
  ]);
  const [toPostgres, toRedis, toSmtp] = await Promise.all(
    [postgres.url, redis.url, mail.url].map((url, index) => FaultProxy.start(url, { seed: seed + index })),
  );
  if (!toPostgres || !toRedis || !toSmtp) throw new Error('The proxies did not start.');
  const database = { DATABASE_URL: postgres.url, DATA_DIR: directory, APP_SECRET: SECRET };
  const { accounts, names } = await withRuntime(database, async (runtime) => {
    await prepareDatabase(runtime);
    return createLoadAccounts(runtime);
  });

  const settings = {
    REDIS_URL: toRedis.url,
    SMTP_URL: toSmtp.url,
    APP_SECRET: SECRET,
    LOG_LEVEL: 'info',
    // Small pools, so that leaked connections have an effect.
    DATABASE_POOL: '5',
    DATABASE_READ_POOL: '4',
  };
  const unexpectedExits: UnexpectedExit[] = [];
  const onExit = (exit: UnexpectedExit) => unexpectedExits.push(exit);
  const ports = [await freePort(), await freePort()];
  const webs = ports.map(
    (port, index) =>
      new ManagedProcess(
        `web ${index + 1}`,
        () => startServerProcess(toPostgres.url, { ...settings, PORT: String(port) }),
        onExit,
      ),
  );
  const workers = [1, 2].map(
    (index) =>
      new ManagedProcess(`worker ${index}`, () => startProgram('worker', toPostgres.url, settings), onExit),
  );
  for (const managed of [...webs, ...workers]) await managed.start();
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    postgres,
    redis,
    mail,
    proxies: { postgres: toPostgres, redis: toRedis, smtp: toSmtp },
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    webs,
    workers,
    accounts,
    names,
    unexpectedExits,
    stop: async () => {
      await Promise.all([toPostgres.stop(), toRedis.stop(), toSmtp.stop()]);
      await Promise.all([postgres.stop(), redis.stop(), mail.stop()]);
    },
  };
}
