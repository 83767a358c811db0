import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createServer } from 'vite';
import { openEmbeddedServer } from '../src/db/embedded/server.ts';
import { createLogger } from '../src/lib/logger.ts';

/**
 * `npm run dev`: the site for people who change it. Serves the client by Vite with hot reload, and the server beside it,
 * which restarts when a file that it imports changes. The database is the embedded one with generated sales, in
 * `.cache/dev`, so that it is never the one of `npm start`; `DATA_DIR` names another folder.
 */
const WEB_PORT = Number(process.env.DEV_PORT ?? 5173);
const SERVER_PORT = Number(process.env.PORT ?? 3001);
const address = `http://localhost:${WEB_PORT}`;
const dataDir = path.resolve(process.env.DATA_DIR ?? '.cache/dev');

// Held here, so that it runs on while the server restarts.
const database = await openEmbeddedServer(dataDir, { logger: createLogger('warn') });

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/main.ts', '--demo'], {
  stdio: 'inherit',
  // Ctrl-C reaches this process, which ends the server.
  detached: true,
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(SERVER_PORT),
    // Pages come from Vite: links in mails and the check of socket origins go by its address.
    PUBLIC_URL: address,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  },
});

const web = await createServer({
  configFile: 'vite.config.ts',
  server: { port: WEB_PORT, strictPort: true },
  clearScreen: false,
});
await web.listen();
process.stdout.write(`\nMarketDex for development is at ${address}, its components at ${address}/dev/ui\n\n`);

let closing = false;
async function close(): Promise<void> {
  if (closing) return;
  closing = true;
  await web.close();
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await database.release();
  process.exit(0);
}
process.on('SIGINT', close);
process.on('SIGTERM', close);
server.once('exit', close);
