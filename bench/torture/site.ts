import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { freePort } from '../../src/lib/free-port.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { prepareDatabase } from '../../src/runtime/prepare.ts';
import { createRuntime, disconnect } from '../../src/runtime/runtime.ts';
import { type PostgresServer, startPostgresServer } from '../../src/testing/faults/postgres-server.ts';
import { FaultProxy } from '../../src/testing/faults/proxy.ts';
import type { RunningProcess } from '../../src/testing/faults/running-process.ts';
import { startServerProcess } from '../../src/testing/processes/server-process.ts';
import { startWorkerProcess } from '../../src/testing/processes/worker-process.ts';
import { startMailServer, type TestMailServer } from '../../src/testing/servers/mail-server.ts';
import { startRedis, type TestRedis } from '../../src/testing/servers/redis-server.ts';
import { makeCast } from './cast.ts';
import type { Cast } from './load.ts';

/** Room for both servers, both workers and the audit. */
const SETTINGS = ['max_connections=200', 'fsync=off', 'checkpoint_timeout=30min'];
const SECRET = 'a secret for torture, at least 32 characters long';
/** Under load; an idle one has a second. */
const END_MS = 20_000;

export interface EndedByItself {
  name: string;
  lines: string[];
}

/** A server or a worker that is started again whenever it has ended. */
export class Slot {
  readonly name: string;
  readonly #start: () => Promise<{ process: RunningProcess }>;
  readonly #onEnd: (ended: EndedByItself) => void;
  #process: RunningProcess | undefined;
  #meant = false;

  constructor(
    name: string,
    start: () => Promise<{ process: RunningProcess }>,
    onEnd: (ended: EndedByItself) => void,
  ) {
    this.name = name;
    this.#start = start;
    this.#onEnd = onEnd;
  }

  get process(): RunningProcess {
    if (!this.#process) throw new Error(`${this.name} was never started.`);
    return this.#process;
  }

  async start(): Promise<void> {
    const { process } = await this.#start();
    this.#process = process;
    this.#meant = false;
    void process.exited.then(({ code, signal }) => {
      if (this.#meant) return;
      this.#onEnd({ name: `${this.name} (${code ?? signal})`, lines: process.lastLines(15) });
    });
  }

  /** True when it has ended and nobody asked for that. */
  get isGone(): boolean {
    return this.process.exit !== null && !this.#meant;
  }

  async kill(): Promise<void> {
    this.#meant = true;
    await this.process.kill();
  }

  /** Ends it as an operator would; milliseconds that took. @throws Error when it does not end. */
  async end(): Promise<{ ms: number; code: number | null }> {
    this.#meant = true;
    const since = performance.now();
    const { code } = await this.process.end(END_MS);
    return { ms: performance.now() - since, code };
  }
}

/** Two servers, two workers and all they need, each reached through a proxy. */
export interface Site {
  /** Past the proxy. */
  databaseUrl: string;
  redisUrl: string;
  postgres: PostgresServer;
  redis: TestRedis;
  mail: TestMailServer;
  proxies: { postgres: FaultProxy; redis: FaultProxy; smtp: FaultProxy };
  urls: string[];
  webs: Slot[];
  workers: Slot[];
  cast: Cast;
  names: string[];
  endedByThemselves: EndedByItself[];
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
  const { cast, names } = await prepare(postgres.url, directory);

  const settings = {
    REDIS_URL: toRedis.url,
    SMTP_URL: toSmtp.url,
    APP_SECRET: SECRET,
    LOG_LEVEL: 'info',
    // Few, so that one that is lost for good is missed.
    DATABASE_POOL: '5',
    DATABASE_READ_POOL: '4',
  };
  const endedByThemselves: EndedByItself[] = [];
  const onEnd = (ended: EndedByItself) => endedByThemselves.push(ended);
  const ports = [await freePort(), await freePort()];
  const webs = ports.map(
    (port, index) =>
      new Slot(
        `web ${index + 1}`,
        () => startServerProcess(toPostgres.url, { ...settings, PORT: String(port) }),
        onEnd,
      ),
  );
  const workers = [1, 2].map(
    (index) => new Slot(`worker ${index}`, () => startWorkerProcess(toPostgres.url, settings), onEnd),
  );
  for (const slot of [...webs, ...workers]) await slot.start();
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
    cast,
    names,
    endedByThemselves,
    stop: async () => {
      await Promise.all([toPostgres.stop(), toRedis.stop(), toSmtp.stop()]);
      await Promise.all([postgres.stop(), redis.stop(), mail.stop()]);
    },
  };
}

/** Makes the tables and the people of the load. */
async function prepare(databaseUrl: string, dataDir: string): Promise<{ cast: Cast; names: string[] }> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, APP_SECRET: SECRET });
  const runtime = await createRuntime({ config, databaseUrl, logger: createLogger('error') });
  try {
    await prepareDatabase(runtime);
    return await makeCast(runtime);
  } finally {
    runtime.limits.close();
    await disconnect(runtime);
  }
}
