import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { LIMITS } from '../src/contract/shared/limits.ts';
import { JOBS } from '../src/queue/definitions.ts';
import { JobDeferred } from '../src/queue/job-handler.ts';
import { makeAccount } from '../src/testing/accounts/factories.ts';
import { makeApprovals } from '../src/testing/market/approvals.ts';
import { runCli } from '../src/testing/processes/cli-process.ts';
import { type ProgramProcess, startProgram } from '../src/testing/processes/programs.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { handlerOf } from '../src/testing/run/job-handlers.ts';
import { testServer } from '../src/testing/run/server.ts';

const server = testServer();
const { returnBatch } = LIMITS.review;

const folder = testFolder();
let worker: ProgramProcess | undefined;

afterEach(() => worker?.stop());

const settings = () => ({
  DATABASE_URL: server.database.url,
  DATA_DIR: folder,
  APP_SECRET: server.runtime.config.secret,
});

const handlerOfReturns = () => handlerOf(server, JOBS.returnApprovals);

const runOf = async (id: number) => {
  const [run] = await server.sql('select status, returned, total from approval_return where run_id = ?', [
    id,
  ]);
  return run;
};

/** The number of connections that wait for a lock held by the test. */
const waiting = async () => {
  const [row] = await server.sql<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.waiting;
};

const pendingOf = async (ids: number[]) => {
  const [row] = await server.sql<{ pending: number }>(
    `select count(*)::int as pending from sale where status = 'pending' and sale_id = any(?)`,
    [`{${ids.join()}}`],
  );
  return row?.pending;
};

/** The returned sales, one entry per return. */
const returnedOf = async (ids: number[]) => {
  const rows = await server.sql<{ sale_id: number }>(
    `select sale_id from sale_event where type = 'returned' and sale_id = any(?) order by sale_id`,
    [`{${ids.join()}}`],
  );
  return rows.map(({ sale_id }) => sale_id);
};

it('when a worker is killed within a batch, the batch is rolled back and the next process resumes there', async () => {
  const checker = await makeAccount(server, 'checker');
  const admin = await makeAccount(server, 'admin');
  const ids = await makeApprovals(server, checker, 3 * returnBatch + 10);
  const since = new Date(server.clock.now().getTime() - 1_000).toISOString();
  const request = { reviewer_id: checker.user.user_id, since };
  const { run_id } = await server.services(admin.actor).reviewerAudit.start(request);

  const holder = new Client({ connectionString: server.database.ownerUrl });
  const tables = new Client({ connectionString: server.database.ownerUrl });
  await Promise.all([holder.connect(), tables.connect()]);
  try {
    // The first batch completes; the second one blocks before its first sale …
    await holder.query('begin');
    await holder.query('select from sale where sale_id = $1 for update', [ids[returnBatch]]);
    worker = await startProgram('worker', server.database.url, settings());
    await expect.poll(() => runOf(run_id)).toMatchObject({ returned: returnBatch });
    await expect.poll(waiting).toBe(1);
    // … and then, after its sales are changed, before their history is written.
    await tables.query('begin');
    await tables.query('lock table sale_event in share row exclusive mode');
    await holder.query('commit');
    await expect
      .poll(
        async () =>
          (await server.sql(`select from pg_locks where not granted and relation = 'sale_event'::regclass`))
            .length,
      )
      .toBeGreaterThan(0);
    await worker.stop('SIGKILL');
    await tables.query('commit');
  } finally {
    await Promise.all([holder.end(), tables.end()]);
  }
  await expect.poll(waiting).toBe(0);
  expect(await runOf(run_id)).toMatchObject({ status: 'running', returned: returnBatch, total: ids.length });
  expect(await pendingOf(ids)).toBe(returnBatch);

  // Another process resumes: an operator starts the same return on the command line.
  const args = ['reviews', 'return', '--reviewer', checker.user.username, '--since', since, '--json'];
  const finished = await runCli(args, { settings: settings() });
  expect(finished).toEqual({ code: 0, stdout: expect.any(String), stderr: expect.any(String) });
  expect(JSON.parse(finished.stdout).run).toMatchObject({
    run_id,
    status: 'done',
    returned: ids.length,
    total: ids.length,
    requested_by: admin.user.username,
  });
  expect(await returnedOf(ids)).toEqual(ids);
  expect(await pendingOf(ids)).toBe(ids.length);
  const [by] = await server.sql(
    `select count(distinct actor_id)::int as actors, max(actor_id) as actor from sale_event where type = 'returned'`,
  );
  expect(by).toEqual({ actors: 1, actor: admin.user.user_id });
}, 180_000);

it('stops between two batches on shutdown, which is no attempt', async () => {
  const checker = await makeAccount(server, 'checker');
  const ids = await makeApprovals(server, checker, 2 * returnBatch);
  const since = new Date(server.clock.now().getTime() - 1_000).toISOString();
  const request = { reviewer_id: checker.user.user_id, since };
  const { run_id } = await server.services().reviewerAudit.start(request);
  const last = JOBS.returnApprovals.attempts;
  const attempt = (number: number, signal: AbortSignal) =>
    handlerOfReturns().run({ run_id }, { id: 'job', attempt: number, signal });

  const closing = new AbortController();
  const interrupted = attempt(1, closing.signal);
  closing.abort(new Error('shutdown'));
  await expect(interrupted).rejects.toThrow(JobDeferred);
  expect(await runOf(run_id)).toMatchObject({ status: 'running', returned: returnBatch });

  await expect(attempt(last, AbortSignal.abort())).rejects.toThrow(JobDeferred);
  expect(await runOf(run_id)).toMatchObject({ status: 'running', returned: returnBatch });
  expect(await pendingOf(ids)).toBe(returnBatch);

  await attempt(last, new AbortController().signal);
  expect(await runOf(run_id)).toMatchObject({ status: 'done', returned: ids.length });
});

it('enqueues the lost job of an unfinished return again, and no finished one', async () => {
  const checker = await makeAccount(server, 'checker');
  const request = { reviewer_id: checker.user.user_id, since: '2026-01-01' };
  const { reviewerAudit } = server.services();
  const run = { id: 'job', attempt: 1, signal: new AbortController().signal };
  await handlerOfReturns().run({ run_id: (await reviewerAudit.start(request)).run_id }, run);
  const { run_id } = await reviewerAudit.start(request);
  await server.sql('truncate outbox');

  await handlerOf(server, JOBS.resumeReturns).run({}, run);
  expect(await server.sql('select job, payload from outbox')).toEqual([
    { job: 'reviews.return-approvals', payload: { run_id } },
  ]);
});

it('fails immediately for a return that does not exist', async () => {
  const handler = handlerOfReturns();
  const run = { id: 'job', attempt: 1, signal: new AbortController().signal };
  await expect(handler?.run({ run_id: 999_999 }, run)).rejects.toThrow(
    'There is no such return of approvals.',
  );
});
