import { loadConfigOrExit } from '../src/config.ts';
import { checkRedis } from '../src/queue/check-redis.ts';
import { startProcess } from '../src/runtime/start-process.ts';
import { createJobs } from './registry.ts';

/** Starts a worker, which runs jobs. */
export async function startWorker(): Promise<void> {
  const config = loadConfigOrExit();

  await startProcess(config, 'marketdex-worker', async ({ runtime, shutdown }) => {
    if (config.redisUrl !== undefined) await checkRedis(config.redisUrl);
    const jobs = await createJobs(runtime);
    shutdown.add('jobs', () => jobs.close());
  });
}
