import { isIP } from 'node:net';
import ipaddr, { type IPv6 } from 'ipaddr.js';

/** An IPv4 address, also an IPv4-mapped IPv6 address, as text; any other IPv6 address parsed; null for other text. */
function parse(text: string): string | IPv6 | null {
  const address = text.replace(/%.*$/, '');
  // The library also accepts numbers and short forms of IPv4. Parsing IPv4, which is canonical here, took 12 times as long.
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : null;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed;
}

/** An IP address in the canonical form in which it is stored and compared; null for other text. */
export const normaliseAddress = (text = ''): string | null => parse(text)?.toString() ?? null;

/**
 * The part of an address that stays the same for most customers of a provider: 16 bits of IPv4, 32 bits of IPv6. All texts
 * that are not an address have the same.
 */
export function providerOf(text: string | null): string {
  const address = parse(text ?? '');
  if (address === null) return 'unknown';
  if (typeof address === 'string') return address.split('.').slice(0, 2).join('.');
  return address.parts
    .slice(0, 2)
    .map((part) => part.toString(16))
    .join(':');
}

/**
 * The rate limit key of an address: an IPv4 address itself, an IPv6 address by its /64, because one subscriber usually
 * has a whole /64 (docs/security.md, KEY_GEN_IPV6). All texts that are not an address share one key.
 */
export function networkOf(text: string | null): string {
  const address = parse(text ?? '');
  if (address === null || typeof address === 'string') return address ?? 'unknown';
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
