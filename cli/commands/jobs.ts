import type { Command } from 'commander';
import type { Platform } from '../../src/modules/platform.ts';
import { createQueueBackend, type QueueReport } from '../../src/queue/backend.ts';
import { count, printResult, table } from '../output.ts';
import { type GlobalOptions, withServices } from '../run.ts';

/** The queue as it stands, wherever it lives; no job is done here. */
async function report({ config, orm, logger }: Platform): Promise<QueueReport> {
  const databaseUrl = orm.config.get('clientUrl') ?? '';
  const queue = createQueueBackend({ redisUrl: config.redisUrl, databaseUrl, logger });
  try {
    return await queue.report();
  } finally {
    await queue.close();
  }
}

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

/** `jobs`: what waits to be done, and what could not be. */
export function jobsCommands(program: Command): void {
  const jobs = program.command('jobs').description('see what waits to be done and what could not be');

  jobs
    .command('status')
    .description('count the jobs by state; show those that failed for good, and why')
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const found = await withServices(options, (_services, platform) => report(platform));
      printResult(Boolean(options.json), found, () => statusText(found));
    });
}
