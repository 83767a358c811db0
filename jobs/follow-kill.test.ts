import { afterEach, expect, it } from 'vitest';
import { makeAccount, makeSale } from '../src/testing/accounts/factories.ts';
import { byApplication } from '../src/testing/faults/postgres-wire.ts';
import { FaultProxy } from '../src/testing/faults/proxy.ts';
import { makeFollow } from '../src/testing/market/follows.ts';
import { type ProgramProcess, startProgram } from '../src/testing/processes/programs.ts';
import { fixture } from '../src/testing/run/fixture.ts';
import { testServer } from '../src/testing/run/server.ts';
import { withClient } from '../src/testing/servers/postgres.ts';

const server = testServer();
interface Worker {
  process: ProgramProcess;
  /** Whether one of its database connections has this port at the server. */
  hasPort(port: number): boolean;
}

const proxies = [0, 1].map(() => fixture(() => FaultProxy.start(server.database.url), 'stop'));
const workers: Worker[] = [];

afterEach(() => Promise.all(workers.splice(0).map(({ process }) => process.stop('SIGKILL'))));

async function start(proxy: FaultProxy): Promise<void> {
  const connections = byApplication(proxy);
  const settings = { APP_SECRET: server.runtime.config.secret };
  workers.push({
    process: await startProgram('worker', proxy.url, settings),
    hasPort: (port) => connections('marketdex-worker').some((connection) => connection.port === port),
  });
}

it('two worker processes, one of them killed while it stores matches, lose and double nothing', async () => {
  const player = await makeAccount(server);
  const { follow_id } = await makeFollow(server, player, { filter: { kind: 'item', name: 'ball' } });
  const sales: number[] = [];
  // Sales of nobody, so that no submitter is notified. More than one step matches.
  for (let i = 0; i < 7; i += 1) sales.push(await makeSale(server, { status: 'approved' }));
  const matches = () =>
    server.sql('select sale_id from follow_match where follow_id = ? order by sale_id', [follow_id]);
  const entries = () =>
    server.sql(`select sale_id from inbox_entry where kind = 'follow_match' order by sale_id`);
  const expected = sales.toSorted((a, b) => a - b).map((sale_id) => ({ sale_id }));

  await withClient(server.database.ownerUrl, async (holder) => {
    // Matches can be stored, their inbox entries cannot.
    await holder.query('begin');
    await holder.query('lock table inbox_entry in share row exclusive mode');
    // Both wait until the approvals are final.
    await Promise.all(proxies.map(start));
    const blocked = () =>
      server.sql<{ port: number }>(
        `select client_port as port from pg_locks join pg_stat_activity using (pid)
         where not granted and relation = 'inbox_entry'::regclass`,
      );
    await expect.poll(async () => (await blocked()).length, { timeout: 90_000 }).toBe(1);
    const [{ port } = { port: 0 }] = await blocked();
    const [first, ...others] = workers.filter((worker) => worker.hasPort(port));
    expect(others).toEqual([]);
    expect(await first?.process.stop('SIGKILL')).toBe(null);
    await holder.query('commit');
  });
  await expect.poll(matches, { timeout: 90_000 }).toEqual(expected);
  expect(await entries()).toEqual(expected);
});
