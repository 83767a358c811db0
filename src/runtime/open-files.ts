import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { QUEUE_CONNECTIONS } from '../db/connecting/database.ts';

/** Files, pipes and listeners of a process, and connections that it opens now and then, such as to a mail server. */
const OTHER_FILES = 40;
/** Even if the process then runs out of files, which it logs. */
const LEAST = 10;

/** How many files, connections included, this process may open; null if that is unlimited or unknown, as on macOS. */
export function openFilesLimit(file = '/proc/self/limits'): number | null {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync(file, 'utf8')) ?? [];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

type Settings = Pick<
  Config,
  'maxConnections' | 'databasePool' | 'databaseReadPool' | 'databaseReplicaUrls' | 'redisUrl'
>;

/**
 * How many connections a server may accept. Without files to open, the system would close all new ones, those of health
 * checks included, and nothing would be logged.
 *
 * @returns also a warning when these are fewer than `MAX_CONNECTIONS`
 */
export function connectionLimit(
  { maxConnections, databasePool, databaseReadPool, databaseReplicaUrls, redisUrl }: Settings,
  files = openFilesLimit(),
): { most: number; warning?: string } {
  const pools = databasePool + databaseReadPool * (1 + databaseReplicaUrls.length);
  const needed = OTHER_FILES + pools + (redisUrl ? 0 : QUEUE_CONNECTIONS);
  if (files === null || maxConnections + needed <= files) return { most: maxConnections };
  const most = Math.min(maxConnections, Math.max(LEAST, files - needed));
  return {
    most,
    warning: `The limit of open files (${files}) allows ${most} connections, not the ${maxConnections} of MAX_CONNECTIONS: raise it (ulimit -n) to ${maxConnections + needed}, or lower MAX_CONNECTIONS.`,
  };
}
