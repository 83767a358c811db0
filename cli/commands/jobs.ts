import { counted, formatNumber } from '../../src/contract/shared/plural.ts';
import { type QueueBackend, type QueueReport, withQueue } from '../../src/queue/backend.ts';
import { checkRedis } from '../../src/queue/check-redis.ts';
import type { FinishedState } from '../../src/queue/class-queue.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import type { CliCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { printResult, table } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

/** @throws DomainError with a message for the operator when Redis cannot be used */
async function onQueue<T>(
  { config, database, logger }: Runtime,
  work: (queue: QueueBackend) => Promise<T>,
): Promise<T> {
  const { redisUrl } = config;
  if (redisUrl !== undefined) await checkRedis(redisUrl);
  return withQueue({ redisUrl, databaseUrl: database.url, logger }, work);
}

interface QueueStatus extends QueueReport {
  queue: 'Redis' | 'PostgreSQL';
}

function statusText({ queue, counts, failed }: QueueStatus): string {
  const states = Object.entries(counts).map(([state, jobs]) => ({ state, jobs }));
  const parts = [`The queue is in ${queue}.`, table(states)];
  if (failed.length) {
    const rows = failed.map(({ id, name, attempts, failed_at, reason }) => ({
      job: name,
      id,
      attempts,
      failed: failed_at,
      reason: reason.replace(/\s+/g, ' '),
    }));
    const more = counts.failed > failed.length ? `The newest ${failed.length} of ` : '';
    parts.push(`${more}${formatNumber(counts.failed)} failed:`, table(rows));
  }
  return parts.join('\n\n');
}

async function retry(id: string | undefined, options: GlobalOptions & { all?: boolean }): Promise<void> {
  if ((id === undefined) === !options.all) throw new UsageError('Give the id of a job, or --all');
  const retried = await withServices(options, async ({ audit }, runtime) => {
    const number = await onQueue(runtime, (queue) => queue.retry(id ?? null));
    await audit.record('jobs.retried', { detail: { id: id ?? 'all', jobs: number } });
    return number;
  });
  printResult(options.json, { retried }, () => `${counted(retried, 'job')} will be retried.`);
}

async function clean(options: GlobalOptions & { failed?: boolean; completed?: boolean }): Promise<void> {
  const states: FinishedState[] = [];
  if (options.failed) states.push('failed');
  if (options.completed) states.push('completed');
  if (!states.length) throw new UsageError('Give --failed, --completed, or both');
  const removed = await withServices(options, async ({ audit }, runtime) => {
    let number = 0;
    await onQueue(runtime, async (queue) => {
      for (const state of states) number += await queue.clean(state);
    });
    await audit.record('jobs.cleaned', { detail: { states, jobs: number } });
    return number;
  });
  printResult(options.json, { removed }, () => `${counted(removed, 'job')} removed.`);
}

async function showStatus(options: GlobalOptions): Promise<void> {
  const found = await withServices(options, async (_services, runtime): Promise<QueueStatus> => {
    const report = await onQueue(runtime, (queue) => queue.report());
    return { queue: runtime.config.redisUrl ? 'Redis' : 'PostgreSQL', ...report };
  });
  printResult(options.json, found, () => statusText(found));
}

export function jobsCommands(program: CliCommand): void {
  const jobs = program.command('jobs').description('show the job queue; retry or remove jobs');

  jobs
    .command('status')
    .description('count jobs by state; show permanently failed jobs with the reason')
    .example('jobs status')
    .runs(showStatus);

  jobs
    .command('retry')
    .description('queue failed jobs again, with all their attempts')
    .argument('[id]', 'the id of a failed job, as shown by jobs status')
    .option('--all', 'all failed jobs')
    .example('jobs retry 7', 'jobs retry --all')
    .runs(retry);

  jobs
    .command('clean')
    .description('remove finished jobs')
    .option('--failed', 'permanently failed jobs')
    .option('--completed', 'completed jobs')
    .example('jobs clean --completed')
    .runs(clean);
}
