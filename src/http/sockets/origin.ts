import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';

/**
 * Whether the origin of a socket is allowed: a page of this site, of a configured one, or a program, which sends no
 * origin (ASVS 4.4.2). Browsers let any page open a socket to any site, so the server has to check.
 */
export function allowsOrigin(
  { headers }: IncomingMessage,
  { publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  const url = URL.parse(origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.host === host || [new URL(publicUrl).origin, ...corsOrigins].includes(url.origin);
}
