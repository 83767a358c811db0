import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestPostgres, urlOf } from '../src/testing/servers/postgres.ts';
import { ServerProcess } from './server-process.ts';

const SAMPLES = Number(process.env.BENCH_SAMPLES ?? 300);
/** Asked in turn, so that no row is hotter on one side than on the other. */
const NAMES = 20;
const WARM_UP = 20;
const MAIN = path.join(import.meta.dirname, '../src/main.ts');
const PASSWORD = 'a password for figures';

type Side = 'known' | 'unknown';
const SIDES: readonly Side[] = ['known', 'unknown'];

const CALLS = {
  'reset request': { path: '/email/request-password-reset', body: {}, status: 200 },
  'sign-in': { path: '/auth/login', body: { password: 'not the password' }, status: 401 },
};
type Call = keyof typeof CALLS;
const NAMED = Object.keys(CALLS) as Call[];

async function post(url: string, route: string, body: object, status: number): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/api${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  const ms = performance.now() - start;
  if (response.status !== status) throw new Error(`${route}: ${response.status}`);
  return ms;
}

async function register(url: string): Promise<void> {
  for (let index = 0; index < NAMES; index += 1) {
    const username = `known_${index}`;
    await post(
      url,
      '/auth/register',
      { username, email: `${username}@example.org`, password: PASSWORD },
      200,
    );
  }
}

/** The milliseconds of every call; each round makes them all in an order drawn anew, so that drifts hit both sides. */
async function measure(url: string): Promise<Record<Call, Record<Side, number[]>>> {
  const times = {
    'reset request': { known: [] as number[], unknown: [] as number[] },
    'sign-in': { known: [] as number[], unknown: [] as number[] },
  };
  const calls = NAMED.flatMap((call) => SIDES.map((side) => ({ call, side })));
  for (let round = -WARM_UP; round < SAMPLES; round += 1) {
    const drawn = calls.map((one) => ({ ...one, at: Math.random() })).toSorted((a, b) => a.at - b.at);
    for (const { call, side } of drawn) {
      const { path: route, body, status } = CALLS[call];
      const username = `${side}_${Math.abs(round) % NAMES}`;
      const ms = await post(url, route, { username, ...body }, status);
      if (round >= 0) times[call][side].push(ms);
    }
  }
  return times;
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function distribution(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p90: quantile(sorted, 0.9), p99: quantile(sorted, 0.99) };
}

function rows(call: Call, { known, unknown }: Record<Side, number[]>) {
  const [of, against] = [distribution(known), distribution(unknown)];
  const ratio = { p50: against.p50 / of.p50, p90: against.p90 / of.p90, p99: against.p99 / of.p99 };
  const row = (name: string, { p50, p90, p99 }: typeof of) => ({
    call,
    name,
    p50: p50.toFixed(2),
    p90: p90.toFixed(2),
    p99: p99.toFixed(2),
  });
  return [row('known, ms', of), row('unknown, ms', against), row('unknown / known', ratio)];
}

/** How long a reset request and a failed sign-in take for a name that there is and for one that there is not. */
export async function benchResetTiming(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketdex-bench-'));
  const { postgres, stop } = await startTestPostgres();
  const settings = {
    DATABASE_URL: urlOf(postgres.url, postgres.template),
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
  };
  console.info(`known and unknown names, ${SAMPLES} calls of each kind in turn, one at a time`);
  try {
    const server = await ServerProcess.start(MAIN, settings, '/readyz');
    try {
      await register(server.url);
      const times = await measure(server.url);
      console.table(NAMED.flatMap((call) => rows(call, times[call])));
    } finally {
      await server.stop();
    }
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
