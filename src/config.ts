import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { DomainError } from './lib/errors.ts';
import { MIN_SECRET_LENGTH, readOrCreateSecret } from './lib/secret-file.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const unset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional());
const number = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

/** Networks that `X-Forwarded-For` is believed from; one that holds every address would believe everybody. */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && +bits >= 1 && +bits <= (version === 4 ? 32 : 128));
};
const proxies = list.refine((all) => all.every(isProxy), 'must be addresses or networks such as 10.0.0.0/8');

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};
const origins = list.refine((all) => all.every(isOrigin), 'must be origins such as https://example.org');

const zEnv = z.object({
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(URL.canParse, 'must be an address such as postgres://user:password@host:5432/database'),
  ),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, 'must start with redis://')),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must start with smtp://')),
  MAIL_FROM: optional(z.string()),
  APP_SECRET: optional(
    z.string().min(MIN_SECRET_LENGTH, `must be at least ${MIN_SECRET_LENGTH} characters long`),
  ),
  APP_SECRETS_OLD: optional(z.string()),
  PORT: optional(number(0, 65535)),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(z.url()),
  DATA_DIR: optional(z.string()),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS)),
  LOG_FORMAT: optional(z.enum(['json', 'pretty'])),
  TRUSTED_PROXIES: optional(proxies),
  RATE_LIMIT_FACTOR: optional(z.coerce.number().positive()),
  CORS_ORIGINS: optional(origins),
  PASSWORD_MIN_LENGTH: optional(number(6, 64)),
  SESSION_IDLE_DAYS: optional(number(1, 365)),
  SESSION_MAX_DAYS: optional(number(1, 365)),
  IMAGE_HOSTS: optional(list),
  DATABASE_POOL: optional(number(2, 200)),
  DATABASE_READ_POOL: optional(number(1, 200)),
  ANSWER_CACHE_MB: optional(number(0, 65_536)),
  SLOW_QUERY_MS: optional(number(0, 3_600_000)),
  METRICS: optional(z.enum(['true', 'false'])),
});

/** Image hosts of sprites: the one that links are converted to, and the public sprite sites. */
export const DEFAULT_IMAGE_HOSTS = ['i.imgur.com', 'play.pokemonshowdown.com', 'raw.githubusercontent.com'];

const SESSION_IDLE_DAYS = 7;
const SESSION_MAX_DAYS = 30;
const DAY_MS = 86_400_000;

/** The settings of one process, complete: nothing else reads the environment. */
export interface Config {
  /** Undefined: the embedded server in `dataDir` is used. */
  databaseUrl: string | undefined;
  /** Connections to the database at most. */
  databasePool: number;
  /** Connections at most for what the public reads, beside those. */
  databaseReadPool: number;
  /** Bytes of public answers kept in memory; 0 keeps none. */
  answerCacheBytes: number;
  /** A statement that takes as long is logged. */
  slowQueryMs: number;
  /** Whether `/metrics` tells a Prometheus beside the server how it is. */
  metrics: boolean;
  /** Undefined: the queue lives in PostgreSQL. */
  redisUrl: string | undefined;
  /** Undefined: mails are written to `dataDir/mail`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  secret: string;
  /** Secrets that were in force before: what they sealed still opens, until `secrets rotate` seals it anew. */
  formerSecrets: string[];
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  logLevel: (typeof LOG_LEVELS)[number];
  logFormat: 'json' | 'pretty';
  /** Where `X-Forwarded-For` is believed from. */
  trustedProxies: string[];
  /** Every limit is multiplied by it. */
  rateLimitFactor: number;
  /** Other sites whose pages may call the REST paths. */
  corsOrigins: string[];
  passwordMinLength: number;
  imageHosts: string[];
  /** A session ends when it is unused for `idleMs`, and after `maxMs` however much it is used. */
  session: { idleMs: number; maxMs: number };
}

/** One former secret, which may have blanks and commas like any, or several with such between them. */
const formerSecrets = (text: string | undefined): string[] =>
  text === undefined ? [] : [...new Set([text, ...text.split(/[\s,]+/).filter(Boolean)])];

/**
 * Reads the settings (docs/operations.md "Settings").
 *
 * @throws DomainError unavailable that names every invalid setting, or tells why the secret cannot be used.
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = zEnv.safeParse(env);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    const message = `These settings are invalid: ${issues.join('; ')}`;
    throw new DomainError('unavailable', 'INVALID_SETTINGS', message);
  }
  const set = parsed.data;
  const dataDir = path.resolve(set.DATA_DIR ?? 'data');
  const port = set.PORT ?? 3000;
  const publicUrl = (set.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  return {
    databaseUrl: set.DATABASE_URL,
    databasePool: set.DATABASE_POOL ?? 10,
    databaseReadPool: set.DATABASE_READ_POOL ?? 10,
    answerCacheBytes: (set.ANSWER_CACHE_MB ?? 64) * 1024 * 1024,
    slowQueryMs: set.SLOW_QUERY_MS ?? 200,
    metrics: set.METRICS === 'true',
    redisUrl: set.REDIS_URL,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? `MarketDex <no-reply@${new URL(publicUrl).hostname}>`,
    formerSecrets: formerSecrets(set.APP_SECRETS_OLD),
    secret: set.APP_SECRET ?? readOrCreateSecret(path.join(dataDir, 'secret')),
    port,
    host: set.HOST ?? '127.0.0.1',
    publicUrl,
    dataDir,
    logLevel: set.LOG_LEVEL ?? 'info',
    logFormat: set.LOG_FORMAT ?? (process.stderr.isTTY ? 'pretty' : 'json'),
    trustedProxies: set.TRUSTED_PROXIES ?? [],
    rateLimitFactor: set.RATE_LIMIT_FACTOR ?? 1,
    corsOrigins: set.CORS_ORIGINS ?? [],
    passwordMinLength: set.PASSWORD_MIN_LENGTH ?? 6,
    imageHosts: set.IMAGE_HOSTS ?? DEFAULT_IMAGE_HOSTS,
    session: {
      idleMs: (set.SESSION_IDLE_DAYS ?? SESSION_IDLE_DAYS) * DAY_MS,
      maxMs: (set.SESSION_MAX_DAYS ?? SESSION_MAX_DAYS) * DAY_MS,
    },
  };
}

/** The settings of a server or worker; what is wrong with them is printed, and ends the process. */
export function loadConfigOrExit(): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}
