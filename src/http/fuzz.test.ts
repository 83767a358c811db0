import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deadSession } from '../modules/actor.ts';
import {
  makeAccount,
  makeSale,
  makeSprite,
  openSession,
  type TestAccount,
} from '../testing/accounts/factories.ts';
import { type FuzzAnswer, FuzzClient } from '../testing/fuzz/client.ts';
import {
  definitionsOf,
  type FuzzRequest,
  operationsOf,
  restRequests,
  unstorableRequests,
} from '../testing/fuzz/requests.ts';
import { trpcRequests } from '../testing/fuzz/trpc.ts';
import { testServer } from '../testing/run/server.ts';
import { appRouter } from '../trpc/router.ts';
import { openApiDocument } from './docs/docs.ts';

/** `FUZZ_REST=30000 FUZZ_TRPC=4000 FUZZ_SEED=7` sets the number of requests and the seed. */
const REST = Number(process.env.FUZZ_REST ?? 1_500);
const TRPC = Number(process.env.FUZZ_TRPC ?? 400);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
/** Requests for each text of an operation, with a text that cannot be stored. */
const UNSTORABLE = 4;
/** The number of requests after which accounts are created again, because some requests suspend them. */
const ROUND = 500;
const AT_ONCE = 8;
const LIMIT_MS = 60 * 60_000;

const server = testServer();
let client: FuzzClient;

beforeAll(() => {
  client = new FuzzClient(server.url);
});
afterAll(() => client.close());

type Callers = Record<FuzzRequest['caller'], { account?: TestAccount; token: string | null }>;

/** New accounts, and rows that they can find. */
async function newRound(): Promise<Callers> {
  const [user, checker, admin] = [
    await makeAccount(server),
    await makeAccount(server, 'checker'),
    await makeAccount(server, 'admin'),
  ];
  for (const kind of ['item', 'pokemon'] as const) {
    await makeSale(server, { kind, by: user });
    await makeSale(server, { kind, by: user, status: 'approved' });
  }
  await server.sql('delete from sprite');
  await makeSprite(server, 445, 'Garchomp');
  const signedIn = (account: TestAccount) => ({ account, token: account.token });
  return {
    visitor: { token: null },
    user: signedIn(user),
    checker: signedIn(checker),
    admin: signedIn(admin),
    stranger: { token: 'nobody' },
  };
}

/** Signs a caller in again whose session some request has ended: all later ones would be refused. */
async function keepSignedIn(caller: Callers[FuzzRequest['caller']], answer: FuzzAnswer): Promise<void> {
  const hasEnded = answer.status === 401 && answer.body.includes(deadSession().message);
  if (hasEnded && caller.account) caller.token = await openSession(server, caller.account.user);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with a REST response; null when nothing is. */
function restProblem({ status, requestId, type, body }: FuzzAnswer): string | null {
  if (status === 500) return 'failed';
  if (requestId === undefined) return 'has no request id';
  if (status < 400) return null;
  if (!type.startsWith('application/json')) return `has the type ${type}`;
  const error = parsed(body) as Record<string, unknown> | undefined;
  if (error?.request_id !== requestId) return 'has another request id in its body';
  if (typeof error.error !== 'string' || error.error === '') return 'has no sentence';
  if (typeof error.code !== 'string' || error.code === 'INTERNAL_SERVER_ERROR') return 'has no code';
  const unknown = Object.keys(error).filter(
    (key) => !['error', 'code', 'reason', 'details', 'fields', 'decided', 'request_id'].includes(key),
  );
  return unknown.length ? `has ${unknown.join()}` : null;
}

interface TrpcError {
  message?: unknown;
  data?: { httpStatus?: number; requestId?: string };
}

/** The same for tRPC. */
function trpcProblem({ status, requestId, type, body }: FuzzAnswer): string | null {
  if (status === 500) return 'failed';
  if (requestId === undefined) return 'has no request id';
  if (body.includes('INTERNAL_SERVER_ERROR')) return 'failed in a part';
  // Streams carry their errors in frames.
  if (status < 400 && (status !== 207 || !type.startsWith('application/json'))) return null;
  const results = [parsed(body)].flat() as ({ error?: TrpcError } | undefined)[];
  for (const result of results) {
    if (!result) return 'is not JSON';
    if (!result.error) continue;
    const { message, data } = result.error;
    if (typeof message !== 'string' || message === '') return 'has no message';
    if (data?.requestId !== requestId) return 'has another request id in its body';
  }
  return null;
}

/** Sends the requests; returns a line for each invalid response, with its request. */
async function problemsOf(
  requests: readonly FuzzRequest[],
  problemOf: (answer: FuzzAnswer) => string | null,
): Promise<string[]> {
  const problems: string[] = [];
  for (let start = 0; start < requests.length; start += ROUND) {
    const callers = await newRound();
    const round = requests.slice(start, start + ROUND);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = round.shift(); next; next = round.shift()) {
          const caller = callers[next.caller];
          const answer = await client.send(next, caller.token).catch((error) => String(error));
          if (typeof answer !== 'string') await keepSignedIn(caller, answer);
          const problem = typeof answer === 'string' ? answer : problemOf(answer);
          const body = typeof answer === 'string' ? '' : answer.body.slice(0, 300);
          if (problem !== null) problems.push(`${problem}: ${JSON.stringify(next).slice(0, 1_500)} ${body}`);
        }
      }),
    );
  }
  return problems;
}

it(
  `handles ${REST} requests generated from the OpenAPI document without a failure`,
  async () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(appRouter)));
    const definitions = definitionsOf(document);
    const operations = operationsOf(document);
    expect(operations.length).toBeGreaterThan(40);
    const request = fc.constantFrom(...operations).chain((operation) => restRequests(operation, definitions));
    const unstorable = operations.flatMap((operation) => unstorableRequests(operation, definitions));
    const requests = [
      ...fc.sample(request, { numRuns: REST, seed: SEED }),
      ...unstorable.flatMap((one, index) => fc.sample(one, { numRuns: UNSTORABLE, seed: SEED + index })),
    ];
    expect(await problemsOf(requests, restProblem)).toEqual([]);
  },
  LIMIT_MS,
);

it(
  `handles ${TRPC} tRPC requests without a failure`,
  async () => {
    const requests = fc.sample(trpcRequests(appRouter), { numRuns: TRPC, seed: SEED });
    expect(await problemsOf(requests, trpcProblem)).toEqual([]);
  },
  LIMIT_MS,
);
