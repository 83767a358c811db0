import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createServer, type Plugin } from 'vite';
import { loadConfig } from '../src/config.ts';
import { DEMO_META } from '../src/contract/market/page-meta.ts';
import { openEmbeddedServer } from '../src/db/embedded/server.ts';
import { createLogger } from '../src/lib/process/logger.ts';

/**
 * `npm run dev`: the development server. Vite serves the client with hot reload, and the API server restarts when one of
 * its files changes. Uses an embedded database with generated sales in `.cache/dev`, separate from the database of
 * `npm start`; `DATA_DIR` sets another folder.
 */
const WEB_PORT = Number(process.env.DEV_PORT ?? 5173);
const SERVER_PORT = Number(process.env.PORT ?? 3001);
const address = `http://localhost:${WEB_PORT}`;
const dataDir = path.resolve(process.env.DATA_DIR ?? '.cache/dev');

/** Marks the document as one with generated sales. The server cannot: in development, Vite sends the document. */
const demoBanner: Plugin = {
  name: 'demo-banner',
  transformIndexHtml: () => [{ tag: 'meta', attrs: { name: DEMO_META, content: 'generated' } }],
};

/** Closes what is open, the latest first. */
const open: (() => Promise<unknown>)[] = [];
let closing = false;

async function openDatabase() {
  // Creates the secret, which the server requires once there is a database.
  loadConfig({ ...process.env, DATA_DIR: dataDir });
  // Opened by this process, so that it keeps running while the server restarts.
  const database = await openEmbeddedServer(dataDir, { logger: createLogger('warn') });
  open.push(() => database.release());
}

function startServer() {
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/main.ts', '--demo'], {
    stdio: 'inherit',
    // Only this process receives Ctrl-C and then stops the server.
    detached: true,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(SERVER_PORT),
      // The browser loads pages from Vite, so links in emails and the origin check of sockets need its URL.
      PUBLIC_URL: address,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    },
  });
  server.once('exit', close);
  // Vite itself ends this process when its terminal is closed.
  process.once('exit', () => server.kill('SIGTERM'));
  open.push(async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
}

async function startVite() {
  const web = await createServer({
    configFile: 'vite.config.ts',
    plugins: [demoBanner],
    server: { port: WEB_PORT, strictPort: true },
    clearScreen: false,
  });
  open.push(() => web.close());
  // Vite's own listener ends this process, and leaves the database running.
  process.removeAllListeners('SIGTERM');
  process.on('SIGTERM', close);
  await web.listen();
  process.stdout.write(
    `\nMarketDex for development is at ${address}, its components at ${address}/dev/ui\n\n`,
  );
}

async function start(): Promise<void> {
  for (const step of [openDatabase, startServer, startVite]) if (!closing) await step();
}

/** Stops everything, also while it is starting. */
async function close(): Promise<void> {
  if (closing) return;
  closing = true;
  await started.catch(() => undefined);
  for (const end of open.reverse()) await end();
  process.exit();
}

process.on('SIGINT', close);
process.on('SIGTERM', close);
const started = start();
started.catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
  return close();
});
