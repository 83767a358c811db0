import { spawn } from 'node:child_process';
import { access, constants, open, readFile, readlink, realpath, rename, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, type DomainError, unavailable } from '../../lib/errors.ts';
import { freePort, isFree } from '../../lib/process/free-port.ts';
import { isAlive } from '../../lib/process/is-alive.ts';
import type { Cluster } from './cluster.ts';
import { becomePostgres, run } from './identity.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Megabytes of PostgreSQL's buffers: an eighth of the memory, 128 (its default) to 1,024. The indexes of a million sales
 * need 500; what is not in the buffers is copied from the memory of the operating system.
 */
export const bufferMegabytes = (memoryBytes: number): number =>
  Math.min(1_024, Math.max(128, Math.floor(memoryBytes / 8 / MEGABYTE)));

/** The memory of the machine or of the container, in bytes. */
const memoryBytes = (): number =>
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Options for an SSD and short queries; parallel plans were slower for every list (`npm run bench`). */
const SERVER_OPTIONS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'random_page_cost=1.1',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  `shared_buffers=${bufferMegabytes(memoryBytes())}MB`,
  'log_min_messages=warning',
  // After a crash one syncfs call replaces one fsync per file: 0.8 s instead of 1.9 s on a busy machine.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
];

/** Time limit for PostgreSQL to start or stop, including crash recovery. */
export const START_S = 60;

export const POLL_MS = 50;

/** A process id above the maximum of every system. */
const IMPOSSIBLE_PID = 2 ** 31 - 1;

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** Renames a log above 10 MB to `*.1`, replacing the previous one. Nobody may be writing to it. */
async function rotateLog(log: string): Promise<void> {
  try {
    if ((await stat(log)).size > MAX_LOG_BYTES) await rename(log, `${log}.1`);
  } catch {
    // There is no log yet, or it keeps growing: neither is a reason not to start.
  }
}

const pidFile = ({ directory }: Cluster) => path.join(directory, 'postmaster.pid');
const linesOf = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n');

/** The name of a process's program, where its working directory is not readable. */
async function programOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]);
  return path.basename(stdout.trim());
}

/** False when the process is certainly not this cluster's server: after a reboot any process may have its id. */
async function mayServe(pid: number, directory: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(directory));
  } catch (error) {
    // On Linux this is a zombie process.
    if (process.platform === 'linux' && codeOf(error) === 'ENOENT') return false;
  }
  return (await programOf(pid).catch(() => undefined)) === 'postgres';
}

/**
 * Makes PostgreSQL ignore a pid file that names an unrelated process. The file itself stays, because it leads
 * PostgreSQL to the shared memory that orphans of a killed server may still use. A server that starts meanwhile has
 * replaced the file; then only the previous file changes.
 */
export async function disownPidFile(cluster: Cluster, pid: number): Promise<void> {
  const file = await open(pidFile(cluster), 'r+').catch(() => undefined);
  if (!file) return;
  try {
    const [first, ...rest] = (await file.readFile('utf8')).split('\n');
    if (Number(first) === pid) await file.write([IMPOSSIBLE_PID, ...rest].join('\n'), 0);
  } finally {
    await file.close();
  }
}

/** A server that runs on the cluster or is starting. */
export interface Postmaster {
  pid: number;
  /** 0 until it listens. */
  port: number;
}

/** The cluster's server; null without one. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const lines = await linesOf(pidFile(cluster));
  const pid = Number(lines[0]);
  if (!(pid > 0)) return null;
  if (await mayServe(pid, cluster.directory)) return { pid, port: Number(lines[3] ?? 0) };
  if (isAlive(pid)) await disownPidFile(cluster, pid);
  return null;
}

/** The port of the last start, which other processes may still expect; a new one when it is taken. */
async function choosePort({ directory }: Cluster): Promise<number> {
  const options = await readFile(path.join(directory, 'postmaster.opts'), 'utf8').catch(() => '');
  const last = Number(/"-p" "(\d+)"/.exec(options)?.[1]);
  return last && (await isFree(last)) ? last : freePort();
}

/** Errors of clients that connected too early or too late do not explain a failed start. */
const NO_REASON = /the database system is|terminating connection/;

/** The last serious line of the server's log after a position. */
async function seriousLine({ log }: Cluster, from: number): Promise<string | undefined> {
  const file = await open(log).catch(() => undefined);
  if (!file) return undefined;
  try {
    const written = await text(file.createReadStream({ start: from, autoClose: false }));
    const serious = [...written.matchAll(/\b(?:FATAL|PANIC): {1,2}(.*)/g)].map(([, message = '']) => message);
    return serious.findLast((message) => !NO_REASON.test(message));
  } finally {
    await file.close();
  }
}

/** What PostgreSQL logs about the files of another major version. */
const OTHER_VERSION = 'database files are incompatible with server';

async function otherVersion({ directory }: Cluster): Promise<DomainError> {
  const version = (await readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim();
  return unavailable(
    'OTHER_POSTGRES_VERSION',
    `The database in ${directory} is of PostgreSQL ${version}, another major version than the one of this release. Make a backup with the release that last used it (npm run cli -- db backup FILE), move the folder away, and restore the backup with this release (npm run cli -- db restore FILE).`,
  );
}

/**
 * Starts the server and waits until it accepts connections. It gets its own process group, so that Ctrl-C reaches only
 * this process, which then stops the server in order.
 *
 * @param port of an earlier start that must be kept
 * @throws DomainError unavailable with the decisive line of the server's log; Error ENOSPC when the disk is full, EROFS or
 *   EACCES when the folder is not writable.
 */
export async function startPostmaster(cluster: Cluster, port?: number): Promise<void> {
  const { directory, log, bin, identity, settings } = cluster;
  // On a read-only disk, PostgreSQL cannot even log why it does not start.
  await access(directory, constants.W_OK);
  const chosen = port ?? (await choosePort(cluster));
  const flags = [...SERVER_OPTIONS, ...settings].map((setting) => `-c ${setting}`).join(' ');
  const [command, args, options] = becomePostgres(identity, bin.pg_ctl, [
    'start',
    '--wait',
    `--timeout=${START_S}`,
    `--pgdata=${directory}`,
    `--log=${log}`,
    `--options=-p ${chosen} ${flags}`,
  ]);
  await rotateLog(log);
  const logged = (await stat(log).catch(() => ({ size: 0 }))).size;
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code === 0) return;
  const reason = (await seriousLine(cluster, logged)) ?? 'it logged no reason';
  if (/No space left on device/.test(reason)) throw Object.assign(new Error(reason), { code: 'ENOSPC' });
  // This process is root, which may write everywhere, and PostgreSQL is not.
  if (/Permission denied/.test(reason))
    throw Object.assign(new Error(reason), { code: 'EACCES', syscall: 'open', path: directory });
  if (/has invalid permissions/.test(reason))
    throw unavailable(
      'CLUSTER_OPEN',
      `The permissions of ${directory} let other users in, so PostgreSQL does not start: run chmod 700 ${directory}.`,
    );
  if (reason === OTHER_VERSION) throw await otherVersion(cluster);
  throw unavailable(
    'DATABASE_NOT_STARTED',
    `The embedded PostgreSQL does not start (${reason}): see ${log}, and restore a copy of ${directory} if it is damaged.`,
  );
}

/**
 * Stops the server; the sessions of its clients end. pg_ctl does not wait: it watches the pid file, and would wait for
 * the next server if another process starts one as soon as this one has ended.
 *
 * @throws DomainError unavailable when the server is still running after `START_S` seconds.
 */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const { directory, bin, identity, log } = cluster;
  const server = await findPostmaster(cluster);
  if (server === null) return;
  const stop = ['stop', '--no-wait', '--mode=fast', `--pgdata=${directory}`];
  const [command, args, options] = becomePostgres(identity, bin.pg_ctl, stop);
  await run(command, args, options);
  const deadline = performance.now() + START_S * 1_000;
  while (await mayServe(server.pid, directory)) {
    if (performance.now() > deadline)
      throw unavailable(
        'DATABASE_NOT_STOPPED',
        `The embedded PostgreSQL has not stopped within ${START_S} s: see ${log}.`,
      );
    await delay(POLL_MS);
  }
}
