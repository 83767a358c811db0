import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import proxyAddr from 'proxy-addr';
import { LIMITS } from '../contract/shared/limits.ts';
import { scaleLimit } from '../lib/scale-limit.ts';
import { ConnectionCount } from './connection-count.ts';
import { type RefusalContext, refuseRequest } from './refusals/refusal.ts';
import { clientAddress } from './request.ts';
import { unnamedProxyLog } from './unnamed-proxy.ts';

/** Connections over the limit that are open long enough to get a response. Further ones are closed at once. */
const SURPLUS = 50;
const SURPLUS_MS = 1_000;
/** A browser needs several connections, also where the limits are strict. */
const LEAST = 30;

export interface AddressLimit {
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
  context: RefusalContext,
  application: RequestListener,
): AddressLimit {
  const { config } = context;
  const isTrusted = proxyAddr.compile(config.trustedProxies);
  const addressOf = clientAddress(config);
  const logUnnamedProxy = unnamedProxyLog(context);
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
      if (surplus.has(request.socket)) return refuseRequest(context, request, response, 429);
      if (!proxies.has(request.socket)) {
        logUnnamedProxy(request);
        return application(request, response);
      }
      const ip = addressOf(request);
      if (requests.isFull(ip)) return refuseRequest(context, request, response, 429);
      response.once('close', requests.enter(ip));
      application(request, response);
    },
    isSurplus: (socket) => surplus.has(socket),
  };
}
