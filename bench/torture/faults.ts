import { Client } from 'pg';
import type { Random } from '../../src/modules/demo/random.ts';
import type { FaultProxy } from '../../src/testing/faults/proxy.ts';
import { pause } from './client.ts';
import type { Site, Slot } from './site.ts';

/** What one fault did, for the table. */
export interface Injected {
  /** Its kind, with what it hit. */
  label: string;
  /** Milliseconds that a process took to end when asked to. */
  endMs?: number;
  /** Connections that were terminated. */
  terminated?: number;
}

/** Breaks something and puts it back; settles when everything is there again. */
type Fault = (site: Site, random: Random) => Promise<Injected>;

const lasting = async (random: Random) => pause(1_000 + random.below(1_500));

/** A server that is down refuses connections, so its proxy does so too. */
async function down(proxy: FaultProxy, stop: () => Promise<unknown>, start: () => Promise<unknown>) {
  await stop();
  await proxy.refuse();
  await start();
  await proxy.heal();
}

const inNetwork =
  (
    label: string,
    proxy: keyof Site['proxies'],
    fault: (proxy: FaultProxy) => unknown,
    lasts = false,
  ): Fault =>
  async ({ proxies }, random) => {
    await fault(proxies[proxy]);
    if (lasts) await lasting(random);
    await proxies[proxy].heal();
    return { label };
  };

const onOne =
  (
    label: string,
    slots: 'webs' | 'workers',
    fault: (slot: Slot, random: Random) => Promise<Pick<Injected, 'endMs'>>,
  ): Fault =>
  async (site, random) => {
    const ended = await fault(random.pick(site[slots]), random);
    return { label, ...ended };
  };

async function killAndStart(slot: Slot) {
  await slot.kill();
  await slot.start();
  return {};
}

async function endAndStart(slot: Slot) {
  const { ms } = await slot.end();
  await slot.start();
  return { endMs: ms };
}

async function halt(slot: Slot, random: Random) {
  slot.process.pause();
  await lasting(random);
  slot.process.resume();
  return {};
}

/** Which application's connections are terminated comes round in turn. */
const terminations = new Map<string, number>();

export const terminatedByApplication = (): ReadonlyMap<string, number> => terminations;

const terminate: Fault = async ({ databaseUrl }) => {
  const client = new Client({ connectionString: databaseUrl, application_name: 'torture' });
  await client.connect();
  try {
    const { rows: open } = await client.query<{ application: string }>(
      `select distinct application_name as application from pg_stat_activity
       where datname = current_database() and application_name <> 'torture'
         and backend_start < now() - interval '1 second'`,
    );
    for (const { application } of open) terminations.set(application, terminations.get(application) ?? 0);
    const fewest = open
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
  await down(
    proxies.postgres,
    () => postgres.stop(),
    () => postgres.start(),
  );
  return { label: 'pg.restart' };
};

const killPostgres: Fault = async ({ postgres, proxies }) => {
  await down(
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
    await down(proxies.redis, stop, () => redis.start());
    return { label };
  };

const haltRedis: Fault = async ({ redis }, random) => {
  redis.process().pause();
  await lasting(random);
  redis.process().resume();
  return { label: 'redis.halt' };
};

const hangMail: Fault = async ({ mail }, random) => {
  mail.keepSilent(true);
  await lasting(random);
  mail.keepSilent(false);
  return { label: 'smtp.hang' };
};

/** Every kind of fault by name. A part of a name up to a dot, such as `pg`, means all below it. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'pg.restart': restartPostgres,
  'pg.kill': killPostgres,
  'pg.terminate': terminate,
  'pg.cut': async ({ proxies }, random) => {
    proxies.postgres.cut(0.3 + random.next() * 0.7);
    return { label: 'pg.cut' };
  },
  'pg.half-close': inNetwork('pg.half-close', 'postgres', (proxy) => proxy.halfClose()),
  'pg.truncate': inNetwork('pg.truncate', 'postgres', (proxy) => proxy.truncate(), true),
  'pg.latency': inNetwork('pg.latency', 'postgres', (proxy) => proxy.latency(5, 40), true),
  'pg.black-hole': inNetwork('pg.black-hole', 'postgres', (proxy) => proxy.blackHole(), true),
  'web.kill': onOne('web.kill', 'webs', killAndStart),
  'web.restart': onOne('web.restart', 'webs', endAndStart),
  'web.halt': onOne('web.halt', 'webs', halt),
  'worker.kill': onOne('worker.kill', 'workers', killAndStart),
  'worker.restart': onOne('worker.restart', 'workers', endAndStart),
  'worker.halt': onOne('worker.halt', 'workers', halt),
  'redis.restart': restartRedis('redis.restart', 'SIGTERM'),
  'redis.kill': restartRedis('redis.kill', 'SIGKILL'),
  'redis.halt': haltRedis,
  'redis.cut': inNetwork('redis.cut', 'redis', (proxy) => proxy.cut()),
  'redis.latency': inNetwork('redis.latency', 'redis', (proxy) => proxy.latency(5, 40), true),
  'redis.black-hole': inNetwork('redis.black-hole', 'redis', (proxy) => proxy.blackHole(), true),
  'smtp.hang': hangMail,
  'smtp.refuse': inNetwork('smtp.refuse', 'smtp', (proxy) => proxy.refuse(), true),
  'smtp.cut': inNetwork('smtp.cut', 'smtp', (proxy) => proxy.cut()),
};

const under = (name: string, part: string) => name === part || name.startsWith(`${part}.`);

/** The kinds that these names mean. @throws Error naming one that means none. */
export function faultsNamed(names: readonly string[]): string[] {
  return names.flatMap((part) => {
    const found = Object.keys(FAULTS).filter((name) => under(name, part));
    if (found.length === 0)
      throw new Error(`There is no fault ${part}. There are: ${Object.keys(FAULTS).join(', ')}.`);
    return found;
  });
}
