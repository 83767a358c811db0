import { loadConfigOrExit } from '../src/config.ts';
import { SITE_CONNECTIONS } from '../src/db/connecting/connections.ts';
import { switchesOrExit } from '../src/lib/process/switches.ts';
import { checkRedis } from '../src/queue/check-redis.ts';
import { startProcess } from '../src/runtime/start-process.ts';
import { createJobs } from './registry.ts';

/** Starts a worker, which runs jobs. The process takes no options. */
export async function startWorker(): Promise<void> {
  switchesOrExit([], 'npm run worker');
  const config = loadConfigOrExit();

  await startProcess(config, SITE_CONNECTIONS.worker, async ({ runtime, shutdown }) => {
    if (config.redisUrl !== undefined) await checkRedis(config.redisUrl);
    const jobs = await createJobs(runtime);
    shutdown.add('jobs', () => jobs.close());
  });
}
