import { existsSync } from 'node:fs';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../../src/config.ts';
import { formatNumber } from '../../src/contract/shared/plural.ts';
import { messageOf, unavailable } from '../../src/lib/errors.ts';
import { fileProblem } from '../../src/lib/process/file-problem.ts';
import { withTimeout } from '../../src/lib/with-timeout.ts';
import {
  addressHealth,
  type Finding,
  healthy,
  NO_MAIL_SERVER,
  unhealthy,
  warning,
} from '../../src/modules/health/setup.probes.ts';
import { smtpOptions } from '../../src/modules/mail/smtp-options.ts';
import { checkWrites, withRedis } from '../../src/queue/check-redis.ts';
import { connectionLimit, openFilesLimit } from '../../src/runtime/open-files.ts';
import { type CheckResult, runCheck } from './check.ts';

const MIN_NODE = 24;
const GB = 1024 ** 3;
/** How long the mail server may take for everything, from the connection to the sign-in. */
const RESPONSE_MS = 5_000;

export function nodeHealth(version = process.versions.node): Finding {
  if (Number(version.split('.')[0]) >= MIN_NODE) return healthy(`Node ${version}`);
  return unhealthy(
    `This is Node ${version}; version ${MIN_NODE} or newer is required. Start through npm, or with node_modules/.bin/node.`,
  );
}

/** The folder, or the nearest one above it, in which the first start creates it. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(path.dirname(folder)));

const dataFolder = ({ dataDir }: Config) =>
  runCheck(
    'data folder',
    `Make ${dataDir} writable for the server's user, or set another DATA_DIR.`,
    async () => {
      const folder = existing(dataDir);
      const probe = path.join(folder, `.doctor-${process.pid}`);
      try {
        await writeFile(probe, 'probe');
      } catch (error) {
        throw unavailable('DATA_DIR', fileProblem(error, dataDir) ?? messageOf(error));
      } finally {
        await rm(probe, { force: true });
      }
      const { bavail, bsize } = await statfs(folder);
      const free = `${((bavail * bsize) / GB).toFixed(1)} GB free in ${folder}`;
      if (bavail * bsize >= GB) return healthy(free);
      return unhealthy(`Only ${free}. Delete old backups and logs, or add disk space.`);
    },
  );

/** @param isSet APP_SECRET comes from the environment; otherwise the server generates one and stores it */
const secret = (config: Config, isSet: boolean) =>
  runCheck('secret', 'Set APP_SECRET.', async () => {
    if (isSet) return healthy('APP_SECRET is set');
    if (config.redisUrl && config.databaseUrl)
      return unhealthy(
        'Several processes need the same APP_SECRET, but each would generate its own. Set it for all of them.',
      );
    const file = path.join(config.dataDir, 'secret');
    if (!existsSync(file)) return healthy(`The first start creates one in ${file}`);
    if (((await stat(file)).mode & 0o077) === 0) return healthy(`It is stored in ${file}`);
    return unhealthy(`Other users can read ${file}. Run: chmod 600 ${file}`);
  });

function openFiles(config: Config): Finding {
  const { warning: tooFew } = connectionLimit(config);
  if (tooFew) return warning(tooFew);
  const limit = openFilesLimit();
  return healthy(limit === null ? 'No limit is known' : `${formatNumber(limit)} for each process`);
}

const redis = ({ redisUrl }: Config) =>
  runCheck('redis', 'Check that Redis is running and that REDIS_URL is correct.', async () => {
    if (!redisUrl) return healthy('REDIS_URL is not set: web processes run the jobs');
    const info = await withRedis(redisUrl, async (client) => {
      await checkWrites(client).catch((error: unknown) => {
        const isFull = messageOf(error).startsWith('OOM');
        throw isFull ? unavailable('REDIS_FULL', 'Redis is full: raise its maxmemory.') : error;
      });
      return client.info();
    });
    const fact = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown';
    const policy = fact('maxmemory_policy');
    if (policy !== 'noeviction')
      return unhealthy(
        `Redis evicts keys, including jobs, when memory runs low (maxmemory-policy ${policy}). Set it to noeviction.`,
      );
    const kept = fact('aof_enabled') === '1' ? 'with' : 'without';
    return healthy(`Redis ${fact('redis_version')}, noeviction, ${kept} an append-only file`);
  });

const MAIL_ADVICE =
  'Check that the mail server is running and that SMTP_URL is correct: smtps:// is for ports that begin with TLS, such as 465. If its certificate is from an authority of your own, name that in NODE_EXTRA_CA_CERTS.';

const mail = ({ smtpUrl, smtpTls }: Config) =>
  runCheck('mail', MAIL_ADVICE, async () => {
    if (!smtpUrl) return NO_MAIL_SERVER;
    const { hostname } = new URL(smtpUrl);
    // Ours, because the library has no way to end a check.
    const socket = new Socket();
    const transport = createTransport({
      ...smtpOptions(smtpUrl, { smtpTls }),
      socket,
      connectionTimeout: RESPONSE_MS,
      socketTimeout: RESPONSE_MS,
    });
    try {
      await withTimeout(RESPONSE_MS, `the login to ${hostname}`, transport.verify());
      return healthy(`${hostname} accepts emails`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  });

/**
 * The checks that do not need the database.
 *
 * @param env the environment, before defaults are applied
 */
export const machineChecks = (
  config: Config,
  env: Record<string, string | undefined>,
): Promise<CheckResult[]> =>
  Promise.all([
    dataFolder(config),
    secret(config, Boolean(env.APP_SECRET)),
    { check: 'address', ...addressHealth(config) },
    { check: 'open files', ...openFiles(config) },
    redis(config),
    mail(config),
  ]);
