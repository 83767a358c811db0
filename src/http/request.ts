import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, RequestHandler } from 'express';
import proxyAddr from 'proxy-addr';
import type { Config } from '../config.ts';
import { SEQUENCE_HEADER, sequenceOf } from '../contract/shared/sequence.ts';
import { normaliseAddress } from '../lib/client-address.ts';
import { sha256 } from '../lib/crypto.ts';
import { invalidInput } from '../lib/errors.ts';
import { withRequestContext } from '../lib/process/request-context.ts';
import type { Cookies } from '../modules/scope.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type CallContext, CallerPosition } from '../trpc/context.ts';

interface Received {
  requestId: string;
  ip: string | null;
}

const received = new WeakMap<object, Received>();

/** The id of a request, in every log line and in the response. */
export const requestIdOf = (request: object): string => received.get(request)?.requestId ?? 'unknown';

const logged = new WeakSet<object>();

/** Marks a request that has a log line, for `requestLog`. */
export const markLogged = (request: object): void => {
  logged.add(request);
};

export const isLogged = (request: object): boolean => logged.has(request);

export const ipOf = (request: object): string | null => received.get(request)?.ip ?? null;

/** Gives each request an id, sends it as `X-Request-Id`, determines its address, and opens the log context. */
export function requestIds(config: Config): RequestHandler {
  const addressOf = clientAddress(config);
  return (request, response, next) => {
    const requestId = randomUUID();
    const ip = addressOf(request);
    received.set(request, { requestId, ip });
    response.setHeader('X-Request-Id', requestId);
    withRequestContext({ requestId, ip }, () => next());
  };
}

/** Some proxies add the client's port to its address: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

/**
 * Determines the client's address: as the configured proxies report it, else that of the connection. A value in
 * `X-Forwarded-For` that is not an address is ignored, and the connection's address counts.
 */
export function clientAddress({
  trustedProxies,
}: Pick<Config, 'trustedProxies'>): (request: IncomingMessage) => string | null {
  const isTrusted = proxyAddr.compile(trustedProxies);
  /** Per connection, because reading an address takes longer than finding a response in memory. */
  const addresses = new WeakMap<Socket, string | null>();
  const directOf = (socket: Socket) => {
    let address = addresses.get(socket);
    if (address === undefined) {
      address = normaliseAddress(socket.remoteAddress);
      addresses.set(socket, address);
    }
    return address;
  };
  return (request) => {
    const direct = directOf(request.socket);
    if (request.headers['x-forwarded-for'] === undefined) return direct;
    return normaliseAddress(withoutPort(proxyAddr(request, isTrusted))) ?? direct;
  };
}

/**
 * The tokens of `Authorization: Bearer …` and `Pending …`. One of these schemes without a token counts as an invalid token.
 * Other schemes are ignored: they are for a proxy in front of the site, and browsers send them with every request.
 */
function tokensOf(header: string | undefined): { token: string | null; pendingToken: string | null } {
  if (!/^\s*(Bearer|Pending)(\s|$)/i.test(header ?? '')) return { token: null, pendingToken: null };
  const match = /^(Bearer|Pending) +(\S{1,512})$/i.exec(header?.trim() ?? '');
  const [, scheme, token] = match ?? [];
  if (!scheme || !token) return { token: 'malformed', pendingToken: null };
  // A pending token is not a session: it is invalid where a session is required.
  return scheme.toLowerCase() === 'pending'
    ? { token: 'pending', pendingToken: token }
    : { token, pendingToken: null };
}

export function sessionOf({ headers }: IncomingMessage): string | null {
  const { token } = tokensOf(headers.authorization);
  return token === null ? null : sha256(token);
}

const HEADER_NAME = SEQUENCE_HEADER.toLowerCase();

/** What the sender of a request has seen. */
export const positionOf = ({ headers }: IncomingMessage): CallerPosition =>
  new CallerPosition(sequenceOf(headers[HEADER_NAME]));

/** The header with what the caller has seen now. */
export const positionHeader = (position: CallerPosition | undefined): Record<string, string> =>
  typeof position?.latestSequence === 'number' ? { [SEQUENCE_HEADER]: String(position.latestSequence) } : {};

/**
 * The parameters of an address. An empty one counts as absent (docs/api.md "Ground rules").
 *
 * @throws DomainError invalid, for a repeated one
 */
export function parametersOf({ query }: Request): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const repeated = given.filter(([, value]) => typeof value !== 'string');
  if (repeated.length > 0)
    throw invalidInput(
      repeated.map(([name]) => ({
        field: name,
        message: `${name.slice(0, 100)} is given more than once`,
      })),
    );
  return Object.fromEntries(given as [string, string][]);
}

/** The search of a request's address, with its `?`, or empty. */
export const searchOf = ({ originalUrl }: Request): string => {
  const at = originalUrl.indexOf('?');
  return at < 0 ? '' : originalUrl.slice(at);
};

/** Paths of the calls that read cookies; browsers send them with calls below these paths only. */
const COOKIE_PATHS = ['/api/auth', '/trpc/auth.login', '/trpc/auth.verify2fa', '/trpc/passkeys.signIn'];

/**
 * The cookies of a request, and of its response. No script can read them, and no other site can send them. With https,
 * their prefix makes browsers refuse a cookie that was set over http.
 */
function requestCookies(request: Request, { publicUrl }: Pick<Config, 'publicUrl'>): Cookies {
  const isSecure = publicUrl.startsWith('https:');
  const prefix = isSecure ? '__Secure-' : '';
  const attributes = `HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    get: (name) =>
      request.headers.cookie
        ?.split('; ')
        .find((one) => one.startsWith(`${prefix}${name}=`))
        ?.slice(`${prefix}${name}=`.length),
    set: (name, value, seconds) => {
      const cookies = COOKIE_PATHS.map(
        (path) => `${prefix}${name}=${value}; Max-Age=${seconds}; Path=${path}; ${attributes}`,
      );
      request.res?.setHeader('Set-Cookie', cookies);
    },
  };
}

/** The parts of an HTTP request that procedures can use. */
export function contextOf(runtime: Runtime): (request: Request) => CallContext {
  return (request) => ({
    runtime,
    ...tokensOf(request.headers.authorization),
    code: request.get('x-totp-token')?.trim() || null,
    origin: {
      requestId: requestIdOf(request),
      ip: ipOf(request),
      userAgent: request.headers['user-agent'] ?? null,
      cookies: requestCookies(request, runtime.config),
    },
    idempotencyKey: request.get('idempotency-key') ?? null,
    socket: null,
    position: positionOf(request),
    onProcedureStart: () => markLogged(request),
  });
}
