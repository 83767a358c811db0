import { isIP } from 'node:net';

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head.split(':').filter(Boolean);
  if (tail === undefined) return left;
  const right = tail.split(':').filter(Boolean);
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/** The IPv4 address of an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`), or null. */
function mappedIpv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

/** An IP address in the canonical form in which it is stored and compared; null for other text. */
export function normaliseAddress(text: string | undefined): string | null {
  const address = text?.replace(/%.*$/, '') ?? '';
  if (isIP(address) === 0) return null;
  if (isIP(address) === 4) return address;
  return mappedIpv4(groupsOf(address)) ?? new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/**
 * The rate limit key of an address: an IPv4 address itself, an IPv6 address by its /64, because one subscriber usually
 * has a whole /64 (docs/security.md, KEY_GEN_IPV6). All texts that are not an address share one key.
 */
export function networkOf(text: string | null): string {
  const address = normaliseAddress(text ?? undefined);
  if (address === null) return 'unknown';
  return isIP(address) === 4 ? address : `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}
