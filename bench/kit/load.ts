import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

const run = promisify(execFile);

export const CONNECTIONS = 32;
/** Threads of the load generator: one is slower than the fastest servers. */
const THREADS = 2;

export interface Load {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The status that every response must have. */
  status: number;
}

export interface Loaded {
  requests: number;
  perSecond: number;
  p99Ms: number;
}

const UNITS_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000 };

const found = (text: string, pattern: RegExp): string[] => {
  const match = pattern.exec(text);
  if (!match) throw new Error(`wrk printed no ${pattern}:\n${text}`);
  return match.slice(1);
};

/** Whether `wrk` is installed: it needs a fraction of the processor that autocannon needs. */
const hasWrk = run('wrk', ['--version']).then(
  () => true,
  // It prints its version and exits with 1.
  ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
);

async function withWrk({ url, headers }: Load, seconds: number): Promise<Loaded> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('wrk', [
    ...[`-t${THREADS}`, `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '--timeout', '10s'],
    ...given,
    url,
  ]);
  if (/Socket errors|Non-2xx/.test(stdout)) throw new Error(`Unexpected responses from ${url}:\n${stdout}`);
  const [time = '', unit = ''] = found(stdout, /99%\s+([\d.]+)(us|ms|s)/);
  return {
    requests: Number(found(stdout, /(\d+) requests in/)[0]),
    perSecond: Number(found(stdout, /Requests\/sec:\s+([\d.]+)/)[0]),
    p99Ms: Number(time) * (UNITS_MS[unit] ?? 1),
  };
}

async function withAutocannon({ url, headers }: Load, seconds: number): Promise<Loaded> {
  const { requests, latency, errors, non2xx, ...rest } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    workers: THREADS,
  });
  const refused = rest['4xx'] + rest['5xx'];
  if (errors || refused)
    throw new Error(`${url}: ${refused + non2xx} unexpected responses, ${errors} errors`);
  return { requests: requests.total, perSecond: requests.average, p99Ms: latency.p99 };
}

/**
 * Sends as many requests as the server answers, over 32 connections, with `wrk` where it is installed.
 *
 * @throws Error when the server responds with another status
 */
export async function load(one: Load, seconds: number): Promise<Loaded> {
  const { status } = await fetch(one.url, { headers: one.headers });
  if (status !== one.status) throw new Error(`${one.url} responds with ${status} instead of ${one.status}`);
  return (await hasWrk) ? withWrk(one, seconds) : withAutocannon(one, seconds);
}
