import { isIP } from 'node:net';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { orList } from '../contract/shared/lists.ts';
import { formatNumber } from '../contract/shared/plural.ts';
import { MIN_SECRET_LENGTH } from './process/secret-file.ts';

/** A whole number. */
export function number(min: number, max: number) {
  const rule = `must be a whole number from ${formatNumber(min)} to ${formatNumber(max)}`;
  return z
    .string()
    .regex(/^\d+$/, rule)
    .transform(Number)
    .refine((n) => n >= min && n <= max, rule);
}

const FACTOR_RULE = 'must be a number from 0.001 to 1,000,000';
export const factor = z
  .string()
  .regex(/^\d+(\.\d+)?$/, FACTOR_RULE)
  .transform(Number)
  .refine((n) => n >= 0.001 && n <= 1_000_000, FACTOR_RULE);

/** Separated by spaces or commas. */
export const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

/**
 * A network whose `X-Forwarded-For` is trusted. A network of all addresses (`/0`) is refused: it would trust every
 * client.
 */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && +bits >= 1 && +bits <= (version === 4 ? 32 : 128));
};
export const proxies = list.refine(
  (all) => all.every(isProxy),
  'must be addresses or networks such as 10.0.0.0/8, or loopback, linklocal or uniquelocal',
);

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};
export const origins = list.refine(
  (all) => all.every(isOrigin),
  'must be origins such as https://example.org',
);

/** In lower case, like the hosts of parsed URLs. */
const hostList = list.transform((all) => all.map((host) => host.toLowerCase()));
export const hosts = hostList.refine(
  (all) => all.every((name) => /^[\w.-]+$/.test(name)),
  'must be names such as market.example, without a port',
);

const HOST_NAME = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/;
export const imageHosts = hostList.refine(
  (all) => all.every((host) => HOST_NAME.test(host)),
  'must be host names such as i.imgur.com',
);

/** Whether the clients of PostgreSQL and Redis can decode it, and that of SMTP decodes it as it was meant. */
function isDecodable(text: string): boolean {
  const { username, password, pathname } = new URL(text);
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

/** @param starts such as `redis://` */
const address = (starts: readonly [string, ...string[]], rest: string) =>
  z
    .string()
    .refine((text) => starts.some((start) => text.startsWith(start)), {
      error: `must start with ${orList(starts)}`,
      abort: true,
    })
    .refine(URL.canParse, { error: `must be an address such as ${starts[0]}${rest}`, abort: true });
const ENCODING_RULE = 'must have special characters percent-encoded: % as %25';
export const databaseUrl = address(
  ['postgres://', 'postgresql://'],
  'user:password@host:5432/database',
).refine(isDecodable, ENCODING_RULE);
/** Without a host, emails would go to a mail server on this machine, which hardly anybody means. */
export const smtpUrl = address(['smtp://', 'smtps://'], 'user:password@host:587')
  .refine(
    (text) => new URL(text).hostname !== '',
    'must name the mail server, such as smtp://user:password@host:587',
  )
  .refine(isDecodable, ENCODING_RULE);
export const redisUrl = address(['redis://', 'rediss://'], 'host:6379')
  .refine(isDecodable, ENCODING_RULE)
  .refine(
    (text) => /^(\/\d*)?$/.test(new URL(text).pathname),
    'must end with the port or the number of a database, such as redis://host:6379/1',
  );

export const siteAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://market.example', abort: true })
  .refine((text) => !/[?#]/.test(text), 'must have no query and no fragment')
  .refine((text) => {
    const { username, password, pathname } = new URL(text);
    return username === '' && password === '' && pathname === '/';
  }, 'must have no user name, no password and no path: the site is served at /');

function isSender(text: string): boolean {
  const [sender, ...others] = addressparser(text, { flatten: true });
  // The parser closes a bracket that is left open.
  const isClosed = text.includes('<') === text.includes('>');
  const { name = '', address = '' } = sender ?? {};
  // Of two addresses without a comma, the parser takes the first for a name.
  return isClosed && others.length === 0 && !name.includes('@') && /^[^\s@]+@[^\s@]+$/.test(address);
}

/** One address: from any other text, emails would leave without a sender. */
export const sender = z
  .string()
  .refine(isSender, 'must be an address such as MarketDex <no-reply@example.org>');

export const appSecret = z
  .string()
  .min(MIN_SECRET_LENGTH, `must be at least ${MIN_SECRET_LENGTH} characters long`);

export const choiceOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
