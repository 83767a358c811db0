import type { Command } from 'commander';
import { databaseUrlOf } from '../../src/db/database.ts';
import type { QueueOptions, QueueReport } from '../../src/queue/backend.ts';
import { queueReport, withQueue } from '../../src/queue/queue-report.ts';
import type { FinishedState } from '../../src/queue/queue-state.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { UsageError } from '../errors.ts';
import { count, counted, printResult, table } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

const queueOf = ({ config, orm, logger }: Runtime): QueueOptions => ({
  redisUrl: config.redisUrl,
  databaseUrl: databaseUrlOf(orm),
  logger,
});

function statusText({ counts, failed }: QueueReport): string {
  const states = Object.entries(counts).map(([state, jobs]) => ({ state, jobs }));
  const parts = [table(['state', 'jobs'], states)];
  if (failed.length) {
    const rows = failed.map(({ id, name, attempts, failed_at, reason }) => ({
      job: name,
      id,
      tries: attempts,
      failed: failed_at,
      reason: reason.replace(/\s+/g, ' '),
    }));
    const more = counts.failed > failed.length ? `The newest ${failed.length} of ` : '';
    parts.push(
      `${more}${count(counts.failed)} failed:`,
      table(['job', 'id', 'tries', 'failed', 'reason'], rows),
    );
  }
  return parts.join('\n\n');
}

interface RetryOptions extends GlobalOptions {
  all?: boolean;
}

interface CleanOptions extends GlobalOptions {
  failed?: boolean;
  completed?: boolean;
}

async function retry(id: string | undefined, options: RetryOptions): Promise<void> {
  if ((id === undefined) === !options.all) throw new UsageError('Name one job, or give --all');
  const retried = await withServices(options, async ({ audit }, runtime) => {
    const number = await withQueue(queueOf(runtime), (queue) => queue.retry(id ?? null));
    await audit.record({ action: 'jobs.retried', detail: { id: id ?? 'all', jobs: number } });
    return number;
  });
  printResult(Boolean(options.json), { retried }, () => `${counted(retried, 'job')} will be tried again.`);
}

async function clean(options: CleanOptions): Promise<void> {
  const states: FinishedState[] = [];
  if (options.failed) states.push('failed');
  if (options.completed) states.push('completed');
  if (!states.length) throw new UsageError('Say which: --failed, --completed, or both');
  const removed = await withServices(options, async ({ audit }, runtime) => {
    let number = 0;
    await withQueue(queueOf(runtime), async (queue) => {
      for (const state of states) number += await queue.clean(state);
    });
    await audit.record({ action: 'jobs.cleaned', detail: { states, jobs: number } });
    return number;
  });
  printResult(Boolean(options.json), { removed }, () => `${counted(removed, 'job')} forgotten.`);
}

/** `jobs`: what waits to be done, and what could not be. */
export function jobsCommands(program: Command): void {
  const jobs = program
    .command('jobs')
    .description('see what waits to be done and what could not be, and try that again');

  jobs
    .command('status')
    .description('count the jobs by state; show those that failed for good, and why')
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const found = await withServices(options, (_services, runtime) => queueReport(queueOf(runtime)));
      printResult(Boolean(options.json), found, () => statusText(found));
    });

  jobs
    .command('retry')
    .description('put failed jobs back, to be tried as if for the first time')
    .argument('[id]', 'one of those that status shows')
    .option('--all', 'all that have failed')
    .action((id: string | undefined, _, command: Command) => retry(id, command.optsWithGlobals()));

  jobs
    .command('clean')
    .description('forget jobs that are over')
    .option('--failed', 'those that failed for good')
    .option('--completed', 'those that were done')
    .action((_, command: Command) => clean(command.optsWithGlobals()));
}
