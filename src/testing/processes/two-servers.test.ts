import { expect, it } from 'vitest';
import type { BulkResult } from '../../contract/review/review.ts';
import { zItemSubmission } from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { itemDraft } from '../../modules/sales/drafts.ts';
import { itemSubmission, makeAccount, makeSale, type TestAccount } from '../accounts/factories.ts';
import { TestSocket } from '../clients/socket.ts';
import { fixture } from '../run/fixture.ts';
import { testServer } from '../run/server.ts';
import { type ServerProcess, startServerProcesses } from './server-process.ts';

/** More updates than wait for a slow client, so that one who falls behind would miss some. */
const SALES = LIMITS.live.waiting + 200;
/** Each pair goes through the same sales at once, one of them at each server. */
const PAIRS = 10;
const BATCH = 20;
const SINGLES = 20;
/** The number of sales that are being approved when their reviewer is suspended. */
const IN_FLIGHT = 8;

const server = testServer();
const processes = fixture(
  async () => (await startServerProcesses(2, server.database.url)) as [ServerProcess, ServerProcess],
  async (all) => expect(await Promise.all(all.map((one) => one.stop()))).toEqual([0, 0]),
);

/** Stores pending sales of many names and prices; their ids. */
async function storeSales(submitter: TestAccount): Promise<number[]> {
  const items = await server.sql<{ name: string }>('select name from item order by item_id limit 100');
  const batch = Array.from({ length: SALES }, (_, i) => ({
    draft: itemDraft(
      zItemSubmission.parse(
        itemSubmission({
          item_name: items[i % items.length]?.name,
          price: 1_000 + i,
          date_sold: server.daysAgo(i % 300),
          proof_url: `https://forum.example/thread/${i}`,
        }),
      ),
    ),
    status: 'pending' as const,
    submittedBy: submitter.user.user_id,
    dateSubmitted: server.clock.now(),
  }));
  const { saleBulk: bulk } = server.services();
  for (let from = 0; from < SALES; from += 500)
    await bulk.add(batch.slice(from, from + 500), { by: submitter.actor });
  const stored = await server.sql<{ sale_id: number }>(
    'select sale_id from sale where submitted_by = ? order by sale_id',
    [submitter.user.user_id],
  );
  return stored.map((row) => row.sale_id);
}

interface Tried {
  by: string;
  results: BulkResult[];
}

/** Goes through sales as one reviewer at one server does: most in bulk, the last ones one by one. */
async function review(url: string, { token, user }: TestAccount, ids: readonly number[]): Promise<Tried> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const decide = async (sales: readonly number[]): Promise<BulkResult[]> => {
    const status = user.user_id % 2 ? 'approved' : 'rejected';
    const body = JSON.stringify({ sales: sales.map((id) => ({ id })), status });
    const answer = await fetch(`${url}/trpc/reviews.decideMany`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { result: { data: { results: BulkResult[] } } }).result.data.results;
  };
  const results: BulkResult[] = [];
  const bulk = ids.length - SINGLES;
  for (let from = 0; from < bulk; from += BATCH)
    results.push(...(await decide(ids.slice(from, Math.min(from + BATCH, bulk)))));
  for (const id of ids.slice(bulk)) results.push(...(await decide([id])));
  return { by: user.username, results };
}

it('decides each sale once, and reports at one server what was decided at the other', async () => {
  const submitter = await makeAccount(server);
  const admin = await makeAccount(server, 'admin');
  const checkers: TestAccount[] = [];
  for (let i = 0; i < 2 * PAIRS; i += 1) checkers.push(await makeAccount(server, 'checker'));
  const ids = await storeSales(submitter);
  const listeners = await Promise.all(
    processes.map((process) => TestSocket.open(process, { token: admin.token })),
  );
  for (const listener of listeners) await listener.subscribe('reviews.live');

  const share = SALES / PAIRS;
  const tried = await Promise.all(
    checkers.map((checker, i) => {
      const from = Math.floor(i / 2) * share;
      return review(processes[i % 2 === 0 ? 0 : 1].url, checker, ids.slice(from, from + share));
    }),
  );

  const won = tried.flatMap(({ by, results }) =>
    results.flatMap((result) => (result.ok ? [{ ...result, by }] : [])),
  );
  expect(won.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
  const winnerOf = new Map(won.map(({ id, by }) => [id, by]));
  for (const { results } of tried)
    for (const result of results)
      if (!result.ok) expect(result).toMatchObject({ decided: { by: winnerOf.get(result.id) } });
  // Both servers won some, or nothing was raced for.
  const winners = tried.flatMap(({ results }, i) => (results.some(({ ok }) => ok) ? [i % 2] : []));
  expect(new Set(winners)).toEqual(new Set([0, 1]));

  const stored = await server.sql(
    `select s.sale_id, s.status, s.version, count(*)::int as decisions, min(username) as by
       from sale s join sale_event e using (sale_id) join account on user_id = actor_id where e.type in ('approved', 'rejected') and s.submitted_by = ?
       group by s.sale_id order by s.sale_id`,
    [submitter.user.user_id],
  );
  expect(stored).toEqual(
    won
      .map(({ id, status, by }) => ({ sale_id: id, status, version: 2, decisions: 1, by }))
      .toSorted((a, b) => a.sale_id - b.sale_id),
  );

  for (const listener of listeners) {
    const heard = new Map<number, string>();
    while (heard.size < SALES) {
      const update = await listener.update();
      expect(update.type).not.toBe('many');
      if (update.type === 'sale') heard.set(update.sale_id, update.by);
    }
    expect(heard).toEqual(winnerOf);
    await listener.close();
  }
}, 180_000);

const mutate = (url: string, path: string, { token }: TestAccount, input: object) =>
  fetch(`${url}/trpc/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });

const approvedBy = async ({ user }: TestAccount) =>
  (
    await server.sql<{ sales: number }>(
      `select count(*)::int as sales from sale where status = 'approved' and decided_by = ?`,
      [user.user_id],
    )
  )[0]?.sales;

it('a suspension at one server returns the approvals that are in flight at the other', async () => {
  const [admin, submitter, checker] = [
    await makeAccount(server, 'admin'),
    await makeAccount(server),
    await makeAccount(server, 'checker'),
  ];
  const own = await makeSale(server, { by: checker });

  const statuses: number[] = [];
  let suspension: Promise<Response> | undefined;
  // Until the suspension refuses it, however long that takes.
  const approve = async () => {
    let status: number;
    do {
      const id = await makeSale(server, { by: submitter });
      ({ status } = await mutate(processes[0].url, 'items.setStatus', checker, { id, status: 'approved' }));
      statuses.push(status);
      if (statuses.length >= IN_FLIGHT)
        suspension ??= mutate(processes[1].url, 'admin.suspend', admin, {
          id: checker.user.user_id,
          reason: 'Approves everything',
          return_since: '1970-01-01',
          reject_pending: true,
        });
    } while (status === 200);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, approve));
  expect((await suspension)?.status).toBe(200);
  expect(new Set(statuses)).toEqual(new Set([200, 401]));

  // The job runs in one of the processes.
  await expect.poll(() => approvedBy(checker)).toBe(0);
  const [run] = await server.sql<{ status: string; returned: number }>(
    'select status, returned from approval_return',
  );
  expect(run?.returned).toBe(statuses.filter((status) => status === 200).length);
  const [rejected] = await server.sql('select status from sale where sale_id = ?', [own]);
  expect(rejected).toEqual({ status: 'rejected' });
}, 180_000);
