import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount, makeSale, type TestAccount } from '../../testing/factories.ts';
import { type ServerProcess, startServerProcesses } from '../../testing/processes/server-process.ts';
import { testServer } from '../../testing/server.ts';

const SALES = 60;
const IN_FLIGHT = 8;

const server = testServer();
let processes: [ServerProcess, ServerProcess];

beforeAll(async () => {
  processes = (await startServerProcesses(2, server.database.url)) as [ServerProcess, ServerProcess];
});
afterAll(async () => {
  expect(await Promise.all(processes.map((process) => process.stop()))).toEqual([0, 0]);
});

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
  const waiting: number[] = [];
  for (let i = 0; i < SALES; i += 1)
    waiting.push(await makeSale(server, { by: submitter, price: 1_000 + i }));

  const statuses: number[] = [];
  let suspension: Promise<Response> | undefined;
  const approve = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const { status } = await mutate(processes[0].url, 'items.setStatus', checker, {
        id,
        status: 'approved',
      });
      statuses.push(status);
      if (statuses.length < IN_FLIGHT) continue;
      suspension ??= mutate(processes[1].url, 'admin.suspend', admin, {
        id: checker.user.user_id,
        reason: 'Approves everything',
        return_since: '1970-01-01',
        reject_pending: true,
      });
    }
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
