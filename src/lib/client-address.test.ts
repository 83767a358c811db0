import { describe, expect, it } from 'vitest';
import { networkOf, normaliseAddress } from './client-address.ts';

describe('normalises an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
  ])('%s', (given, expected) => expect(normaliseAddress(given)).toBe(expected));

  it.each([undefined, '', 'unknown', '<script>', '1.2.3', '1.2.3.4:80', '::1]', '1.2.3.4, 5.6.7.8'])(
    'and rejects %s',
    (given) => expect(normaliseAddress(given)).toBeNull(),
  );
});

describe('derives a rate limit key (KEY_GEN_IPV6)', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::3', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [null, 'unknown'],
    ['nonsense', 'unknown'],
  ])('%s as %s', (given, expected) => expect(networkOf(given)).toBe(expected));
});
