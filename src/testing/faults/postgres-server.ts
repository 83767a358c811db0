import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { becomePostgres, identityFor } from '../../db/embedded/identity.ts';
import { openEmbeddedServer } from '../../db/embedded/server.ts';
import { freePort } from '../../lib/process/free-port.ts';
import { createTestLog } from '../log.ts';
import { RunningProcess } from './running-process.ts';

const STOP_MS = 30_000;
/** After a kill the backends need a moment to detect the end of their server. */
const START_TRIES = 50;
const START_PAUSE_MS = 100;

/** A PostgreSQL that can be restarted and killed, always at the same address. */
export interface PostgresServer {
  url: string;
  /** The current process. */
  process(): RunningProcess;
  /** Starts it after a stop or a kill; resolves once it accepts connections. */
  start(): Promise<void>;
  /** Ends every connection and shuts down ("fast"). */
  stop(): Promise<void>;
  /** Kills the server; its backends end when they notice. */
  kill(): Promise<void>;
}

/** The server program that last ran on this cluster. */
async function programOf(cluster: string): Promise<string> {
  const commandLine = await readFile(path.join(cluster, 'postmaster.opts'), 'utf8');
  const program = /^"?([^"\s]+)/.exec(commandLine)?.[1];
  if (!program) throw new Error(`${cluster} names no server program.`);
  return program;
}

/**
 * Starts a PostgreSQL with a new cluster in this folder and an empty database.
 *
 * @param settings additional server settings, such as `max_connections=300`
 */
export async function startPostgresServer(
  directory: string,
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  const embedded = await openEmbeddedServer(directory, { logger: createTestLog().logger });
  await embedded.release();
  const cluster = path.join(directory, 'postgres');
  const program = await programOf(cluster);
  const identity = await identityFor([program, cluster]);
  const port = await freePort();
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'log_min_messages=log', ...settings];
  const flags = all.flatMap((setting) => ['-c', setting]);
  const [command, args, options] = becomePostgres(identity, program, [
    '-D',
    cluster,
    '-p',
    `${port}`,
    ...flags,
  ]);
  const url = new URL(embedded.ownerUrl);
  url.port = String(port);

  const start = async (): Promise<RunningProcess> => {
    for (let tried = 1; ; tried += 1) {
      try {
        const ready = /database system is ready to accept connections/;
        return await RunningProcess.start({ name: 'PostgreSQL', command, args, ready, options });
      } catch (error) {
        if (tried === START_TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
      }
    }
  };
  let running = await start();
  return {
    url: url.href,
    process: () => running,
    start: async () => {
      running = await start();
    },
    stop: async () => {
      if (!running.exit) await running.end(STOP_MS, 'SIGINT');
    },
    kill: async () => {
      await running.kill();
    },
  };
}
