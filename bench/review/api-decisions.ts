import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { createAdmin } from '../kit/account.ts';
import { median, quantile, rounded } from '../kit/figures.ts';
import { postgresCpuSeconds } from '../kit/process-usage.ts';
import { withWebProcess } from '../kit/server-process.ts';

const REVIEWERS = 8;
/** Calls of a reviewer at the same time. */
const CALLS = 4;

interface Call {
  path: string;
  method: 'PATCH' | 'POST';
  body: unknown;
}

/** How sales are approved, and how many with a call. */
interface Door {
  name: string;
  perCall: number;
  call: (saleIds: readonly number[]) => Call;
}

const many = (saleIds: readonly number[]): Call => ({
  path: '/trpc/reviews.decideMany',
  method: 'POST',
  body: { sales: saleIds.map((id) => ({ id })), status: 'approved' },
});

const DOORS: Door[] = [
  {
    name: 'REST, one sale',
    perCall: 1,
    call: ([id]) => ({ path: `/api/items/${id}/status`, method: 'PATCH', body: { status: 'approved' } }),
  },
  { name: 'tRPC, one sale', perCall: 1, call: many },
  { name: `tRPC, ${LIMITS.review.bulk} sales`, perCall: LIMITS.review.bulk, call: many },
];

interface Round {
  perSecond: number;
  webMicros: number;
  postgresMicros: number;
  times: number[];
}

export interface ApiDecisionsOptions {
  databaseUrl: string;
  /** The folder of the PostgreSQL cluster. */
  cluster: string;
  seconds: number;
  rounds: number;
  /** Inserts pending sales of items. @returns their ids */
  addPending: (count: number) => Promise<number[]>;
}

/** Approvals through the API of one web process, each once: how many a second, and their processor time. */
export async function measureApiDecisions(options: ApiDecisionsOptions): Promise<void> {
  const { databaseUrl, cluster, seconds, rounds, addPending } = options;
  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', DATA_DIR: path.dirname(cluster) };
  const pid = Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  await withWebProcess({ ...settings, DATABASE_POOL: '32' }, async (web) => {
    const tokens: string[] = [];
    for (let index = 0; index < REVIEWERS; index += 1)
      tokens.push(await createAdmin(web.url, settings, `reviewer_${index}`));

    const approve = async ({ path: at, method, body }: Call, token: string) => {
      const answer = await fetch(`${web.url}${at}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status !== 200 || text.includes('"ok":false'))
        throw new Error(`${at} responds with ${answer.status}: ${text.slice(0, 300)}`);
    };

    const measure = async ({ perCall, call }: Door): Promise<Round> => {
      const queue = await addPending(seconds * 4_000);
      const times: number[] = [];
      const cpu = { web: web.cpuSeconds(), postgres: postgresCpuSeconds(pid) };
      const start = performance.now();
      const until = start + seconds * 1_000;
      const reviewer = async (token: string) => {
        while (performance.now() < until && queue.length >= perCall) {
          const began = performance.now();
          await approve(call(queue.splice(-perCall)), token);
          times.push(performance.now() - began);
        }
      };
      await Promise.all(tokens.flatMap((token) => Array.from({ length: CALLS }, () => reviewer(token))));
      const decided = times.length * perCall;
      return {
        perSecond: (decided / (performance.now() - start)) * 1_000,
        webMicros: ((web.cpuSeconds() - cpu.web) * 1e6) / decided,
        postgresMicros: ((postgresCpuSeconds(pid) - cpu.postgres) * 1e6) / decided,
        times,
      };
    };

    const found = new Map<Door, Round[]>();
    for (let round = 0; round <= rounds; round += 1)
      for (const door of DOORS) {
        const measured = await measure(door);
        // The first round warms up.
        if (round > 0) found.set(door, [...(found.get(door) ?? []), measured]);
      }
    console.info(
      `approvals through the API, ${REVIEWERS} reviewers with ${CALLS} calls each, one web process`,
    );
    console.table(
      [...found].map(([{ name }, measured]) => ({
        call: name,
        'decisions/s, median': Math.round(median(measured.map(({ perSecond }) => perSecond))),
        'CPU µs a decision, web': Math.round(median(measured.map(({ webMicros }) => webMicros))),
        'CPU µs, PostgreSQL': Math.round(median(measured.map(({ postgresMicros }) => postgresMicros))),
        'median ms a call': rounded(median(measured.flatMap(({ times }) => times))),
        'p99 ms a call': rounded(
          quantile(
            measured.flatMap(({ times }) => times),
            0.99,
          ),
        ),
      })),
    );
  });
}
