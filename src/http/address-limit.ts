import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import proxyAddr from 'proxy-addr';
import { LIMITS } from '../contract/shared/limits.ts';
import { normaliseAddress } from '../lib/client-address.ts';
import { scaleLimit } from '../lib/limit.ts';
import { onceAMinute } from '../lib/process/once-a-minute.ts';
import { UNNAMED_PROXY } from '../modules/health/setup.probes.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { ConnectionCount } from './connection-count.ts';
import type { Refusals } from './refusals/refusal.ts';
import { clientAddress } from './request.ts';

/** Connections over the limit that are open long enough to get a response. Further ones are closed at once. */
const SURPLUS = 50;
const SURPLUS_MS = 1_000;
/** A browser needs several connections, also where the limits are strict. */
const LEAST = 30;

/**
 * Logs, at most once a minute, that a forwarded request comes from a proxy that TRUSTED_PROXIES does not name: limits and
 * logs treat all visitors behind it as one client. Anybody may send the header, so only addresses of local networks count as
 * proxies. Without any trusted proxy, the check of PUBLIC_URL reports it.
 *
 * @returns what to call for each request over a connection from no trusted proxy
 */
export function unnamedProxyLog({
  config: { trustedProxies },
  logger,
}: Pick<Runtime, 'config' | 'logger'>): (request: IncomingMessage) => void {
  const isLocal = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);
  const warn = onceAMinute((proxy: string) => logger.warn({ category: 'security', proxy }, UNNAMED_PROXY));
  return ({ headers, socket }) => {
    if (trustedProxies.length === 0 || headers['x-forwarded-for'] === undefined) return;
    const proxy = normaliseAddress(socket.remoteAddress);
    if (proxy !== null && isLocal(proxy, 0)) warn(proxy);
  };
}

interface AddressLimit {
  serve: RequestListener;
  /** Whether a connection is over the limit of its address, so that nothing may be served over it. */
  isSurplus(socket: Duplex): boolean;
}

/**
 * Limits how many connections one address has, so that it cannot take all of `MAX_CONNECTIONS`. A trusted proxy may have
 * any number; there, each address has as many requests in progress. What exceeds the limit answers 429.
 */
export function limitAddresses(
  server: Server,
  runtime: Pick<Runtime, 'config' | 'logger'>,
  refusals: Refusals,
  application: RequestListener,
): AddressLimit {
  const { config } = runtime;
  const isTrusted = proxyAddr.compile(config.trustedProxies);
  const addressOf = clientAddress(config);
  const logUnnamedProxy = unnamedProxyLog(runtime);
  const most = Math.max(LEAST, scaleLimit(config, LIMITS.connectionsPerAddress));
  const connections = new ConnectionCount(most);
  const requests = new ConnectionCount(most);
  const surplus = new WeakSet<Duplex>();
  const proxies = new WeakSet<Duplex>();

  server.on('connection', (socket: Socket) => {
    if (isTrusted(socket.remoteAddress ?? '', 0)) {
      proxies.add(socket);
      return;
    }
    const ip = socket.remoteAddress ?? null;
    if (connections.isFull(ip, SURPLUS)) {
      socket.destroy();
      return;
    }
    if (connections.isFull(ip)) {
      surplus.add(socket);
      setTimeout(() => socket.destroy(), SURPLUS_MS).unref();
    }
    socket.once('close', connections.enter(ip));
  });

  return {
    serve: (request, response) => {
      if (surplus.has(request.socket)) return refusals.request(request, response, 429);
      if (!proxies.has(request.socket)) {
        logUnnamedProxy(request);
        return application(request, response);
      }
      const ip = addressOf(request);
      if (requests.isFull(ip)) return refusals.request(request, response, 429);
      response.once('close', requests.enter(ip));
      application(request, response);
    },
    isSurplus: (socket) => surplus.has(socket),
  };
}
