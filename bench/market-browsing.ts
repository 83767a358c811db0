import { Client } from 'pg';
import { createAdmin } from './account.ts';
import { median, ms, quantile } from './figures.ts';
import { randomFilters } from './random-filters.ts';
import type { ServerProcess } from './server-process.ts';
import { TimedClient } from './timed-client.ts';

const ROUNDS = 4;
const SECONDS = 8;
const PAGES_A_SECOND = 40;
const APPROVALS_A_SECOND = 50;

/** Adds pending sales similar to the existing ones, to be approved. */
async function addPending(databaseUrl: string, count: number): Promise<number[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ sale_id: number }>(
      `insert into sale (kind, name, price, date_sold, proof_url, status, date_submitted, species_id, form, nature, ability,
         hidden_power, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv)
       select kind, name, price + 1, current_date, proof_url || '/new', 'pending', now(), species_id, form, nature, ability,
         hidden_power, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv
       from sale tablesample system (5) where kind = 'pokemon' and status = 'approved' limit $1
       returning sale_id`,
      [count],
    );
    return rows.map((row) => row.sale_id);
  } finally {
    await client.end();
  }
}

async function approve(url: string, token: string, saleId: number): Promise<void> {
  const answer = await fetch(`${url}/api/pokemon/${saleId}/status`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ status: 'approved' }),
  });
  if (answer.status !== 200) throw new Error(`approval failed with ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Approves sales at a constant rate until the signal aborts. @returns the number of approved sales */
async function approving(url: string, token: string, queue: number[], signal: AbortSignal): Promise<number> {
  const pending: Promise<void>[] = [];
  const start = performance.now();
  while (!signal.aborted) {
    const due = ((performance.now() - start) / 1000) * APPROVALS_A_SECOND;
    for (; pending.length < due; ) {
      const saleId = queue.pop();
      if (saleId === undefined) throw new Error('no sales are left to approve');
      pending.push(approve(url, token, saleId));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(pending);
  return pending.length;
}

/** The pages that visitors request: alternately a list with random filters and a common list. */
function visits(filtered: readonly string[]): (index: number) => string {
  const common = ['/api/pokemon?limit=25', '/api/items?limit=25', '/api/pokemon?limit=25&sort=price'];
  return (index) =>
    (index % 2 ? common[(index >> 1) % common.length] : filtered[(index >> 1) % filtered.length]) ?? '';
}

/** Measures browsing at a constant rate, alternately without and with concurrent approvals on the same server. */
export async function benchBrowsing(
  databaseUrl: string,
  settings: Record<string, string>,
  server: ServerProcess,
): Promise<void> {
  const { url } = server;
  const token = await createAdmin(url, settings);
  const perRound = (SECONDS * PAGES_A_SECOND) / 2;
  const filtered = await randomFilters(databaseUrl, ROUNDS * 2 * perRound, 2);
  const client = new TimedClient(url);
  const found = { idle: [] as number[], busy: [] as number[], approved: 0 };
  const medians = { idle: [] as number[], busy: [] as number[] };
  const browse = async () => {
    const times = await client.atRate(PAGES_A_SECOND, SECONDS, visits(filtered.splice(0, perRound)));
    return { p99: quantile(times, 0.99), p50: quantile(times, 0.5) };
  };
  try {
    for (let done = 0; done < ROUNDS; done += 1) {
      const idle = await browse();
      const ending = new AbortController();
      const queue = await addPending(databaseUrl, (SECONDS + 3) * APPROVALS_A_SECOND);
      const approvals = approving(url, token, queue, ending.signal);
      const busy = await browse();
      ending.abort();
      found.approved += await approvals;
      found.idle.push(idle.p99);
      found.busy.push(busy.p99);
      medians.idle.push(idle.p50);
      medians.busy.push(busy.p50);
    }
    const ratio = median(found.busy) / median(found.idle);
    console.table([
      {
        what: `browsing, ${PAGES_A_SECOND} lists a second, every other one with random filters`,
        'idle median ms': ms(median(medians.idle)),
        'idle p99 ms': ms(median(found.idle)),
        'with approvals median ms': ms(median(medians.busy)),
        'with approvals p99 ms': ms(median(found.busy)),
        'ratio of p99': ratio.toFixed(2),
        'approvals a second': (found.approved / (ROUNDS * SECONDS)).toFixed(1),
        budget: 'ratio 1.5',
      },
    ]);
  } finally {
    client.close();
  }
}
