import { createAdmin } from '../kit/account.ts';
import { addPending, approving } from '../kit/approvals.ts';
import { median, quantile, rounded } from '../kit/figures.ts';
import { randomFilters } from '../kit/random-filters.ts';
import type { ServerProcess } from '../kit/server-process.ts';
import { TimedClient } from '../kit/timed-client.ts';

const ROUNDS = 4;
const SECONDS = 8;
const PAGES_A_SECOND = 40;
const APPROVALS_A_SECOND = 50;

/** The pages that visitors request: alternately a list with random filters and a common list. */
export function visits(filtered: readonly string[]): (index: number) => string {
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
      const approvals = approving({
        url,
        token,
        queue,
        perSecond: APPROVALS_A_SECOND,
        signal: ending.signal,
      });
      const busy = await browse();
      ending.abort();
      found.approved += (await approvals).length;
      found.idle.push(idle.p99);
      found.busy.push(busy.p99);
      medians.idle.push(idle.p50);
      medians.busy.push(busy.p50);
    }
    const ratio = median(found.busy) / median(found.idle);
    console.table([
      {
        what: `browsing, ${PAGES_A_SECOND} lists a second, every other one with random filters`,
        'idle median ms': rounded(median(medians.idle)),
        'idle p99 ms': rounded(median(found.idle)),
        'with approvals median ms': rounded(median(medians.busy)),
        'with approvals p99 ms': rounded(median(found.busy)),
        'ratio of p99': ratio.toFixed(2),
        'approvals a second': (found.approved / (ROUNDS * SECONDS)).toFixed(1),
        budget: 'ratio 1.5',
      },
    ]);
  } finally {
    client.close();
  }
}
