import { administer } from '../../src/testing/servers/postgres.ts';
import { withDatabase } from '../kit/database.ts';
import { quantile } from '../kit/figures.ts';
import { withWebProcess } from '../kit/server-process.ts';

const SAMPLES = Number(process.env.BENCH_SAMPLES ?? 300);
/** Used in rotation, so that no row is cached better on one side, and no address gets all its emails of a day. */
const NAMES = 80;
const WARM_UP = 20;
const PASSWORD = 'a password for benchmarks';

type Side = 'known' | 'unknown';
const SIDES: readonly Side[] = ['known', 'unknown'];

const CALLS = {
  'reset request': { path: '/email/request-password-reset', body: {}, status: 200 },
  'sign-in': { path: '/auth/login', body: { password: 'not the password' }, status: 401 },
  registration: { path: '/auth/register', body: { password: PASSWORD }, status: 200 },
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

/** Accounts of which the address is confirmed. */
async function register(url: string, databaseUrl: string): Promise<void> {
  for (let index = 0; index < NAMES; index += 1) {
    const username = `known_${index}`;
    await post(
      url,
      '/auth/register',
      { username, email: `${username}@example.org`, password: PASSWORD },
      200,
    );
  }
  await administer(databaseUrl, 'update account set email_confirmed_at = now()');
}

/** The milliseconds of every call. Each round uses a new random order, so that drift affects both sides equally. */
async function measure(url: string): Promise<Record<Call, Record<Side, number[]>>> {
  const times = {
    'reset request': { known: [] as number[], unknown: [] as number[] },
    'sign-in': { known: [] as number[], unknown: [] as number[] },
    registration: { known: [] as number[], unknown: [] as number[] },
  };
  const calls = NAMED.flatMap((call) => SIDES.map((side) => ({ call, side })));
  for (let round = -WARM_UP; round < SAMPLES; round += 1) {
    const shuffled = calls.map((one) => ({ ...one, at: Math.random() })).toSorted((a, b) => a.at - b.at);
    for (const { call, side } of shuffled) {
      const { path: route, body, status } = CALLS[call];
      const name = `${side}_${Math.abs(round) % NAMES}`;
      // Registrations need a new name; only their address may be known.
      const who =
        call === 'registration'
          ? { username: `new_${side}_${round + WARM_UP}`, email: `${name}@example.org` }
          : { username: name };
      const ms = await post(url, route, { ...who, ...body }, status);
      if (round >= 0) times[call][side].push(ms);
    }
  }
  return times;
}

const distribution = (times: readonly number[]) => ({
  p50: quantile(times, 0.5),
  p90: quantile(times, 0.9),
  p99: quantile(times, 0.99),
});

function rows(call: Call, { known, unknown }: Record<Side, number[]>) {
  const [base, other] = [distribution(known), distribution(unknown)];
  const ratio = { p50: other.p50 / base.p50, p90: other.p90 / base.p90, p99: other.p99 / base.p99 };
  const row = (name: string, { p50, p90, p99 }: typeof base) => ({
    call,
    name,
    p50: p50.toFixed(2),
    p90: p90.toFixed(2),
    p99: p99.toFixed(2),
  });
  return [row('known, ms', base), row('unknown, ms', other), row('unknown / known', ratio)];
}

/** Compares the duration of reset requests, failed sign-ins and registrations for known and unknown names or addresses. */
export async function benchResetTiming(): Promise<void> {
  await withDatabase(async (database) => {
    const settings = {
      ...database.settings,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000',
      // Registration hides which addresses are known only on a site with a mail server; nothing has to answer there.
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    console.info(`known and unknown names, ${SAMPLES} sequential calls of each kind in random order`);
    await withWebProcess(settings, async ({ url }) => {
      await register(url, database.url);
      const times = await measure(url);
      console.table(NAMED.flatMap((call) => rows(call, times[call])));
    });
  });
}
