import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../src/modules/demo/random.ts';
import type { FaultProxy } from '../../src/testing/faults/proxy.ts';
import type { RunningProcess } from '../../src/testing/faults/running-process.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';
import type { ManagedProcess, Site } from './site.ts';

/** What the table shows of one injected fault besides its kind. */
interface Injected {
  /** Its target, where a kind has several. */
  target?: string;
  /** Milliseconds from SIGTERM to the exit of the process. */
  endMs?: number;
}

/** Injects a fault and heals it; resolves when everything is running again. */
type Fault = (site: Site, random: Random) => Promise<Injected | undefined>;

const lastFor = (random: Random) => delay(1_000 + random.below(1_500));

/** Restarts a server. Its proxy refuses connections meanwhile, as a stopped server would. */
async function restartBehind(proxy: FaultProxy, stop: () => Promise<unknown>, start: () => Promise<unknown>) {
  await stop();
  await proxy.refuse();
  await start();
  await proxy.heal();
}

const networkFault =
  (proxy: keyof Site['proxies'], fault: (proxy: FaultProxy) => unknown, lasts = false): Fault =>
  async ({ proxies }, random) => {
    await fault(proxies[proxy]);
    if (lasts) await lastFor(random);
    await proxies[proxy].heal();
  };

const processFault =
  (
    group: 'webs' | 'workers',
    fault: (target: ManagedProcess, random: Random) => Promise<Injected | undefined>,
  ): Fault =>
  (site, random) =>
    fault(random.pick(site[group]), random);

async function killAndStart(target: ManagedProcess): Promise<undefined> {
  await target.kill();
  await target.start();
}

async function endAndStart(target: ManagedProcess) {
  const { ms } = await target.end();
  await target.start();
  return { endMs: ms };
}

async function halt({ process }: { process: RunningProcess }, random: Random): Promise<undefined> {
  process.pause();
  await lastFor(random);
  process.resume();
}

/** Terminated connections by application; the application with the fewest is next. */
const terminations = new Map<string, number>();

export const terminatedByApplication = (): ReadonlyMap<string, number> => terminations;

const terminate: Fault = ({ databaseUrl }) =>
  withClient(databaseUrl, async (client) => {
    const { rows: applications } = await client.query<{ application: string }>(
      `select distinct application_name as application from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and backend_start < now() - interval '1 second'`,
    );
    for (const { application } of applications)
      terminations.set(application, terminations.get(application) ?? 0);
    const fewest = applications
      .map(({ application }) => application)
      .toSorted((a, b) => (terminations.get(a) ?? 0) - (terminations.get(b) ?? 0) || (a < b ? -1 : 1))[0];
    if (fewest === undefined) return;
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [fewest],
    );
    terminations.set(fewest, (terminations.get(fewest) ?? 0) + (rowCount ?? 0));
    return { target: fewest };
  });

const restartPostgres =
  (end: 'stop' | 'kill'): Fault =>
  async ({ postgres, proxies }) => {
    await restartBehind(
      proxies.postgres,
      () => postgres[end](),
      () => postgres.start(),
    );
  };

const restartRedis =
  (signal: NodeJS.Signals): Fault =>
  async ({ redis, proxies }) => {
    const stop = async () => {
      redis.process().signal(signal);
      await redis.process().exited;
    };
    await restartBehind(proxies.redis, stop, () => redis.start());
  };

const hangMail: Fault = async ({ mail }, random) => {
  mail.keepSilent(true);
  await lastFor(random);
  mail.keepSilent(false);
};

/** All kinds of faults by name. A prefix up to a dot, such as `pg`, selects all kinds below it. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'pg.restart': restartPostgres('stop'),
  'pg.kill': restartPostgres('kill'),
  'pg.terminate': terminate,
  'pg.cut': async ({ proxies }, random) => {
    proxies.postgres.cut(0.3 + random.next() * 0.7);
  },
  'pg.half-close': networkFault('postgres', (proxy) => proxy.halfClose()),
  'pg.truncate': networkFault('postgres', (proxy) => proxy.truncate(), true),
  'pg.latency': networkFault('postgres', (proxy) => proxy.latency(5, 40), true),
  'pg.black-hole': networkFault('postgres', (proxy) => proxy.blackHole(), true),
  'web.kill': processFault('webs', killAndStart),
  'web.restart': processFault('webs', endAndStart),
  'web.halt': processFault('webs', halt),
  'worker.kill': processFault('workers', killAndStart),
  'worker.restart': processFault('workers', endAndStart),
  'worker.halt': processFault('workers', halt),
  'redis.restart': restartRedis('SIGTERM'),
  'redis.kill': restartRedis('SIGKILL'),
  'redis.halt': ({ redis }, random) => halt({ process: redis.process() }, random),
  'redis.cut': networkFault('redis', (proxy) => proxy.cut()),
  'redis.latency': networkFault('redis', (proxy) => proxy.latency(5, 40), true),
  'redis.black-hole': networkFault('redis', (proxy) => proxy.blackHole(), true),
  'smtp.hang': hangMail,
  'smtp.refuse': networkFault('smtp', (proxy) => proxy.refuse(), true),
  'smtp.cut': networkFault('smtp', (proxy) => proxy.cut()),
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
