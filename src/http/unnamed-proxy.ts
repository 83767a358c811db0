import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { normaliseAddress } from '../lib/client-address.ts';
import { UNNAMED_PROXY } from '../modules/health/setup.probes.ts';
import type { Runtime } from '../runtime/runtime.ts';

const LOG_MS = 60_000;

/**
 * Logs, at most once a minute, that a forwarded request comes from a proxy that TRUSTED_PROXIES does not name:
 * limits and logs treat all visitors behind it as one client. Anybody may send the header, so only addresses of local networks count as
 * proxies. Without any trusted proxy, the check of PUBLIC_URL reports it.
 *
 * @returns what to call for each request over a connection from no trusted proxy
 */
export function unnamedProxyLog({
  config: { trustedProxies },
  logger,
}: Pick<Runtime, 'config' | 'logger'>): (request: IncomingMessage) => void {
  const isLocal = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);
  let nextLog = trustedProxies.length > 0 ? 0 : Number.POSITIVE_INFINITY;
  return ({ headers, socket }) => {
    if (headers['x-forwarded-for'] === undefined || performance.now() < nextLog) return;
    const proxy = normaliseAddress(socket.remoteAddress);
    if (proxy === null || !isLocal(proxy, 0)) return;
    nextLog = performance.now() + LOG_MS;
    logger.warn({ category: 'security', proxy }, UNNAMED_PROXY);
  };
}
