import { createJobs } from '../jobs/registry.ts';
import { createApp } from './app.ts';
import { type Config, loadConfig, loadConfigOrExit } from './config.ts';
import { makeFirstResponses } from './http/first-responses.ts';
import { codeOf } from './lib/errors.ts';
import { freePort, tryListening } from './lib/process/free-port.ts';
import { releaseStartMemory } from './lib/process/start-memory.ts';
import { switchesOrExit } from './lib/process/switches.ts';
import { inTime } from './lib/with-timeout.ts';
import { hasDemoSales } from './modules/demo/demo.queries.ts';
import { describeDemo } from './modules/demo/demo.service.ts';
import { NO_ACTIVE_ADMIN } from './modules/health/setup.probes.ts';
import { hasActiveAdmin } from './modules/identity/account.queries.ts';
import { createQueueBackend } from './queue/backend.ts';
import { systemServices } from './runtime/services.ts';
import { type StartedProcess, startProcess } from './runtime/start-process.ts';

/** How long a shutdown waits for calls whose clients have left. */
const CALLS_END_MS = 5_000;

const USAGE = 'npm start, or npm start -- --demo for generated sales in a new database';

async function fillWithDemo({ runtime, shutdown }: StartedProcess): Promise<void> {
  const { demo } = systemServices(runtime, 'start --demo');
  try {
    const report = await demo.fill({}, () => {
      // Undoes what was stored; the start of a process that closes may fail.
      if (shutdown.isRunning) throw new Error('the process is closing');
    });
    // Printed, not logged: it contains passwords.
    process.stdout.write(`${describeDemo(report)}\n`);
  } catch (error) {
    if (codeOf(error) !== 'NOT_EMPTY') throw error;
    runtime.logger.info('The database already has sales: no demo sales were added');
    if (await hasDemoSales(runtime.reads))
      process.stdout.write(
        'The passwords of the demo accounts are not shown again. To set one, run: npm run cli -- users reset-password demo_admin\n',
      );
  }
}

/** Port 0 means any free one, which links and headers have to name. */
async function settings(): Promise<Config> {
  const config = loadConfigOrExit();
  return config.port === 0 ? loadConfig({ ...process.env, PORT: String(await freePort()) }) : config;
}

/** Starts the web server; the arguments of the process are those of `npm start -- …`. */
export async function startServer(): Promise<void> {
  const { demo } = switchesOrExit(['demo'], USAGE);
  const config = await settings();
  const start = async (started: StartedProcess) => {
    const { runtime, shutdown } = started;
    const { database, logger } = runtime;
    if (demo) await fillWithDemo(started);

    // With Redis, separate workers run the jobs; without it, this process runs them as well.
    const queue = config.redisUrl
      ? createQueueBackend({ redisUrl: config.redisUrl, databaseUrl: database.url, logger })
      : await createJobs(runtime);

    makeFirstResponses();
    const app = createApp({
      runtime,
      probes: {
        queue: async () => ({ failed_jobs: (await queue.counts()).failed }),
        ...(config.redisUrl && { limits: () => runtime.limits.check().then(() => ({})) }),
      },
      queue,
    });
    shutdown.add('events', () => runtime.events.close());
    // After the web server is closed: calls whose clients have left.
    shutdown.add('calls', () => inTime(CALLS_END_MS, runtime.calls.close()));
    shutdown.add('web and jobs', () => Promise.all([app.close(), queue.close()]));
    await runtime.events.start();
    await app.listen(config.port, config.host);
    // Warms the name index for the first search. A failure is ignored here: that search loads the index again. Loading it
    // takes as much memory as the rest of the start.
    runtime.names
      .of('item')
      .catch(() => undefined)
      .finally(releaseStartMemory);
    if (!(await hasActiveAdmin(runtime.orm.em.fork()))) logger.warn(NO_ACTIVE_ADMIN);
    logger.info(`MarketDex is at ${config.publicUrl}`);
  };
  await startProcess(config, 'marketdex', start, () => tryListening(config.port, config.host));
}
