import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { itemSubmission } from '../accounts/factories.ts';
import { testPort } from '../servers/test-port.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** How long a request may search for an accepting server, like the proxy of the compose file. */
const TRY_MS = 5_000;
/** One request in this many submits a sale; the others read. */
const SUBMITS_EVERY = 10;

export interface Load {
  perSecond: number;
  /** Token of an account that submits. */
  token: string;
  /** Maximum concurrent calls. A stopping server cuts those that it has not served within 10 s. */
  mostCalls: number;
  /** False opens a connection for each request, true keeps connections; with both, the requests alternate. */
  keepAlive: readonly boolean[];
}

export interface RestartReport {
  requests: number;
  /** Number of connections that were refused, or reset before the client had them. */
  refused: number;
  /** Number of reads whose connection ended without a response. */
  lost: number;
  /** Errors of requests without a 200. */
  failures: string[];
  /** Number of acknowledged submissions. */
  submitted: number;
  /** Milliseconds from SIGTERM to the end of the process. */
  stopMs: number[];
}

const isConnectError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect';

/**
 * A client of two servers that retries at the other one as the proxy of the compose file does: when it gets no connection,
 * and reads also when their connection ends. A server cannot see a request that arrives while it closes a connection.
 */
class FailoverClient {
  readonly report: RestartReport = {
    requests: 0,
    refused: 0,
    lost: 0,
    failures: [],
    submitted: 0,
    stopMs: [],
  };
  readonly #agents: readonly Agent[];
  readonly #urls: readonly string[];
  readonly #token: string;

  constructor(urls: readonly string[], { keepAlive, token }: Load) {
    this.#agents = keepAlive.map((keeps) => new Agent({ keepAlive: keeps, maxSockets: 64 }));
    this.#urls = urls;
    this.#token = token;
  }

  async call(index: number): Promise<void> {
    const isSubmission = index % SUBMITS_EVERY === 0;
    this.report.requests += 1;
    try {
      const status = await this.#sendUntilTaken(index, isSubmission);
      if (status !== 200) throw new Error(`status ${status}`);
      if (isSubmission) this.report.submitted += 1;
    } catch (error) {
      this.report.failures.push(`${isSubmission ? 'submission' : 'read'}: ${String(error)}`);
    }
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }

  async #sendUntilTaken(index: number, isSubmission: boolean): Promise<number | undefined> {
    const until = performance.now() + TRY_MS;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#send((index + attempt) % this.#urls.length, index, isSubmission);
      } catch (error) {
        const isUnsent = isConnectError(error);
        if ((isSubmission && !isUnsent) || performance.now() > until) throw error;
        if (isUnsent) this.report.refused += 1;
        else this.report.lost += 1;
      }
    }
  }

  #send(server: number, index: number, isSubmission: boolean): Promise<number | undefined> {
    const path = isSubmission ? '/api/items/submit' : `/api/items?limit=${1 + (index % 50)}`;
    const headers = isSubmission
      ? { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' }
      : {};
    // In rounds, each of which has one submission.
    const agent = this.#agents[Math.floor(index / SUBMITS_EVERY) % this.#agents.length];
    const options = { agent, method: isSubmission ? 'POST' : 'GET', headers };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#urls[server]}${path}`, options, (answer) => {
        text(answer).then(() => resolve(answer.statusCode), reject);
      });
      sent.once('error', reject);
      sent.end(isSubmission ? JSON.stringify(itemSubmission({ price: 1 + index })) : undefined);
    });
  }
}

/** Calls at a steady pace until the work is done; a slow machine gets fewer calls. */
async function underLoad(
  client: FailoverClient,
  { perSecond, mostCalls }: Load,
  work: () => Promise<void>,
): Promise<void> {
  let isDone = false;
  const started = performance.now();
  const working = work().finally(() => {
    isDone = true;
  });
  const calls = new Set<Promise<void>>();
  for (let index = 0; !isDone; index += 1) {
    const wait = started + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    if (calls.size >= mostCalls) await Promise.race(calls);
    // A lagging client must still notice which connections have ended before it uses one.
    await setImmediate();
    const call: Promise<void> = client.call(index).finally(() => calls.delete(call));
    calls.add(call);
  }
  await working;
  await Promise.all(calls);
}

/** Restarts two web processes in turn, on the same ports, while a client calls both. */
export async function restartUnderLoad(
  databaseUrl: string,
  settings: Record<string, string>,
  restarts: number,
  load: Load,
): Promise<RestartReport> {
  const ports = [await testPort(), await testPort()];
  const start = (port: number | undefined) =>
    startServerProcess(databaseUrl, { ...settings, PORT: String(port) });
  const servers: ServerProcess[] = await Promise.all(ports.map(start));
  const client = new FailoverClient(
    servers.map(({ url }) => url),
    load,
  );
  const { report } = client;
  try {
    await underLoad(client, load, async () => {
      for (let restart = 0; restart < restarts; restart += 1) {
        const which = restart % servers.length;
        const since = performance.now();
        const exit = await servers[which]?.stop();
        const ms = Math.round(performance.now() - since);
        report.stopMs.push(ms);
        if (exit !== 0) {
          const lines = servers[which]?.process.lastLines().join('\n');
          throw new Error(`A server ended with ${exit} after ${ms} ms:\n${lines}`);
        }
        servers[which] = await start(ports[which]);
      }
    });
    return report;
  } finally {
    client.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}
