import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Random } from '../../src/modules/demo/random.ts';
import type { FaultProxy } from '../../src/testing/faults/proxy.ts';
import type { ManagedProcess, Site } from './site.ts';

/** The outcome of one injected fault, for the table. */
interface Injected {
  /** The kind of fault, with its target. */
  label: string;
  /** Milliseconds from SIGTERM to the exit of the process. */
  endMs?: number;
  /** The number of terminated connections. */
  terminated?: number;
}

/** Injects a fault and heals it; resolves when everything is running again. */
type Fault = (site: Site, random: Random) => Promise<Injected>;

const lastFor = (random: Random) => delay(1_000 + random.below(1_500));

/** Restarts a server. Its proxy refuses connections meanwhile, as a stopped server would. */
async function restartBehind(proxy: FaultProxy, stop: () => Promise<unknown>, start: () => Promise<unknown>) {
  await stop();
  await proxy.refuse();
  await start();
  await proxy.heal();
}

const networkFault =
  (
    label: string,
    proxy: keyof Site['proxies'],
    fault: (proxy: FaultProxy) => unknown,
    lasts = false,
  ): Fault =>
  async ({ proxies }, random) => {
    await fault(proxies[proxy]);
    if (lasts) await lastFor(random);
    await proxies[proxy].heal();
    return { label };
  };

const processFault =
  (
    label: string,
    group: 'webs' | 'workers',
    fault: (target: ManagedProcess, random: Random) => Promise<Pick<Injected, 'endMs'>>,
  ): Fault =>
  async (site, random) => {
    const ended = await fault(random.pick(site[group]), random);
    return { label, ...ended };
  };

async function killAndStart(target: ManagedProcess) {
  await target.kill();
  await target.start();
  return {};
}

async function endAndStart(target: ManagedProcess) {
  const { ms } = await target.end();
  await target.start();
  return { endMs: ms };
}

async function halt(target: ManagedProcess, random: Random) {
  target.process.pause();
  await lastFor(random);
  target.process.resume();
  return {};
}

/** Terminated connections by application; the application with the fewest is next. */
const terminations = new Map<string, number>();

export const terminatedByApplication = (): ReadonlyMap<string, number> => terminations;

const terminate: Fault = async ({ databaseUrl }) => {
  const client = new Client({ connectionString: databaseUrl, application_name: 'torture' });
  await client.connect();
  try {
    const { rows: applications } = await client.query<{ application: string }>(
      `select distinct application_name as application from pg_stat_activity
       where datname = current_database() and application_name <> 'torture'
         and backend_start < now() - interval '1 second'`,
    );
    for (const { application } of applications)
      terminations.set(application, terminations.get(application) ?? 0);
    const fewest = applications
      .map(({ application }) => application)
      .toSorted((a, b) => (terminations.get(a) ?? 0) - (terminations.get(b) ?? 0) || (a < b ? -1 : 1))[0];
    if (fewest === undefined) return { label: 'terminate', terminated: 0 };
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [fewest],
    );
    terminations.set(fewest, (terminations.get(fewest) ?? 0) + (rowCount ?? 0));
    return { label: `terminate ${fewest}`, terminated: rowCount ?? 0 };
  } finally {
    await client.end();
  }
};

const restartPostgres: Fault = async ({ postgres, proxies }) => {
  await restartBehind(
    proxies.postgres,
    () => postgres.stop(),
    () => postgres.start(),
  );
  return { label: 'pg.restart' };
};

const killPostgres: Fault = async ({ postgres, proxies }) => {
  await restartBehind(
    proxies.postgres,
    () => postgres.kill(),
    () => postgres.start(),
  );
  return { label: 'pg.kill' };
};

const restartRedis =
  (label: string, signal: NodeJS.Signals): Fault =>
  async ({ redis, proxies }) => {
    const stop = async () => {
      redis.process().signal(signal);
      await redis.process().exited;
    };
    await restartBehind(proxies.redis, stop, () => redis.start());
    return { label };
  };

const haltRedis: Fault = async ({ redis }, random) => {
  redis.process().pause();
  await lastFor(random);
  redis.process().resume();
  return { label: 'redis.halt' };
};

const hangMail: Fault = async ({ mail }, random) => {
  mail.keepSilent(true);
  await lastFor(random);
  mail.keepSilent(false);
  return { label: 'smtp.hang' };
};

/** All kinds of faults by name. A prefix up to a dot, such as `pg`, selects all kinds below it. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'pg.restart': restartPostgres,
  'pg.kill': killPostgres,
  'pg.terminate': terminate,
  'pg.cut': async ({ proxies }, random) => {
    proxies.postgres.cut(0.3 + random.next() * 0.7);
    return { label: 'pg.cut' };
  },
  'pg.half-close': networkFault('pg.half-close', 'postgres', (proxy) => proxy.halfClose()),
  'pg.truncate': networkFault('pg.truncate', 'postgres', (proxy) => proxy.truncate(), true),
  'pg.latency': networkFault('pg.latency', 'postgres', (proxy) => proxy.latency(5, 40), true),
  'pg.black-hole': networkFault('pg.black-hole', 'postgres', (proxy) => proxy.blackHole(), true),
  'web.kill': processFault('web.kill', 'webs', killAndStart),
  'web.restart': processFault('web.restart', 'webs', endAndStart),
  'web.halt': processFault('web.halt', 'webs', halt),
  'worker.kill': processFault('worker.kill', 'workers', killAndStart),
  'worker.restart': processFault('worker.restart', 'workers', endAndStart),
  'worker.halt': processFault('worker.halt', 'workers', halt),
  'redis.restart': restartRedis('redis.restart', 'SIGTERM'),
  'redis.kill': restartRedis('redis.kill', 'SIGKILL'),
  'redis.halt': haltRedis,
  'redis.cut': networkFault('redis.cut', 'redis', (proxy) => proxy.cut()),
  'redis.latency': networkFault('redis.latency', 'redis', (proxy) => proxy.latency(5, 40), true),
  'redis.black-hole': networkFault('redis.black-hole', 'redis', (proxy) => proxy.blackHole(), true),
  'smtp.hang': hangMail,
  'smtp.refuse': networkFault('smtp.refuse', 'smtp', (proxy) => proxy.refuse(), true),
  'smtp.cut': networkFault('smtp.cut', 'smtp', (proxy) => proxy.cut()),
};

const matches = (name: string, part: string) => name === part || name.startsWith(`${part}.`);

/** Expands names and prefixes to kinds of faults. @throws Error naming one that matches none. */
export function faultsNamed(names: readonly string[]): string[] {
  return names.flatMap((part) => {
    const found = Object.keys(FAULTS).filter((name) => matches(name, part));
    if (found.length === 0)
      throw new Error(`Unknown fault: ${part}. Available: ${Object.keys(FAULTS).join(', ')}.`);
    return found;
  });
}
