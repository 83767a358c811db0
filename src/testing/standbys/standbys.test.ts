import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageData } from '../../contract/market/page-queries.ts';
import { SEQUENCE_HEADER } from '../../contract/shared/sequence.ts';
import { createTestLog, type TestLog } from '../run/log.ts';
import { checkHistory } from './history.ts';
import { SOLD, type StandbySite, startStandbySite } from './site.ts';
import { SHORT_TROUBLES, trouble } from './troubles.ts';

/** Instead of 15 s, after which the calls of a silent primary end; with room for a busy machine. */
const STATEMENT_MS = 5_000;

let log: TestLog;
let site: StandbySite;

beforeAll(async () => {
  log = createTestLog();
  const limits = { statementMs: STATEMENT_MS };
  site = await startStandbySite({ logger: log.logger, webs: 2, standbys: [[], []], clients: 20, limits });
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

/** Waits until each process knows that its standbys show the latest change. */
const shownByAll = async () => {
  const { sequence } = (await site.runtimes[0]?.readServers.primary.position()) ?? { sequence: 0 };
  const numbers = async () =>
    (await Promise.all(site.runtimes.map(({ readServers }) => readServers.report())))
      .flat()
      .map((standby) => standby.sequence);
  await expect.poll(numbers).toEqual(Array(4).fill(sequence));
  return { sequence };
};

const paused = async <T>(work: () => Promise<T>): Promise<T> => {
  for (const { run } of site.standbys) await run('select pg_wal_replay_pause()');
  try {
    return await work();
  } finally {
    for (const { run } of site.standbys) await run('select pg_wal_replay_resume()');
  }
};

const at = (index: number) => site.urls[index] ?? '';

describe('reads of a site with standbys', () => {
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

  it('in the document of a page have the number of the market, for browsers that have seen a later one', () =>
    paused(async () => {
      await become(['ok', 'ok']);
      const number = Number(await raise(at(0), 4_000));
      const page = await (await fetch(`${at(1)}/sale/${site.clients[0]?.saleId}`)).text();
      const { results, least, sequence }: PageData = JSON.parse(
        page.match(/id="page-data">(.*?)<\/script>/s)?.[1] ?? '',
      );
      expect(least).toBeGreaterThan(0);
      expect(sequence).toBeGreaterThanOrEqual(Number(least));
      const isNew = JSON.stringify(results).includes('"price":4000');
      // The browser drops results that may lack what it has seen.
      expect(isNew || Number(least) < number).toBe(true);
      expect(isNew && Number(sequence) < number).toBe(false);
    }));

  it('have their lag and the reads of each server in /metrics', async () => {
    await become(['ok', 'ok']);
    const figures = async () => (await fetch(`${at(0)}/metrics`)).text();
    for (const { reads } of site.standbys) {
      const name = new URL(reads.url).host;
      for (const figure of [
        `marketdex_standby_lag_seconds{standby="${name}"} 0\n`,
        `marketdex_standby_up{standby="${name}"} 1`,
        `marketdex_read_queries_total{server="${name}"} `,
      ])
        await expect.poll(figures).toContain(figure);
    }
  });

  it('name the standbys in /readyz', async () => {
    const named = async () => {
      const answer = await fetch(`${at(0)}/readyz`);
      return ((await answer.json()) as { standbys: Record<string, string> }).standbys;
    };
    await expect
      .poll(named)
      .toEqual(Object.fromEntries(site.standbys.map(({ reads }) => [new URL(reads.url).host, 'ok'])));
  });
});

const input = (value: unknown) => encodeURIComponent(JSON.stringify(value));

/** Public reads of each kind; a new seed asks for what no process has in memory. */
const publicReads = (seed: number) => [
  `/api/items?min_price=${seed}&limit=9`,
  `/api/items?item_name=master&min_price=${seed}`,
  `/api/items/price-history/${encodeURIComponent(SOLD)}?days=${seed}`,
  `/api/items/answer/${encodeURIComponent(SOLD)}?min_price=${seed}`,
  `/api/items/search/autocomplete?query=master&limit=${seed % 20}`,
  `/trpc/market.sale?input=${input({ id: site.clients[seed % site.clients.length]?.saleId })}`,
  `/trpc/market.search?input=${input({ text: `master <${seed}k` })}`,
];

/** The longest wait for a silent database is that of a statement, and 2 s for its answer. */
const GIVEN_UP_MS = 60_000;

/** What the primary has to answer, at a process: the session, and an edit. */
const otherCalls = (url: string) => {
  const [client] = site.clients;
  const headers = { authorization: `Bearer ${client?.token}`, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(GIVEN_UP_MS);
  return Promise.all([
    fetch(`${url}/api/auth/profile`, { headers, signal }),
    fetch(`${url}/api/admin/items/${client?.saleId}`, {
      method: 'PATCH',
      headers,
      body: '{"price":5000}',
      signal,
    }),
  ]);
};

describe.each([
  { state: 'dead', lose: () => site.primary.kill(), restore: () => site.primary.start() },
  {
    state: 'silent',
    lose: async () => site.toPrimary.blackHole(),
    restore: () => site.toPrimary.heal(),
  },
])('while the primary is $state', ({ state, lose, restore }) => {
  const firstSeed = state === 'dead' ? 31 : 131;

  it('standbys answer public reads, other calls get 503, and everything recovers by itself', async () => {
    await become(['ok', 'ok']);
    // A change that the processes have not looked at yet: they read its names while the primary is away.
    const number = await raise(at(0), firstSeed * 1_000);
    const { sequence } = await shownByAll();
    expect(sequence).toBeGreaterThanOrEqual(Number(number));
    await lose();
    const others = otherCalls(at(0));
    try {
      for (let seed = firstSeed; seed < firstSeed + 5; seed += 1) {
        // An answer that was in progress when the primary was lost may fail.
        const statuses = async () =>
          Promise.all(
            site.urls.flatMap((url) =>
              publicReads(seed).map(async (path) => (await fetch(url + path)).status),
            ),
          );
        await expect.poll(statuses).toEqual(Array(14).fill(200));
      }
      const shown = await list(at(1), number);
      expect(await priceIn(shown)).toBe(firstSeed * 1_000);

      // Nobody knows whether a higher number exists.
      expect((await list(at(0), String(Number(number) + 1))).status).toBe(503);
      // A result is kept for a second, which may be from before.
      const ready = async () => {
        const answer = await fetch(`${at(0)}/readyz`);
        return { ...((await answer.json()) as object), status: answer.status };
      };
      await expect.poll(ready).toMatchObject({
        status: 503,
        checks: { database: 'unreachable' },
        standbys: Object.fromEntries(site.standbys.map(({ reads }) => [new URL(reads.url).host, 'ok'])),
      });

      for (const answer of await others) {
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        // A connection may end with the word of the server that it stops.
        expect(await answer.json()).toMatchObject({
          error: expect.stringMatching(
            /^The database (cannot be reached|is starting or stopping) right now\. Please try again\.$/,
          ),
        });
      }
    } finally {
      await restore();
    }
    const works = async () => (await otherCalls(at(0))).map(({ status }) => status);
    await expect.poll(works).toEqual([200, 200]);
    await become(['ok', 'ok']);
    await expect.poll(async () => (await fetch(`${at(0)}/readyz`)).status).toBe(200);
    log.takeErrors();
  }, 240_000);
});

describe('a history of concurrent clients', () => {
  let price = 0;
  const history = (operations: number, carriesNumber = true) => {
    price += 10_000;
    return checkHistory({ ...site, name: SOLD, operations, seed: 1, price, carriesNumber });
  };

  it('is caught with stale reads when clients do not carry the number', async () => {
    // On a busy machine, the standbys are left out before anything is read twice.
    const stale = async () => {
      await become(['ok', 'ok']);
      const { staleOwn, backwards } = await paused(() => history(200, false));
      return staleOwn + backwards;
    };
    await expect.poll(stale, { timeout: 100_000 }).toBeGreaterThan(0);
  });

  it('has no stale read and no step backwards, while standbys lag and lose connections', async () => {
    await become(['ok', 'ok']);
    const stop = new AbortController();
    const troubles = trouble(site.standbys, SHORT_TROUBLES, 1, stop.signal);
    const { reads, writes, failed: _, failures, ...wrong } = await history(1_200);
    stop.abort();
    expect(await troubles).toBeGreaterThan(0);
    expect(wrong).toEqual({ staleOwn: 0, backwards: 0, examples: [] });
    expect({ operations: reads + writes, failures }).toEqual({ operations: 1_200, failures: {} });
  });
});
