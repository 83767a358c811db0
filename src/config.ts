import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { randomToken } from './lib/crypto.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const unset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional());
const number = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

const zEnv = z.object({
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, 'must start with redis://')),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must start with smtp://')),
  MAIL_FROM: optional(z.string()),
  APP_SECRET: optional(z.string().min(32, 'must be at least 32 characters long')),
  PORT: optional(number(0, 65535)),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(z.url()),
  DATA_DIR: optional(z.string()),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS)),
  LOG_FORMAT: optional(z.enum(['json', 'pretty'])),
  TRUSTED_PROXIES: optional(list),
  PASSWORD_MIN_LENGTH: optional(number(6, 64)),
  IMAGE_HOSTS: optional(list),
  DATABASE_POOL: optional(number(2, 200)),
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
  /** Undefined: the queue lives in PostgreSQL. */
  redisUrl: string | undefined;
  /** Undefined: mails are written to `dataDir/mail`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  secret: string;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  logLevel: (typeof LOG_LEVELS)[number];
  logFormat: 'json' | 'pretty';
  trustedProxies: string[];
  passwordMinLength: number;
  imageHosts: string[];
  session: { idleMs: number; maxMs: number };
}

/** The secret of this installation, made once and readable by its owner alone. */
function storedSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomToken(), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Reads the settings (README "Settings").
 *
 * @throws Error naming every faulty setting at once.
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = zEnv.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are wrong:\n${faults.join('\n')}`);
  }
  const set = parsed.data;
  const dataDir = path.resolve(set.DATA_DIR ?? 'data');
  const port = set.PORT ?? 3000;
  const publicUrl = (set.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  return {
    databaseUrl: set.DATABASE_URL,
    databasePool: set.DATABASE_POOL ?? 10,
    redisUrl: set.REDIS_URL,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? `MarketDex <no-reply@${new URL(publicUrl).hostname}>`,
    secret: set.APP_SECRET ?? storedSecret(dataDir),
    port,
    host: set.HOST ?? '127.0.0.1',
    publicUrl,
    dataDir,
    logLevel: set.LOG_LEVEL ?? 'info',
    logFormat: set.LOG_FORMAT ?? (process.stderr.isTTY ? 'pretty' : 'json'),
    trustedProxies: set.TRUSTED_PROXIES ?? [],
    passwordMinLength: set.PASSWORD_MIN_LENGTH ?? 6,
    imageHosts: set.IMAGE_HOSTS ?? DEFAULT_IMAGE_HOSTS,
    session: { idleMs: SESSION_IDLE_DAYS * DAY_MS, maxMs: SESSION_MAX_DAYS * DAY_MS },
  };
}
