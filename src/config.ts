import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { DAY_MS } from './contract/shared/dates.ts';
import { editDistance } from './contract/shared/edit-distance.ts';
import { candidate, closestName } from './lib/closest-name.ts';
import { DomainError, unavailable } from './lib/errors.ts';
import { processLogger } from './lib/process/logger.ts';
import { readOrCreateSecret } from './lib/process/secret-file.ts';
import {
  appSecret,
  choiceOf,
  databaseUrl,
  factor,
  hosts,
  imageHosts,
  list,
  number,
  origins,
  proxies,
  redisUrl,
  sender,
  siteAddress,
  smtpUrl,
} from './lib/setting-values.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Image hosts allowed for sprites: the host that links are converted to, and the public sprite sites. */
const DEFAULT_IMAGE_HOSTS = ['i.imgur.com', 'play.pokemonshowdown.com', 'raw.githubusercontent.com'];

const DEFAULT_FORMAT = process.stderr.isTTY ? 'pretty' : 'json';

const zSettings = z.object({
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  SMTP_TLS: choiceOf(['required', 'optional']).optional(),
  MAIL_FROM: sender.optional(),
  APP_SECRET: appSecret.optional(),
  // Its parts are not checked: a secret may contain spaces and commas.
  APP_SECRETS_OLD: appSecret.optional(),
  PORT: number(0, 65535).default(3000),
  HOST: z
    .string()
    .regex(/^[^\s[\]]+$/, 'must be an address such as 0.0.0.0 or ::1, without brackets')
    .default('127.0.0.1'),
  PUBLIC_URL: siteAddress.optional(),
  DATA_DIR: z.string().default('data'),
  LOG_LEVEL: choiceOf(LOG_LEVELS).default('info'),
  LOG_READS: choiceOf(['counts', 'lines']).default('counts'),
  LOG_FORMAT: choiceOf(['json', 'pretty']).optional(),
  TRUSTED_PROXIES: proxies.default([]),
  RATE_LIMIT_FACTOR: factor.default(1),
  CORS_ORIGINS: origins.default([]),
  ALLOWED_HOSTS: hosts.default([]),
  MAX_CONNECTIONS: number(1, 1_000_000).default(10_000),
  PASSWORD_MIN_LENGTH: number(6, 64).default(6),
  SESSION_IDLE_DAYS: number(1, 365).default(7),
  SESSION_MAX_DAYS: number(1, 365).default(30),
  IMAGE_HOSTS: imageHosts.default(DEFAULT_IMAGE_HOSTS),
  DATABASE_POOL: number(2, 200).default(10),
  DATABASE_READ_POOL: number(1, 200).default(10),
  DATABASE_REPLICA_URLS: list.pipe(z.array(databaseUrl)).default([]),
  ANSWER_CACHE_MB: number(0, 65_536).default(64),
  EDGE_CACHE_SECONDS: number(0, 3_600).default(0),
  SLOW_QUERY_MS: number(0, 3_600_000).default(200),
  METRICS: choiceOf(['true', 'false']).default('false'),
});

/** The names of the settings of operators. */
export const SETTINGS: readonly string[] = Object.keys(zSettings.shape);
const CANDIDATES = SETTINGS.map(candidate);

const zEnv = zSettings.refine(
  // Without DATABASE_URL, commands would change the embedded database instead.
  (set) => set.DATABASE_OWNER_URL === undefined || set.DATABASE_URL !== undefined,
  {
    path: ['DATABASE_OWNER_URL'],
    error: 'needs DATABASE_URL too, the address with the user of the servers',
    // Reported together with other invalid settings.
    when: () => true,
  },
);

/** Short names often differ by one letter; long ones also in their number, such as `TRUSTED_PROXY`. */
const mostEdits = (setting: string): number =>
  setting.length < 15 ? Math.min(2, Math.floor(setting.length / 4)) : 3;

/** A sentence about each variable whose name is nearly that of a setting; without its value, which may be a secret. */
export const misspelledSettings = (env: Record<string, string | undefined> = process.env): string[] =>
  Object.keys(env).flatMap((name) => {
    const setting = SETTINGS.includes(name) ? undefined : closestName(name, CANDIDATES);
    if (setting === undefined || editDistance(name, setting) > mostEdits(setting)) return [];
    return [`Unknown setting ${name}. Did you mean ${setting}?`];
  });

/**
 * One former secret, or several separated by spaces or commas. The whole text is a candidate too, as a secret may
 * contain both.
 */
const formerSecrets = (text: string | undefined): string[] =>
  text === undefined ? [] : [...new Set([text, ...text.split(/[\s,]+/).filter(Boolean)])];

/**
 * The file of the secret.
 *
 * @throws DomainError unavailable when the file is missing and the embedded database is there: a new secret could not
 *   decrypt what the database contains.
 */
function secretFile(dataDir: string, databaseUrl: string | undefined): string {
  const file = path.join(dataDir, 'secret');
  const database = path.join(dataDir, 'postgres');
  // In this order: another process creates the secret before the database.
  const isUsed = databaseUrl === undefined && existsSync(path.join(database, 'PG_VERSION'));
  if (!isUsed || existsSync(file)) return file;
  throw unavailable(
    'SECRET_MISSING',
    `${file} is missing, and what the database in ${database} has encrypted cannot be read without it: put the file back from a backup, or set APP_SECRET to its content.`,
  );
}

/** A variable without spaces around it, except that of a secret; a blank one counts as not set. */
function setting([name, value = '']: [string, string | undefined]): [string, string][] {
  const text = value.trim();
  return text === '' ? [] : [[name, name.startsWith('APP_SECRET') ? value : text]];
}

/**
 * Reads the settings (docs/operations.md "Settings").
 *
 * @param secretIn reads the secret from its file, unless it is set; the URL is that of an external database
 * @throws DomainError unavailable that lists all invalid settings, or states why the secret cannot be used.
 */
export function loadConfig(
  env: Record<string, string | undefined> = process.env,
  secretIn: (file: string, databaseUrl: string | undefined) => string = readOrCreateSecret,
) {
  const parsed = zEnv.safeParse(Object.fromEntries(Object.entries(env).flatMap(setting)));
  if (!parsed.success) {
    // Each once, also when several values of a list are wrong in the same way.
    const issues = new Set(
      parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`),
    );
    const message = `These settings are invalid: ${[...issues].join('; ')}`;
    throw unavailable('INVALID_SETTINGS', message);
  }
  const set = parsed.data;
  const dataDir = path.resolve(set.DATA_DIR);
  const secret = set.APP_SECRET ?? secretIn(secretFile(dataDir, set.DATABASE_URL), set.DATABASE_URL);
  // As browsers write it: programs compare it with what they send, and `HTTPS://` would not count as https.
  const publicUrl = new URL(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).origin;
  return {
    /** Undefined for the embedded server in `dataDir`. */
    databaseUrl: set.DATABASE_URL,
    /** Another user for changes of the tables; undefined when `databaseUrl` is used for that as well. */
    databaseOwnerUrl: set.DATABASE_OWNER_URL,
    databasePool: set.DATABASE_POOL,
    /** Maximum number of additional connections for public reads. */
    databaseReadPool: set.DATABASE_READ_POOL,
    /** Addresses of standbys for public reads; empty when the primary answers all of them. */
    databaseReplicaUrls: set.DATABASE_REPLICA_URLS,
    /** How long shared caches in front of the site may serve public responses without asking again. */
    edgeCacheSeconds: set.EDGE_CACHE_SECONDS,
    /** Size in bytes of the in-memory cache of public responses; 0 turns it off. */
    answerCacheBytes: set.ANSWER_CACHE_MB * 1024 * 1024,
    /** Statements and visitors' reads that take at least this long, in milliseconds, have a log line. */
    slowQueryMs: set.SLOW_QUERY_MS,
    /** Whether `/metrics` is served for Prometheus. */
    metrics: set.METRICS === 'true',
    /** Undefined for the queue in PostgreSQL. */
    redisUrl: set.REDIS_URL,
    /** Undefined to write emails to files in `dataDir/mail`. */
    smtpUrl: set.SMTP_URL,
    /** Whether emails are handed over without encryption when the server offers none; by default only on this machine. */
    smtpTls: set.SMTP_TLS,
    mailFrom: set.MAIL_FROM ?? `MarketDex <no-reply@${new URL(publicUrl).hostname}>`,
    secret,
    /** The current secret, then previous ones, which only read what `secrets rotate` has not re-encrypted yet. */
    secrets: [secret, ...formerSecrets(set.APP_SECRETS_OLD)] as const,
    port: set.PORT,
    host: set.HOST,
    publicUrl,
    /** False when `publicUrl` is the default, an address of this machine. */
    isPublicUrlSet: set.PUBLIC_URL !== undefined,
    dataDir,
    logLevel: set.LOG_LEVEL,
    /** Whether each read of a visitor has a log line; otherwise their number does. */
    logsEveryRead: set.LOG_READS === 'lines',
    logFormat: set.LOG_FORMAT ?? DEFAULT_FORMAT,
    /** Addresses and networks whose `X-Forwarded-For` is trusted. */
    trustedProxies: set.TRUSTED_PROXIES,
    rateLimitFactor: set.RATE_LIMIT_FACTOR,
    /** Origins whose pages may call the REST API (CORS). */
    corsOrigins: set.CORS_ORIGINS,
    /** Names under which the site is served, in addition to that of `publicUrl`. */
    allowedHosts: set.ALLOWED_HOSTS,
    /** Maximum number of open connections; further ones are closed. */
    maxConnections: set.MAX_CONNECTIONS,
    passwordMinLength: set.PASSWORD_MIN_LENGTH,
    imageHosts: set.IMAGE_HOSTS,
    /** A sentence about each variable that looks like a misspelled setting. */
    misspelled: misspelledSettings(env),
    /** A session ends after `idleMs` without a call, and `maxMs` after sign-in in any case. */
    session: {
      idleMs: set.SESSION_IDLE_DAYS * DAY_MS,
      maxMs: set.SESSION_MAX_DAYS * DAY_MS,
    },
  };
}

/** All settings of one process. Only `doctor` looks at the environment too, for where the secret comes from. */
export type Config = ReturnType<typeof loadConfig>;

/**
 * The settings of a server or worker. Invalid settings are a line on standard error, like other failures of a start, and the
 * process exits with 1.
 */
export function loadConfigOrExit(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const format = zSettings.shape.LOG_FORMAT.safeParse(process.env.LOG_FORMAT?.trim()).data;
    processLogger({ logLevel: 'fatal', logFormat: format ?? DEFAULT_FORMAT }).fatal(error.message);
    return process.exit(1);
  }
}
