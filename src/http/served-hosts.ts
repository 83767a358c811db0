import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import type { Config } from '../config.ts';

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
  return ({ headers: { host } }) => {
    if (host === undefined || host.startsWith('[')) return true;
    const name = withoutPort(host);
    return named.has(name) || /^[\w-]+$/.test(name) || name.endsWith('.localhost') || isIPv4(name);
  };
}
