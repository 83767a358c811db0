import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';

/** Almost all requests have one of a few hosts. */
const KNOWN_HOSTS = 100;

const withoutPort = (host: string) => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();

/**
 * Whether a request is for this site, against DNS rebinding: a page of a foreign name that resolves to this server would
 * be of the same origin as the site. Served are the names of `PUBLIC_URL` and `ALLOWED_HOSTS`. Addresses, `localhost` and
 * names without a dot are always served, since no foreign page can have them: so a server in a local network, a probe and
 * a neighbour in a compose file need no setting. A request without the header is not from a browser.
 */
export function servedHosts({
  publicUrl,
  allowedHosts,
}: Pick<Config, 'publicUrl' | 'allowedHosts'>): (request: IncomingMessage) => boolean {
  const named = new Set([new URL(publicUrl).hostname, ...allowedHosts]);
  const isServed = (host: string) => {
    const name = withoutPort(host);
    return (
      host.startsWith('[') ||
      named.has(name) ||
      /^[\w-]+$/.test(name) ||
      name.endsWith('.localhost') ||
      isIPv4(name)
    );
  };
  const known = new LRUCache<string, boolean>({ max: KNOWN_HOSTS, memoMethod: isServed });
  return ({ url = '/', headers }) => {
    // The host of a whole address replaces that of the header (RFC 9112, 3.2.2).
    const host = url.startsWith('/') ? headers.host : (URL.parse(url)?.host ?? headers.host);
    return host === undefined || known.memo(host);
  };
}
