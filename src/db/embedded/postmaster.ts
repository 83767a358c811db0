import { execFile, spawn } from 'node:child_process';
import { open, readFile, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { DomainError } from '../../lib/errors.ts';
import { freePort, isFree } from '../../lib/free-port.ts';
import { isAlive } from '../../lib/is-alive.ts';
import type { Cluster } from './cluster.ts';
import { becomePostgres } from './identity.ts';

const run = promisify(execFile);

/** Options that suit an SSD and short queries; parallel plans were slower for every list (`npm run bench`). */
const SERVER_OPTIONS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'random_page_cost=1.1',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'log_min_messages=warning',
  // After a crash one call syncs everything in place of one call a file: 0.8 s in place of 1.9 s on a busy machine.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
];

/** How long PostgreSQL may take to start or to stop, crash recovery included. */
export const START_S = 60;

/** No system gives a process this id. */
const NOBODY = 2 ** 31 - 1;

const pidFile = ({ directory }: Cluster) => path.join(directory, 'postmaster.pid');
const linesOf = async (file: string) => (await readFile(file, 'utf8').catch(() => '')).split('\n');

/** The name of a process's program, where it cannot be seen what the process works on. */
async function programOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', String(pid)]);
  return path.basename(stdout.trim());
}

/** False when the process is certainly not the server of this cluster: after a reboot the id may be anybody's. */
async function mayServe(pid: number, directory: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(directory));
  } catch (error) {
    // On Linux this is a process that has ended and that nobody has waited for.
    if (process.platform === 'linux' && (error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  }
  return (await programOf(pid).catch(() => undefined)) === 'postgres';
}

/**
 * Makes PostgreSQL ignore a pid file that names a living process of somebody else. The file itself stays: it leads
 * PostgreSQL to the shared memory that orphans of a killed server may still use. A server that starts meanwhile has
 * replaced the file, and then this changes the former one only.
 */
export async function disownPidFile(cluster: Cluster, pid: number): Promise<void> {
  const file = await open(pidFile(cluster), 'r+').catch(() => undefined);
  if (!file) return;
  try {
    const [first, ...rest] = (await file.readFile('utf8')).split('\n');
    if (Number(first) === pid) await file.write([NOBODY, ...rest].join('\n'), 0);
  } finally {
    await file.close();
  }
}

/** A server that runs on the cluster or is about to. */
export interface Postmaster {
  pid: number;
  /** 0 while it has none yet. */
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

/** The port of the last start, which other processes may still expect the server on; another one when it is taken. */
async function choosePort({ directory }: Cluster): Promise<number> {
  const options = await readFile(path.join(directory, 'postmaster.opts'), 'utf8').catch(() => '');
  const last = Number(/"-p" "(\d+)"/.exec(options)?.[1]);
  return last && (await isFree(last)) ? last : freePort();
}

/** Answers to clients that came too early or too late are no reason for a failed start. */
const NO_REASON = /the database system is|terminating connection/;

/** The last serious line that the server logged after a position in its log. */
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

/**
 * Starts the server and waits until it accepts connections. Its process group is separate, so that Ctrl-C reaches
 * this process first, which then stops it in order.
 *
 * @param port of an earlier start that has to be kept
 * @throws DomainError unavailable with the decisive line of the server's log; Error ENOSPC when the disk is full.
 */
export async function startPostmaster(cluster: Cluster, port?: number): Promise<void> {
  const { directory, log, bin, identity, settings } = cluster;
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
  const logged = (await stat(log).catch(() => ({ size: 0 }))).size;
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code === 0) return;
  const reason = (await seriousLine(cluster, logged)) ?? 'it logged no reason';
  if (/No space left on device/.test(reason)) throw Object.assign(new Error(reason), { code: 'ENOSPC' });
  throw new DomainError(
    'unavailable',
    'DATABASE_NOT_STARTED',
    `The embedded PostgreSQL does not start (${reason}): see ${log}, and put back a copy of ${directory} if it is damaged.`,
  );
}

/** Stops the server; the sessions of its clients end. */
export async function stopPostmaster({ directory, bin, identity }: Cluster): Promise<void> {
  const stop = ['stop', '--wait', `--timeout=${START_S}`, '--mode=fast', `--pgdata=${directory}`];
  const [command, args, options] = becomePostgres(identity, bin.pg_ctl, stop);
  await run(command, args, options);
}
