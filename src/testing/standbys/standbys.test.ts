import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEQUENCE_HEADER } from '../../contract/shared/sequence.ts';
import { createTestLog, type TestLog } from '../log.ts';
import { checkHistory } from './history.ts';
import { SOLD, type StandbySite, startStandbySite } from './site.ts';
import { SHORT_TROUBLES, trouble } from './troubles.ts';

let log: TestLog;
let site: StandbySite;

beforeAll(async () => {
  log = createTestLog();
  site = await startStandbySite({ logger: log.logger, webs: 2, standbys: [[], []], clients: 20 });
}, 180_000);
afterAll(() => site?.stop());

const statesOf = async (index: number) =>
  (await site.runtimes[index]?.readServers.report())?.map(({ state }) => state);
const become = (states: string[]) =>
  Promise.all(site.urls.map((_, index) => expect.poll(() => statesOf(index)).toEqual(states)));

const list = (url: string, sequence = '0') =>
  fetch(`${url}/api/items?item_name=${encodeURIComponent(SOLD)}&limit=100`, {
    headers: { [SEQUENCE_HEADER]: sequence },
  });

async function raise(url: string, price: number, sequence = '0') {
  const [client] = site.clients;
  const answer = await fetch(`${url}/api/admin/items/${client?.saleId}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${client?.token}`,
      'content-type': 'application/json',
      [SEQUENCE_HEADER]: sequence,
    },
    body: JSON.stringify({ price }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.get(SEQUENCE_HEADER) ?? '';
}

/** The price of the first client's sale in an answer. */
async function priceIn(answer: Response): Promise<number | undefined> {
  const { data } = (await answer.json()) as { data: { sale_id: number; price: number }[] };
  return data.find(({ sale_id }) => sale_id === site.clients[0]?.saleId)?.price;
}

const paused = async (work: () => Promise<void>) => {
  for (const { run } of site.standbys) await run('select pg_wal_replay_pause()');
  try {
    await work();
  } finally {
    for (const { run } of site.standbys) await run('select pg_wal_replay_resume()');
  }
};

describe('reads of a site with standbys', () => {
  const at = (index: number) => site.urls[index] ?? '';

  it('are answered by the standbys, and have the number of the market', async () => {
    await become(['ok', 'ok']);
    const standbys = site.standbys.map(({ reads }) => new URL(reads.url).host);
    let price = 1_000;
    // The primary serves the first read of the names, and lists while the standbys lack a change.
    const served = async () => {
      const before = site.runtimes[0]?.readServers.reads() ?? {};
      price += 1;
      const answer = await fetch(`${at(0)}/api/items?max_price=${price}&limit=7`);
      expect(Number(answer.headers.get(SEQUENCE_HEADER))).toBeGreaterThan(0);
      const after = site.runtimes[0]?.readServers.reads() ?? {};
      return Object.keys(after).filter((name) => (after[name] ?? 0) > (before[name] ?? 0));
    };
    await expect
      .poll(async () => {
        const servers = await served();
        return servers.length > 0 && servers.every((name) => standbys.includes(name));
      })
      .toBe(true);
  });

  it('show an edit to who made it, at every process, while the standbys lack it', () =>
    paused(async () => {
      const number = await raise(at(0), 2_000);
      for (const url of site.urls) {
        const answer = await list(url, number);
        expect(await priceIn(answer)).toBe(2_000);
        expect(Number(answer.headers.get(SEQUENCE_HEADER))).toBeGreaterThanOrEqual(Number(number));
      }
    }));

  it('are never older than an earlier answer, also from memory', () =>
    paused(async () => {
      await become(['ok', 'ok']);
      // Both processes have the list in memory.
      for (const url of site.urls) await (await list(url)).text();
      const number = await raise(at(0), 3_000);
      const seen = await list(at(0), number);
      expect(await priceIn(seen)).toBe(3_000);
      expect(await priceIn(await list(at(1), seen.headers.get(SEQUENCE_HEADER) ?? ''))).toBe(3_000);
    }));

  it('have their lag and the reads of each server in /metrics', async () => {
    await become(['ok', 'ok']);
    const figures = async () => (await fetch(`${at(0)}/metrics`)).text();
    for (const { reads } of site.standbys) {
      const name = new URL(reads.url).host;
      await expect.poll(figures).toContain(`marketdex_standby_lag_seconds{standby="${name}"} 0\n`);
      expect(await figures()).toContain(`marketdex_standby_up{standby="${name}"} 1`);
      expect(await figures()).toContain(`marketdex_read_queries{server="${name}"} `);
    }
  });

  it('name the standbys in /readyz', async () => {
    await become(['ok', 'ok']);
    const answer = (await (await fetch(`${at(0)}/readyz`)).json()) as { standbys: Record<string, string> };
    expect(answer.standbys).toEqual(
      Object.fromEntries(site.standbys.map(({ reads }) => [new URL(reads.url).host, 'ok'])),
    );
  });
});

describe('a history of concurrent clients', () => {
  let price = 0;
  const history = (operations: number, carriesNumber = true) => {
    price += 10_000;
    return checkHistory({ ...site, name: SOLD, operations, seed: 1, price, carriesNumber });
  };

  it('is caught with stale reads when clients do not carry the number', () =>
    paused(async () => {
      const { staleOwn, backwards } = await history(600, false);
      expect(staleOwn + backwards).toBeGreaterThan(0);
    }));

  it('has no stale read and no step backwards, while standbys lag and lose connections', async () => {
    await become(['ok', 'ok']);
    const stop = new AbortController();
    const troubles = trouble(site.standbys, SHORT_TROUBLES, 1, stop.signal);
    const { reads, writes, failed, ...wrong } = await history(3_000);
    stop.abort();
    expect(await troubles).toBeGreaterThan(0);
    expect(wrong).toEqual({ staleOwn: 0, backwards: 0, examples: [] });
    expect({ operations: reads + writes, failed }).toEqual({ operations: 3_000, failed: 0 });
  });
});
