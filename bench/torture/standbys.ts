import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '../../src/lib/process/logger.ts';
import { checkHistory, type HistoryReport } from '../../src/testing/standbys/history.ts';
import { SOLD, startStandbySite } from '../../src/testing/standbys/site.ts';
import { ALL_TROUBLES, trouble } from '../../src/testing/standbys/troubles.ts';

const CLIENTS = 50;
/** The part of the operations before a standby is promoted. */
const BEFORE_PROMOTION = 0.9;

/** Constant lag: one standby is waited for, the other is often too late. */
const STANDBYS = [['recovery_min_apply_delay=20ms'], ['recovery_min_apply_delay=150ms']];

/** Time limit until every server knows of the promotion: a standby that failed is asked again after 10 s at most. */
const LEFT_OUT_MS = 60_000;

export interface StandbyTorture {
  /** Reads and edits of all clients together. */
  operations: number;
  seed: number;
  print: (text: string) => void;
}

/** Checks a long history of clients of a site with two standbys, under failures and a promotion. @returns success */
export async function tortureStandbys({ operations, seed, print }: StandbyTorture): Promise<boolean> {
  const logger = createLogger('error');
  const site = await startStandbySite({ logger, webs: 3, standbys: STANDBYS, clients: CLIENTS });
  print(`${CLIENTS} clients, ${site.urls.length} servers, ${site.standbys.length} standbys; seed ${seed}`);
  const history = (part: number, price: number) =>
    checkHistory({ ...site, name: SOLD, operations: Math.round(operations * part), seed, price, print });

  const stop = new AbortController();
  const troubles = trouble(site.standbys, ALL_TROUBLES, seed, stop.signal);
  const before = await history(BEFORE_PROMOTION, 10_000);
  stop.abort();
  print(`${await troubles} failures of standbys`);

  const after = history(1 - BEFORE_PROMOTION, 1_000_000);
  const [, promoted] = site.standbys;
  await promoted?.run('select pg_promote()');
  const until = performance.now() + LEFT_OUT_MS;
  let states: (string | undefined)[];
  do {
    const reports = await Promise.all(site.runtimes.map(({ readServers }) => readServers.report()));
    states = reports.map(([, standby]) => standby?.state);
    if (performance.now() > until) throw new Error(`The promoted standby is ${states.join(', ')}.`);
    await delay(50);
  } while (states.some((state) => state !== 'promoted'));
  await promoted?.run('update sale set price = 1, version = version + 1');
  const parts: Record<string, HistoryReport> = { 'lag, cuts, crashes': before, promotion: await after };
  console.table(
    Object.fromEntries(
      Object.entries(parts).map(([what, { examples: _, failures: __, ...counts }]) => [what, counts]),
    ),
  );
  for (const [what, { failures }] of Object.entries(parts))
    for (const [reason, count] of Object.entries(failures)) print(`${what}: ${count} failed, ${reason}`);
  console.table(site.runtimes.map(({ readServers }) => readServers.reads()));
  await site.stop();
  for (const example of Object.values(parts).flatMap(({ examples }) => examples))
    console.error(`FAILED: ${example}`);
  return Object.values(parts).every(({ staleOwn, backwards }) => staleOwn + backwards === 0);
}
