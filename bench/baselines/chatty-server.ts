import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { openLog } from '../../src/modules/logs/logs.ts';
import { createRuntime, disconnect } from '../../src/runtime/runtime.ts';

/**
 * The product's server with an additional load of numbered log lines. The parent process sets the number of lines per
 * second and gets a message when the server is listening, and with the number of lines written.
 */
const TICK_MS = 10;

const config = loadConfig();
const { logger, logs } = openLog(config);
const databaseUrl = config.databaseUrl ?? '';
const runtime = await createRuntime({ config, database: { url: databaseUrl }, logger, logFeed: logs.feed });
logs.storeIn(databaseUrl);
const app = createApp({ runtime });
await runtime.events.start();
await app.listen(config.port, config.host);

let perSecond = 0;
let due = 0;
let written = 0;
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  due += (perSecond * (now - last)) / 1000;
  last = now;
  for (; due >= 1; due -= 1) {
    written += 1;
    const fields = { category: 'discord', n: written, sale_id: written, ip: '192.0.2.1', user: 'bench' };
    logger.info(fields, 'a line about as long as most log lines that the site writes in a typical day');
  }
}, TICK_MS);

process.on('message', (requested: number) => {
  perSecond = requested;
  due = 0;
  process.send?.({ written });
});
process.once('SIGTERM', async () => {
  await app.close();
  await runtime.events.close();
  await disconnect(runtime);
  await logs.close();
  process.exit();
});
process.send?.({ written });
