import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { createLogger } from '../../src/lib/logger.ts';
import { Random } from '../../src/modules/demo/random.ts';
import { DEFINITIONS } from '../../src/queue/definitions.ts';
import { queueReport } from '../../src/queue/queue-report.ts';
import { pause, RetryingClient } from './client.ts';
import { FAULTS, faultsNamed, terminatedByApplication } from './faults.ts';
import { audit, Ledger } from './ledger.ts';
import { Load } from './load.ts';
import { measureOutage, probesOf, type Row, tableOf } from './outage.ts';
import { type Site, type Slot, startSite } from './site.ts';

const USAGE = `Usage: npm run torture -- [--minutes 5] [--seed 1] [--people 6] [--only KINDS] [--plan KIND:COUNT,…]

Breaks a whole site again and again while people use it, and audits in the end what was acknowledged.
--only  these kinds of faults, such as pg,web.kill
--plan  so many of each kind in place of a time, such as pg.restart:20,pg.kill:20; pg.terminate:200 goes on until
        200 connections of each application were terminated
Kinds: ${Object.keys(FAULTS).join(', ')}
`;

/** An idle process ends within. */
const IDLE_END_MS = 1_000;
/** Later than this, the last failure is shown. */
const SLOW_BACK_MS = 2_000;
/** Each server is ready within, after a fault; else it hangs. */
const READY_MS = 15_000;
const DRAIN_MS = 120_000;
/** Starting, draining and auditing together end within; what hangs then is ended. */
const SPARE_MS = 300_000;
/** Faults of a plan that may be needed before each application's connections were terminated. */
const ROUNDS_MAX = 5_000;

const started = performance.now();
const print = (text: string) =>
  console.info(`[${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s] ${text}`);

interface Settings {
  minutes: number;
  seed: number;
  people: number;
  kinds: string[];
  plan: Map<string, number> | null;
}

function settings(): Settings {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      people: { type: 'string', default: '6' },
      only: { type: 'string' },
      plan: { type: 'string' },
    },
  });
  const [minutes, seed, people] = [values.minutes, values.seed, values.people].map(Number);
  if (!minutes || !(minutes > 0) || !Number.isInteger(seed) || !people) throw new Error('Not a number.');
  const plan = values.plan?.split(',').map((part): [string, number] => {
    const [kind = '', count = ''] = part.split(':');
    if (!(Number(count) > 0)) throw new Error(`How many of ${kind}?`);
    return [kind, Number(count)];
  });
  faultsNamed(plan?.map(([kind]) => kind) ?? []);
  const kinds = values.only === undefined ? Object.keys(FAULTS) : faultsNamed(values.only.split(','));
  return { minutes, seed: seed ?? 1, people, kinds, plan: plan ? new Map(plan) : null };
}

/** The kinds of faults in the order in which they happen, without an end when there is no plan. */
function* orderOf({ kinds, plan }: Settings, random: Random, until: number): Generator<string> {
  if (!plan) {
    // Each kind once in every round, so that a short run has most of them.
    while (performance.now() < until)
      for (const kind of random.shuffled(kinds)) if (performance.now() < until) yield kind;
    return;
  }
  const planned = [...plan].filter(([kind]) => kind !== 'pg.terminate');
  yield* random.shuffled(planned.flatMap(([kind, count]) => Array<string>(count).fill(kind)));
  const terminations = plan.get('pg.terminate') ?? 0;
  for (let round = 0; round < ROUNDS_MAX && terminations > 0; round += 1) {
    yield 'pg.terminate';
    const counts = [...terminatedByApplication().values()];
    if (counts.length && Math.min(...counts) >= terminations) return;
  }
}

/** Starts what ended or hangs, as a supervisor would, and keeps account of it. */
async function revive(site: Site, ledger: Ledger, client: RetryingClient): Promise<void> {
  for (const [index, slot] of site.webs.entries()) {
    if (slot.isGone) continue;
    const url = site.urls[index] ?? '';
    const until = performance.now() + READY_MS;
    let ready = false;
    while (!ready && !slot.isGone && performance.now() < until) {
      ready = await client.attempt(url, { path: '/readyz' }, 3_000).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (!ready) await pause(50);
    }
    if (ready || slot.isGone) continue;
    ledger.report({
      what: 'processes that hang',
      example: `${slot.name}: ${slot.process.lastLines().join('\n')}`,
    });
    await slot.kill();
    await slot.start();
  }
  for (const slot of [...site.webs, ...site.workers]) if (slot.isGone) await slot.start();
}

async function breakThings(site: Site, ledger: Ledger, client: RetryingClient, load: Load, given: Settings) {
  const random = new Random(given.seed);
  const rows: Row[] = [];
  const [prober] = site.cast.submitters;
  if (!prober) throw new Error('There is nobody to submit.');
  for (const kind of orderOf(given, random, performance.now() + given.minutes * 60_000)) {
    await pause(given.plan ? 200 : 300 + random.below(1_200));
    const fault = FAULTS[kind];
    if (!fault) continue;
    let label = kind;
    let endMs: number | undefined;
    const outage = await measureOutage(probesOf(client, load, prober, random), async () => {
      ({ label, endMs } = await fault(site, random));
    });
    rows.push({ label, ...outage, ...(endMs !== undefined && { endMs }) });
    const ended = endMs === undefined ? '' : `, SIGTERM ${Math.round(endMs)} ms`;
    const gone = [...site.webs, ...site.workers].filter((slot) => slot.isGone).map(({ name }) => name);
    print(
      `${label.padEnd(28)} outage ${Math.round(outage.outageMs)} ms, back after ${Math.round(outage.backMs)} ms${ended}` +
        `${gone.length ? `  ENDED: ${gone.join(', ')}` : ''}`,
    );
    if (outage.backMs > SLOW_BACK_MS && outage.reason) print(`  late because of ${outage.reason}`);
    await revive(site, ledger, client);
  }
  return rows;
}

/** What waits in the database for a worker. */
const DUE = `
  select 'outbox' as due, count(*)::int from outbox where relayed_at is null
  union all select 'flag_mark', count(*)::int from flag_mark
  union all select 'flag_due', count(*)::int from flag_due
  union all select 'decision_notice', count(*)::int from decision_notice`;

/** Waits until every job that was asked for is done. */
async function drain(site: Site, db: Client, ledger: Ledger): Promise<void> {
  const scheduled = DEFINITIONS.filter((job) => 'schedule' in job).length;
  const logger = createLogger('silent');
  const until = performance.now() + DRAIN_MS;
  let left = '';
  do {
    await pause(500);
    const { rows } = await db.query<{ due: string; count: number }>(DUE);
    const report = await queueReport({ redisUrl: site.redisUrl, databaseUrl: site.databaseUrl, logger });
    const { waiting, active, delayed, failed } = report.counts;
    if (failed > 0) {
      ledger.report({ what: 'failed jobs', example: JSON.stringify(report.failed.slice(0, 3)) });
      return;
    }
    const due = rows.reduce((sum, { count }) => sum + count, 0);
    const busy = due + waiting + active + Math.max(0, delayed - scheduled);
    left = busy ? JSON.stringify({ rows, ...report.counts }) : '';
  } while (left && performance.now() < until);
  if (left) ledger.report({ what: 'jobs not done', example: left });
}

async function endAll(slots: readonly Slot[], ledger: Ledger): Promise<void> {
  const ends: Record<string, number> = {};
  for (const slot of slots) {
    try {
      const { ms, code } = await slot.end();
      ends[slot.name] = Math.round(ms);
      if (ms > IDLE_END_MS || code !== 0)
        ledger.report({
          what: 'slow or unclean ends',
          example: `${slot.name}: ${Math.round(ms)} ms, exit code ${code}`,
        });
    } catch (error) {
      ledger.report({ what: 'processes that do not end', example: `${slot.name}: ${error}` });
    }
  }
  print(`SIGTERM when idle: ${JSON.stringify(ends)} ms`);
}

async function torture(given: Settings): Promise<boolean> {
  const site = await startSite(given.seed);
  const ledger = new Ledger();
  const client = new RetryingClient(site.urls, ledger.report);
  const load = new Load({ ...site, ledger, client, seed: given.seed });
  print(`the site is up at ${site.urls.join(' and ')}; seed ${given.seed}`);
  load.start(given.people);
  const rows = await breakThings(site, ledger, client, load, given);
  await load.stop();
  print('the load has ended; waiting for jobs');
  const db = new Client({ connectionString: site.databaseUrl, application_name: 'torture' });
  await db.connect();
  await drain(site, db, ledger);
  await endAll([...site.webs, ...site.workers], ledger);
  await audit(ledger, db, site.mail.received);
  await db.end();
  await site.stop();
  for (const { name, lines } of site.endedByThemselves)
    ledger.report({ what: 'processes that ended by themselves', example: `${name}\n${lines.join('\n')}` });

  console.table(tableOf(rows));
  if (terminatedByApplication().size) console.table(Object.fromEntries(terminatedByApplication()));
  const { sales, resets, decisions, edits, undos, freshReads } = ledger;
  print(
    `${sales.length} submissions, ${decisions} decisions, ${edits} edits, ${undos} undone, ${resets.length} mails, ` +
      `${freshReads} reads checked, ${rows.length} faults`,
  );
  for (const [what, { count, example }] of ledger.oddities)
    console.error(`FAILED ${what}: ${count}, such as ${example}`);
  if (rows.some(({ backMs }) => !Number.isFinite(backMs)))
    console.error('FAILED: the service did not come back');
  return ledger.oddities.size === 0 && rows.every(({ backMs }) => Number.isFinite(backMs));
}

let given: Settings;
try {
  given = settings();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exit(2);
}
// Every process that was started ends with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
const limit = given.plan ? ROUNDS_MAX * 1_000 : given.minutes * 60_000;
setTimeout(() => {
  console.error('FAILED: torture itself took too long');
  process.exit(1);
}, limit + SPARE_MS).unref();
const passed = await torture(given);
print(passed ? 'passed: nothing was lost or doubled' : 'failed');
process.exit(passed ? 0 : 1);
