import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import type { Config } from '../../src/config.ts';
import { withTimeout } from '../../src/lib/with-timeout.ts';
import { type Finding, fine, look, wrong } from './finding.ts';

const NODE = 24;
const GB = 1024 ** 3;
const ANSWER_MS = 5_000;

export function nodeCheck(version = process.versions.node): Finding {
  if (Number(version.split('.')[0]) >= NODE) return fine('node', `Node ${version}`);
  return wrong(
    'node',
    `This is Node ${version}, and ${NODE} is needed. Start through npm, or with node_modules/.bin/node.`,
  );
}

const dataFolder = ({ dataDir }: Config) =>
  look(
    'data folder',
    `Let the user of the server write to ${dataDir}, or name another DATA_DIR.`,
    async () => {
      const probe = path.join(dataDir, `.doctor-${process.pid}`);
      await mkdir(dataDir, { recursive: true });
      await writeFile(probe, 'probe');
      await rm(probe);
      const { bavail, bsize } = await statfs(dataDir);
      const free = `${((bavail * bsize) / GB).toFixed(1)} GB are free in ${dataDir}`;
      if (bavail * bsize >= GB) return fine('data folder', free);
      return wrong('data folder', `Only ${free}. Remove old backups and logs, or give it more space.`);
    },
  );

const secret = (config: Config, given: boolean) =>
  look('secret', 'Set APP_SECRET.', async () => {
    if (given) return fine('secret', 'APP_SECRET is set');
    if (config.redisUrl)
      return wrong(
        'secret',
        'Several processes need the same APP_SECRET, and each would make its own: set it for all of them.',
      );
    const file = path.join(config.dataDir, 'secret');
    if (((await stat(file)).mode & 0o077) === 0) return fine('secret', `It is kept in ${file}`);
    return wrong('secret', `Others can read ${file}. Run: chmod 600 ${file}`);
  });

const LOCAL = /^(localhost|127\.|\[::1\])/;

/** What browsers do with the address: TLS ends at a proxy, as the server itself speaks none. */
export function addressCheck({
  publicUrl,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'trustedProxies'>): Finding {
  const { protocol, hostname, pathname, origin } = new URL(publicUrl);
  if (pathname !== '/')
    return wrong(
      'address',
      `PUBLIC_URL has the path ${pathname}, and the site is served at /. Take it away.`,
    );
  if (LOCAL.test(hostname)) return fine('address', `${origin}, for this machine alone`);
  if (protocol !== 'https:')
    return wrong(
      'address',
      `${origin} sends passwords in clear. Put a proxy with a certificate in front, and https into PUBLIC_URL.`,
    );
  if (trustedProxies.length === 0)
    return wrong(
      'address',
      `${origin} needs a proxy, and none is trusted: everybody would share its address, and its limits. Set TRUSTED_PROXIES.`,
    );
  return fine('address', `${origin}, behind ${trustedProxies.join(', ')}`);
}

const HOST = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/i;

export function imageHostsCheck({ imageHosts }: Pick<Config, 'imageHosts'>): Finding {
  const bad = imageHosts.filter((host) => !HOST.test(host));
  if (bad.length)
    return wrong('image hosts', `IMAGE_HOSTS takes names such as i.imgur.com, and not: ${bad.join(', ')}`);
  return fine('image hosts', imageHosts.join(', '));
}

const redis = ({ redisUrl }: Config) =>
  look('redis', 'See whether Redis runs, and what REDIS_URL says.', async () => {
    if (!redisUrl) return fine('redis', 'REDIS_URL is not set: one process does everything');
    const client = new Redis(redisUrl, {
      maxRetriesPerRequest: 1,
      retryStrategy: () => null,
      lazyConnect: true,
    });
    client.on('error', () => undefined);
    try {
      await withTimeout(ANSWER_MS, 'Redis', client.connect());
      const info = await withTimeout(ANSWER_MS, 'Redis', client.info());
      const fact = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
      const policy = fact('maxmemory_policy');
      if (policy !== 'noeviction')
        return wrong(
          'redis',
          `It throws keys away when memory is short (maxmemory-policy ${policy}), jobs among them. Set it to noeviction.`,
        );
      const kept = fact('aof_enabled') === '1' ? 'with' : 'without';
      return fine('redis', `Redis ${fact('redis_version')}, noeviction, ${kept} an append-only file`);
    } finally {
      client.disconnect();
    }
  });

const mail = ({ smtpUrl, dataDir }: Config) =>
  look('mail', 'See whether the mail server runs, and what SMTP_URL says.', async () => {
    if (!smtpUrl)
      return fine('mail', `SMTP_URL is not set: mails are files in ${path.join(dataDir, 'mail')}`);
    const { hostname } = new URL(smtpUrl);
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: ANSWER_MS,
      greetingTimeout: ANSWER_MS,
    });
    try {
      await transport.verify();
      return fine('mail', `${hostname} takes mail`);
    } finally {
      transport.close();
    }
  });

/** What can be seen without the database. @param env the settings as they were given */
export const machineChecks = (config: Config, env: Record<string, string | undefined>): Promise<Finding[]> =>
  Promise.all([
    dataFolder(config),
    secret(config, Boolean(env.APP_SECRET)),
    addressCheck(config),
    imageHostsCheck(config),
    redis(config),
    mail(config),
  ]);
