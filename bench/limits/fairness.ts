import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Client } from 'pg';
import { PasswordHasher } from '../../src/modules/identity/password-hasher.ts';
import { PROGRAMS } from '../../src/testing/processes/programs.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';
import { withDatabase } from '../kit/database.ts';
import { quantile, rounded } from '../kit/figures.ts';
import { fillMarket } from '../kit/market-data.ts';
import { ServerProcess } from '../kit/server-process.ts';
import { atRate } from '../kit/timed-client.ts';
import type { FloodOrder, HostileRequest } from './flood.ts';
import { HOSTILE_NAMES, PASSWORD, type Scenario, scenarios, signIn } from './flood-scenarios.ts';

const STAFF_CALLS_A_SECOND = 20;
const SIGN_INS_A_SECOND = 4;
const BUDGET = 2;
/** A change of fewer milliseconds is noise, whatever the ratio. */
const NOISE_MS = 5;

const here = (file: string) => path.join(import.meta.dirname, file);
const PEOPLE = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 128 });

interface Reply {
  status: number;
  body: string;
}

function send(url: string, { method, path: route, headers, body }: HostileRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const type = body && { 'content-type': 'application/json' };
    const call = request(
      `${url}${route}`,
      { agent, method, headers: { ...headers, ...type } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('error', reject);
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    call.once('error', reject);
    call.end(body && JSON.stringify(body));
  });
}

/** Accounts with one password. Each has its own hash, by which the server knows the account while it waits. */
async function addAccounts(client: Client): Promise<void> {
  const names = [
    ...Array.from({ length: PEOPLE }, (_, n) => `person_${n}`),
    ...HOSTILE_NAMES,
    ...['caller_0', 'caller_1', 'staff'],
  ];
  const hasher = new PasswordHasher();
  const hashes: string[] = [];
  for (let n = 0; n < names.length; n += 1) hashes.push(await hasher.hash(PASSWORD));
  await client.query(
    `insert into account (username, username_skeleton, email, password_hash, role)
     select name, name, name || '@example.org', hash, case name when 'staff' then 'checker' else 'user' end
     from unnest($1::text[], $2::text[]) as one (name, hash)`,
    [names, hashes],
  );
}

/** Pending sales for bulk approvals. */
async function addPending(client: Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ sale_id: number }>(
    `insert into sale (kind, name, price, date_sold, proof_url, proof_thread, status, date_submitted, item_id)
     select kind, name, price + 1, current_date, proof_url || '/new', proof_thread || '/new', 'pending', now(), item_id
     from sale where kind = 'item' and status = 'approved' limit $1 returning sale_id`,
    [count],
  );
  return rows.map((row) => row.sale_id);
}

/** Makes the calls at a constant rate. @returns the milliseconds of each from its scheduled start */
async function timed(
  seconds: number,
  perSecond: number,
  make: (index: number) => Promise<Reply>,
): Promise<number[]> {
  const times: number[] = [];
  await atRate(perSecond, seconds, async (index, due) => {
    const { status, body } = await make(index);
    times.push(performance.now() - due);
    if (status === 200) return;
    console.error(`a call of a person was refused: ${status} ${body.slice(0, 200)}`);
    process.exitCode = 1;
  });
  return times;
}

interface Site {
  url: string;
  staff: string;
  client: Client;
}

let people = 0;
/** Each sign-in comes from a different address. */
const person = () => {
  people += 1;
  return signIn(`person_${people % PEOPLE}`, `198.51.${people >> 8}.${people & 255}`);
};

async function approveMany({ url, staff, client }: Site, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const sales = (await addPending(client, 50)).map((id) => ({ id, version: 1 }));
    const body = { sales, status: 'approved' };
    const { status, body: text } = await send(url, {
      method: 'POST',
      path: '/trpc/reviews.decideMany',
      headers: { authorization: `Bearer ${staff}` },
      body,
    });
    if (status !== 200) throw new Error(`the bulk approval failed: ${status} ${text.slice(0, 300)}`);
    await delay(700);
  }
}

/** Times of staff and of people who sign in, during one phase. */
async function phase(
  site: Site,
  { seconds, approves }: Pick<Scenario, 'seconds' | 'approves'>,
): Promise<Times> {
  const ending = new AbortController();
  const approving = approves ? approveMany(site, ending.signal) : undefined;
  const list: HostileRequest = {
    method: 'GET',
    path: '/api/items?status=pending&limit=25',
    headers: { authorization: `Bearer ${site.staff}`, 'x-forwarded-for': '' },
  };
  const [staff, signedIn] = await Promise.all([
    timed(seconds, STAFF_CALLS_A_SECOND, (index) =>
      send(site.url, { ...list, headers: { ...list.headers, 'x-forwarded-for': `192.0.2.${index % 200}` } }),
    ),
    timed(seconds, SIGN_INS_A_SECOND, () => send(site.url, person())),
  ]);
  ending.abort();
  await approving;
  return { staff, signIn: signedIn };
}

/**
 * Starts a flood in a separate thread.
 *
 * @param outcomes where its outcomes of the round are added, at its end
 * @returns a function that ends it
 */
async function start(order: FloodOrder, outcomes: Outcomes): Promise<() => Promise<void>> {
  const worker = new Worker(here('flood.ts'), { workerData: order });
  await once(worker, 'message');
  return async () => {
    const ended = once(worker, 'message');
    worker.postMessage('stop');
    const [counts] = (await ended) as [Outcomes];
    for (const [outcome, count] of Object.entries(counts))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  };
}

type Outcomes = Record<string, number>;

interface Times {
  staff: number[];
  signIn: number[];
}

interface Measured {
  scenario: Scenario;
  idle: Times;
  busy: Times;
  outcomes: Outcomes;
}

const together = (all: readonly Times[]): Times => ({
  staff: all.flatMap(({ staff }) => staff),
  signIn: all.flatMap(({ signIn: each }) => each),
});

async function measure(site: Site, scenario: Scenario): Promise<Measured> {
  const { flood, rounds, leadSeconds = 0 } = scenario;
  const [idle, busy]: [Times[], Times[]] = [[], []];
  const outcomes: Outcomes = {};
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await phase(site, scenario));
    const end = await start({ url: site.url, flood: flood(), leadSeconds }, outcomes);
    await delay(leadSeconds * 1000);
    busy.push(await phase(site, scenario));
    await end();
    await delay(500);
  }
  return { scenario, idle: together(idle), busy: together(busy), outcomes };
}

/**
 * A row of the table. A phase has few sign-ins, and their p95 differs between phases without a flood more than most floods
 * change it: they are compared with all such phases of the run.
 */
function rowOf({ scenario: { name, approves = false }, busy }: Measured, all: Measured[]) {
  const alike = all.filter(({ scenario }) => (scenario.approves ?? false) === approves);
  const idle = together(alike.map((each) => each.idle));
  const row: Record<string, string | number> = { flood: name };
  for (const who of ['staff', 'signIn'] as const) {
    const [before, during] = [quantile(idle[who], 0.95), quantile(busy[who], 0.95)];
    const ratio = during / before;
    row[`${who} idle ms`] = rounded(before);
    row[`${who} flood ms`] = rounded(during);
    row[`${who} ratio`] = ratio.toFixed(2);
    if (ratio > BUDGET && during - before > NOISE_MS) process.exitCode = 1;
  }
  return row;
}

/**
 * How much one hostile client slows down others: p95 of a list of staff and of sign-ins, without and during each flood in
 * the same run. Fails when a flood more than doubles one of them.
 */
export async function benchFairness(): Promise<void> {
  await withDatabase(async (database) => {
    const settings = {
      ...database.settings,
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1',
      TRUSTED_PROXIES: 'loopback',
    };
    await fillMarket(database.url, { pokemon: 20_000, items: 20_000, itemNames: 2_000 });
    await withClient(database.url, async (client) => {
      await addAccounts(client);
      const server = await ServerProcess.start(process.env.BENCH_SERVER ?? PROGRAMS.web, settings, '/readyz');
      try {
        const { url } = server;
        const tokenOf = async (name: string, n: number) =>
          (JSON.parse((await send(url, signIn(name, `192.0.2.${n}`))).body) as { token: string }).token;
        const staff = await tokenOf('staff', 250);
        const tokens = [await tokenOf('caller_0', 251), await tokenOf('caller_1', 252)];
        const site = { url, staff, client };
        await phase(site, { seconds: 6, approves: true });
        const only = process.env.BENCH_FLOOD;
        const all: Measured[] = [];
        for (const scenario of scenarios(tokens))
          if (only === undefined || scenario.name.includes(only)) all.push(await measure(site, scenario));
        console.info(`p95 without and during a flood; budget: ratio ${BUDGET}`);
        console.table(all.map((each) => rowOf(each, all)));
        for (const { scenario, outcomes } of all)
          console.info(`${scenario.name}: ${JSON.stringify(outcomes)}`);
      } finally {
        agent.destroy();
        await server.stop();
      }
    });
  });
}
