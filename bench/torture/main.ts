import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { createLogger } from '../../src/lib/process/logger.ts';
import { Random } from '../../src/modules/demo/random.ts';
import { queueReport } from '../../src/queue/backend.ts';
import { SCHEDULED_JOBS } from '../../src/queue/definitions.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';
import { median } from '../kit/figures.ts';
import { RetryingClient } from './client.ts';
import { FAULTS, faultsNamed, terminatedByApplication } from './faults.ts';
import { audit, Ledger } from './ledger.ts';
import { Load } from './load.ts';
import { measureOutage, probesOf, type Row, tableOf } from './outage.ts';
import { type ManagedProcess, type Site, startSite } from './site.ts';
import { tortureStandbys } from './standbys.ts';

const USAGE = `Usage: npm run torture -- [--minutes 5] [--seed 1] [--people 6] [--only KINDS] [--plan KIND:COUNT,…] [--untimed]
       npm run torture -- --standbys [--operations 100000] [--seed 1]

Injects faults into a complete site under load, then checks that everything acknowledged was kept.
--only  only these kinds of faults, such as pg,web.kill
--plan  this many faults of each kind instead of a duration, such as pg.restart:20,pg.kill:20; pg.terminate:200
        continues until 200 connections of each application have been terminated
--standbys  instead checks this many operations of 50 clients of a site with two standbys, under lag, cuts, crashes and a promotion
--untimed  prints the times without comparing them with their budgets, for a busy machine
Kinds: ${Object.keys(FAULTS).join(', ')}
`;

/** Budget of an idle process, from SIGTERM to its exit. */
const IDLE_END_MS = 1_000;
/** Budget of a recovery after a restart of PostgreSQL. The last failure is printed for recoveries that take longer. */
const SLOW_BACK_MS = 2_000;
/** The faults after which that budget applies. */
const POSTGRES_RESTARTS = ['pg.restart', 'pg.kill'];
/** A server that is not ready this long after a fault counts as hanging. */
const READY_MS = 15_000;
/** Longer than an email is delayed by three faults in a row: a timeout of 15 s and waits of 5 s, 10 s and 20 s. */
const DRAIN_MS = 120_000;
/** The time limit for start, drain and audit together; after it, the run is aborted. */
const SPARE_MS = 300_000;
/** The time limit for the history of clients of a site with standbys. */
const STANDBYS_MS = 2 * 60 * 60_000;
/** The maximum number of faults in a plan with pg.terminate. */
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
  untimed: boolean;
  /** Operations of the history to check instead; 0 for faults of a complete site. */
  standbyOperations: number;
}

function settings(): Settings {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      people: { type: 'string', default: '6' },
      only: { type: 'string' },
      plan: { type: 'string' },
      untimed: { type: 'boolean', default: false },
      standbys: { type: 'boolean', default: false },
      operations: { type: 'string', default: '100000' },
    },
  });
  const [minutes, seed, people] = [values.minutes, values.seed, values.people].map(Number);
  if (!minutes || !(minutes > 0) || !Number.isInteger(seed) || !people)
    throw new Error('--minutes, --seed and --people must be numbers.');
  const plan = values.plan?.split(',').flatMap((part) => {
    const [kind = '', count = ''] = part.split(':');
    if (!(Number(count) > 0)) throw new Error(`--plan needs a count for ${kind}, such as ${kind}:20.`);
    return faultsNamed([kind]).map((name): [string, number] => [name, Number(count)]);
  });
  const kinds = values.only === undefined ? Object.keys(FAULTS) : faultsNamed(values.only.split(','));
  const operations = Number(values.operations);
  if (!Number.isInteger(operations) || operations < 1)
    throw new Error('--operations must be a positive whole number.');
  const standbyOperations = values.standbys ? operations : 0;
  const { untimed } = values;
  return {
    minutes,
    seed: seed ?? 1,
    people,
    kinds,
    plan: plan ? new Map(plan) : null,
    untimed,
    standbyOperations,
  };
}

/** The kinds of faults in the order of injection; without a plan, until the time is up. */
function* orderOf({ kinds, plan }: Settings, random: Random, until: number): Generator<string> {
  if (!plan) {
    // Each round contains every kind once, so that a short run covers most kinds.
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

/** Restarts processes that exited or hang, like a supervisor, and reports those that hang. */
async function revive(site: Site, ledger: Ledger, client: RetryingClient): Promise<void> {
  for (const [index, web] of site.webs.entries()) {
    if (web.isGone) continue;
    const url = site.urls[index] ?? '';
    const until = performance.now() + READY_MS;
    let ready = false;
    while (!ready && !web.isGone && performance.now() < until) {
      ready = await client.attempt(url, { path: '/readyz' }, 3_000).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (!ready) await delay(50);
    }
    if (ready || web.isGone) continue;
    ledger.report({
      what: 'processes that hang',
      example: `${web.name}: ${web.process.lastLines().join('\n')}`,
    });
    await web.kill();
    await web.start();
  }
  for (const managed of [...site.webs, ...site.workers]) if (managed.isGone) await managed.start();
}

async function injectFaults(site: Site, ledger: Ledger, client: RetryingClient, load: Load, given: Settings) {
  const random = new Random(given.seed);
  const rows: Row[] = [];
  const [prober] = site.accounts.submitters;
  if (!prober) throw new Error('There is no submitter account.');
  for (const kind of orderOf(given, random, performance.now() + given.minutes * 60_000)) {
    await delay(given.plan ? 200 : 300 + random.below(1_200));
    const fault = FAULTS[kind];
    if (!fault) continue;
    let injected: Awaited<ReturnType<typeof fault>>;
    const outage = await measureOutage(probesOf(client, load, prober, random), async () => {
      injected = await fault(site, random);
    });
    const { target = '', endMs } = injected ?? {};
    const label = `${kind} ${target}`.trimEnd();
    rows.push({ label, ...outage, ...(endMs !== undefined && { endMs }) });
    const ended = endMs === undefined ? '' : `, SIGTERM ${Math.round(endMs)} ms`;
    const gone = [...site.webs, ...site.workers].filter(({ isGone }) => isGone).map(({ name }) => name);
    print(
      `${label.padEnd(28)} outage ${Math.round(outage.outageMs)} ms, back after ${Math.round(outage.backMs)} ms${ended}` +
        `${gone.length ? `  EXITED: ${gone.join(', ')}` : ''}`,
    );
    if (outage.backMs > SLOW_BACK_MS && outage.reason) print(`  last failure: ${outage.reason}`);
    await revive(site, ledger, client);
  }
  return rows;
}

/** Pending work in the database. */
const PENDING_WORK = `
  select 'outbox' as due, count(*)::int from outbox where relayed_at is null
  union all select 'flag_mark', count(*)::int from flag_mark
  union all select 'flag_due', count(*)::int from flag_due
  union all select 'decision_notice', count(*)::int from decision_notice`;

/** Waits until all jobs are done. */
async function drain(site: Site, db: Client, ledger: Ledger): Promise<void> {
  const logger = createLogger('silent');
  const until = performance.now() + DRAIN_MS;
  let remaining = '';
  do {
    await delay(500);
    const { rows } = await db.query<{ due: string; count: number }>(PENDING_WORK);
    const report = await queueReport({ redisUrl: site.redisUrl, databaseUrl: site.databaseUrl, logger });
    const { waiting, active, delayed, failed } = report.counts;
    if (failed > 0) {
      ledger.report({ what: 'failed jobs', example: JSON.stringify(report.failed.slice(0, 3)) });
      return;
    }
    const due = rows.reduce((sum, { count }) => sum + count, 0);
    const busy = due + waiting + active + Math.max(0, delayed - SCHEDULED_JOBS);
    remaining = busy ? JSON.stringify({ rows, ...report.counts }) : '';
  } while (remaining && performance.now() < until);
  if (remaining) ledger.report({ what: 'unfinished jobs', example: remaining });
}

/** Ends all processes. @returns the milliseconds from SIGTERM to each exit */
async function endAll(processes: readonly ManagedProcess[], ledger: Ledger): Promise<number[]> {
  const exitMs: Record<string, number> = {};
  for (const managed of processes) {
    try {
      const { ms, code } = await managed.end();
      exitMs[managed.name] = Math.round(ms);
      if (code !== 0) ledger.report({ what: 'unclean exits', example: `${managed.name}: exit code ${code}` });
    } catch (error) {
      ledger.report({ what: 'processes that do not exit', example: `${managed.name}: ${error}` });
    }
  }
  print(`SIGTERM when idle: ${JSON.stringify(exitMs)} ms`);
  return Object.values(exitMs);
}

/** Prints the times that have a budget. @returns whether all are within it */
function withinBudgets(rows: readonly Row[], exitMs: readonly number[]): boolean {
  const restarts = rows.filter(({ label }) => POSTGRES_RESTARTS.includes(label));
  const budgets = [
    { what: 'SIGTERM to exit when idle, longest', ms: Math.max(0, ...exitMs), budget: IDLE_END_MS },
    {
      what: 'recovery after a restart of PostgreSQL, median',
      ms: Math.round(median(restarts.map(({ backMs }) => backMs))),
      budget: SLOW_BACK_MS,
    },
  ];
  console.table(budgets);
  return budgets.every(({ ms, budget }) => ms <= budget);
}

async function torture(given: Settings): Promise<boolean> {
  const site = await startSite(given.seed);
  const ledger = new Ledger();
  const client = new RetryingClient(site.urls, ledger.report);
  const load = new Load({ ...site, ledger, client, seed: given.seed });
  print(`the site is running at ${site.urls.join(' and ')}; seed ${given.seed}`);
  load.start(given.people);
  const rows = await injectFaults(site, ledger, client, load, given);
  await load.stop();
  print('the load has stopped; waiting for jobs');
  const exitMs = await withClient(site.databaseUrl, async (client) => {
    await drain(site, client, ledger);
    const times = await endAll([...site.webs, ...site.workers], ledger);
    await audit(ledger, client, site.mail.received);
    return times;
  });
  await site.stop();
  for (const { name, lines } of site.unexpectedExits)
    ledger.report({ what: 'processes that exited unexpectedly', example: `${name}\n${lines.join('\n')}` });

  console.table(tableOf(rows));
  if (terminatedByApplication().size) console.table(Object.fromEntries(terminatedByApplication()));
  const { sales, resets, decisions, edits, undos, freshReads } = ledger;
  print(
    `${sales.length} submissions, ${decisions} decisions, ${edits} edits, ${undos} undos, ${resets.length} mails, ` +
      `${freshReads} reads checked, ${rows.length} faults`,
  );
  for (const [what, { count, example }] of ledger.violations)
    console.error(`FAILED ${what}: ${count}, for example ${example}`);
  const hasRecovered = rows.every(({ backMs }) => Number.isFinite(backMs));
  if (!hasRecovered) console.error('FAILED: the service did not recover');
  const inTime = withinBudgets(rows, exitMs) || given.untimed;
  if (!inTime) console.error('FAILED: a time exceeds its budget');
  return inTime && hasRecovered && ledger.violations.size === 0;
}

let given: Settings;
try {
  given = settings();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exit(2);
}
// Child processes exit together with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
const limit = given.standbyOperations
  ? STANDBYS_MS
  : given.plan
    ? ROUNDS_MAX * 1_000
    : given.minutes * 60_000;
setTimeout(() => {
  console.error('FAILED: the run exceeded its time limit');
  process.exit(1);
}, limit + SPARE_MS).unref();
const passed = given.standbyOperations
  ? await tortureStandbys({ operations: given.standbyOperations, seed: given.seed, print })
  : await torture(given);
print(
  passed
    ? `passed: ${given.standbyOperations ? 'no read was stale' : 'nothing was lost or duplicated'}`
    : 'failed',
);
process.exit(passed ? 0 : 1);
