import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { becomePostgres, type Identity, identityFor } from '../../db/embedded/identity.ts';
import { openEmbeddedServer } from '../../db/embedded/server.ts';
import { createTestLog } from '../run/log.ts';
import { withClient } from '../servers/postgres.ts';
import { testPort } from '../servers/test-port.ts';
import { RunningProcess } from './running-process.ts';

const run = promisify(execFile);

const STOP_MS = 30_000;
/** After a kill the backends need a moment to detect the end of their server. */
const START_TRIES = 50;
const START_PAUSE_MS = 100;

/** A PostgreSQL that can be restarted and killed, always at the same address. */
export interface PostgresServer {
  url: string;
  /** The folder of its cluster. */
  cluster: string;
  /** The current process. */
  process(): RunningProcess;
  /** Starts it after a stop or a kill; resolves once it accepts connections. */
  start(): Promise<void>;
  /** Ends every connection and shuts down ("fast"). */
  stop(): Promise<void>;
  /** Kills the server; its backends end when they notice. */
  kill(): Promise<void>;
}

interface Program {
  program: string;
  identity: Identity;
}

/** The server program that last ran on this cluster. */
async function programOf(cluster: string): Promise<Program> {
  const commandLine = await readFile(path.join(cluster, 'postmaster.opts'), 'utf8');
  const program = /^"?([^"\s]+)/.exec(commandLine)?.[1];
  if (!program) throw new Error(`${cluster} names no server program.`);
  return { program, identity: await identityFor([program, cluster]) };
}

/** Starts a server on a cluster, at a free port. @param address of another server with the same user and database */
async function serve(cluster: string, address: string, settings: readonly string[]): Promise<PostgresServer> {
  const { program, identity } = await programOf(cluster);
  const port = await testPort();
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'log_min_messages=log', ...settings];
  const flags = all.flatMap((setting) => ['-c', setting]);
  const [command, args, options] = becomePostgres(identity, program, [
    '-D',
    cluster,
    '-p',
    `${port}`,
    ...flags,
  ]);
  const url = new URL(address);
  url.port = String(port);

  const start = async (): Promise<RunningProcess> => {
    for (let tried = 1; ; tried += 1) {
      try {
        const ready = /database system is ready to accept (read-only )?connections/;
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
    cluster,
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
  return serve(path.join(directory, 'postgres'), embedded.ownerUrl, settings);
}

export interface StandbyOptions {
  /** For its cluster; must not exist. */
  directory: string;
  settings?: readonly string[];
  /** The address of the primary as the standby sees it, such as that of a proxy. */
  upstream?: string;
}

/** `primary_conninfo` of an address. */
function conninfo(address: string): string {
  const { hostname, port, username, password } = new URL(address);
  return `host=${hostname} port=${port} user=${username} password=${password} connect_timeout=5`;
}

/** Writes a file that belongs to the owner of its folder. */
async function writeOwned(directory: string, name: string, text: string): Promise<void> {
  const file = path.join(directory, name);
  const { uid, gid } = await stat(directory);
  await writeFile(file, text);
  await chown(file, uid, gid);
}

/**
 * Copies the running primary and starts a hot standby on the copy, which follows it by streaming replication. The
 * embedded package has no `pg_basebackup`, so this is its protocol by hand: files between start and stop of a backup,
 * and the label that recovery begins at.
 */
export async function startStandby(
  primary: PostgresServer,
  { directory, settings = [], upstream = primary.url }: StandbyOptions,
): Promise<PostgresServer> {
  await withClient(primary.url, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`);
    await mkdir(path.dirname(directory), { recursive: true });
    // Files may change or disappear during the copy; replaying the log repairs that.
    await run('cp', ['-a', primary.cluster, directory]).catch((error: unknown) => {
      if (!/No such file or directory/.test(String(error))) throw error;
    });
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    await rm(path.join(directory, 'postmaster.pid'), { force: true });
    await writeOwned(directory, 'backup_label', rows[0]?.label ?? '');
    await writeOwned(directory, 'standby.signal', '');
  });
  return serve(directory, primary.url, [...settings, `primary_conninfo=${conninfo(upstream)}`]);
}
