import path from 'node:path';
import type { Config } from '../config.ts';

/** Host and path of an address, without user and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

/** The database, queue and mail server of a process: with other ones it is another site. */
export function describeUse({
  databaseUrl,
  redisUrl,
  smtpUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'redisUrl' | 'smtpUrl' | 'dataDir'>): string {
  const database = databaseUrl
    ? placeOf(databaseUrl)
    : `the embedded one in ${path.join(dataDir, 'postgres')}`;
  const queue = redisUrl ? placeOf(redisUrl) : 'in the database';
  const mail = smtpUrl ? placeOf(smtpUrl) : `files in ${path.join(dataDir, 'mail')}`;
  return `Database: ${database}. Queue: ${queue}. Mail: ${mail}.`;
}
