import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notFound } from '../src/lib/errors.ts';
import { DuplicateScanService } from '../src/modules/duplicates/duplicate-scan.service.ts';
import { JOBS } from '../src/queue/definitions.ts';
import { JobDeferred } from '../src/queue/job-handler.ts';
import { OutboxMessage } from '../src/queue/queue.entity.ts';
import { makeDuplicates } from '../src/testing/market/duplicates.ts';
import { endLocks } from '../src/testing/processes/killed-jobs.ts';
import { type ProgramProcess, startProgram } from '../src/testing/processes/programs.ts';
import { handlerOf } from '../src/testing/run/job-handlers.ts';
import { testServer } from '../src/testing/run/server.ts';
import { withClient } from '../src/testing/servers/postgres.ts';

const server = testServer();

const workers: ProgramProcess[] = [];

beforeEach(async () => {
  await server.truncate('sale', 'duplicate_scan', 'outbox');
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

async function startWorker(): Promise<ProgramProcess> {
  const settings = { APP_SECRET: server.runtime.config.secret };
  const worker = await startProgram('worker', server.database.url, settings);
  workers.push(worker);
  return worker;
}

const status = () => server.services().duplicateScan.status();
const groups = () =>
  server.sql<{ kind: string; sale_ids: number[] }>(
    'select kind, sale_ids from duplicate_group order by kind, group_id',
  );

it('a scan is resumed after its worker is killed, and completes once', async () => {
  const items = await makeDuplicates(server);
  const pokemon = await makeDuplicates(server, { kind: 'pokemon' });
  const scanId = await server.services().duplicateScan.start();
  await withClient(server.database.ownerUrl, async (holder) => {
    // The worker has found the item groups and waits for the lock to store them …
    await holder.query('begin');
    await holder.query('lock table duplicate_group in share row exclusive mode');
    const worker = await startWorker();
    const waits = `select from pg_locks where not granted and relation = 'duplicate_group'::regclass`;
    await expect.poll(async () => (await server.sql(waits)).length).toBeGreaterThan(0);
    await worker.stop('SIGKILL');
    await holder.query('commit');
    // … and its open transaction is rolled back.
    await expect.poll(async () => (await server.sql(waits)).length).toBe(0);
  });
  expect(await status()).toMatchObject({ job_id: String(scanId), status: 'running', progress: 0 });
  expect(await groups()).toEqual([]);

  await endLocks(server, [JOBS.scanDuplicates.name]);
  await startWorker();
  await expect.poll(status).toMatchObject({ status: 'done', progress: 1 });
  expect(await status()).toMatchObject({ job_id: String(scanId) });
  expect(await groups()).toEqual([
    { kind: 'item', sale_ids: expect.arrayContaining(items) },
    { kind: 'pokemon', sale_ids: expect.arrayContaining(pokemon) },
  ]);
});

it('stops between two steps on shutdown, which is no attempt', async () => {
  const scan_id = await server.services().duplicateScan.start();
  const handler = handlerOf(server, JOBS.scanDuplicates);
  const closing = new AbortController();
  const interrupted = handler.run({ scan_id }, { id: 'job', attempt: 1, signal: closing.signal });
  closing.abort(new Error('shutdown'));
  await expect(interrupted).rejects.toThrow(JobDeferred);
  expect(await status()).toMatchObject({ status: 'running', progress: 0 });

  const last = { id: 'job', attempt: JOBS.scanDuplicates.attempts, signal: AbortSignal.abort() };
  await expect(handler.run({ scan_id }, last)).rejects.toThrow(JobDeferred);
  expect(await status()).toMatchObject({ status: 'running', progress: 0 });
});

it('fails after the last attempt', async () => {
  const scan_id = await server.services().duplicateScan.start();
  const step = vi.spyOn(DuplicateScanService.prototype, 'next').mockRejectedValue(new Error('No luck.'));
  const attempt = (number: number) =>
    handlerOf(server, JOBS.scanDuplicates).run(
      { scan_id },
      { id: 'job', attempt: number, signal: new AbortController().signal },
    );
  await expect(attempt(JOBS.scanDuplicates.attempts - 1)).rejects.toThrow('No luck.');
  expect(await status()).toMatchObject({ status: 'waiting' });
  await expect(attempt(JOBS.scanDuplicates.attempts)).rejects.toThrow('No luck.');
  step.mockRestore();
  expect(await status()).toMatchObject({
    status: 'failed',
    error: 'The scan failed. See the log for details.',
  });
});

it('queues one scan each night at 03:40 UTC', async () => {
  expect(JOBS.scanDuplicatesNightly.cron).toBe('40 3 * * *');
  const handler = handlerOf(server, JOBS.scanDuplicatesNightly);
  const run = { id: 'job', attempt: 1, signal: new AbortController().signal };
  await handler.run({}, run);
  const { job_id } = await status();
  await handler.run({}, run);
  expect(await status()).toMatchObject({ job_id, status: 'waiting' });
  const queued = await server.runtime.orm.em.fork().find(OutboxMessage, { job: JOBS.scanDuplicates.name });
  expect(queued.map(({ payload }) => payload)).toContainEqual({ scan_id: Number(job_id) });
  expect(await server.sql('select requested_name from duplicate_scan where scan_id = ?', [job_id])).toEqual([
    { requested_name: 'nightly scan' },
  ]);
});

it('is given up at once when a retry cannot help', async () => {
  const scan_id = await server.services().duplicateScan.start();
  const step = vi.spyOn(DuplicateScanService.prototype, 'next').mockRejectedValue(notFound('sale'));
  const run = { id: 'job', attempt: 1, signal: new AbortController().signal };
  await expect(handlerOf(server, JOBS.scanDuplicates).run({ scan_id }, run)).rejects.toThrow(
    'There is no such sale.',
  );
  step.mockRestore();
  expect(await status()).toMatchObject({ status: 'failed' });
});

it('fails immediately for a scan that does not exist', async () => {
  const run = { id: 'job', attempt: JOBS.scanDuplicates.attempts, signal: new AbortController().signal };
  await expect(handlerOf(server, JOBS.scanDuplicates).run({ scan_id: 999_999 }, run)).rejects.toThrow(
    'There is no such scan.',
  );
});
