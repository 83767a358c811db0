import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { UNNAMED_PROXY } from '../modules/health/setup.probes.ts';
import { call } from '../testing/clients/rest-client.ts';
import { createTestLog } from '../testing/run/log.ts';
import { testServer } from '../testing/run/server.ts';
import { unnamedProxyLog } from './address-limit.ts';

const direct = testServer();
const proxied = testServer({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8' });

/** The address in the audit record of a failed sign-in. */
async function seenBy(server: typeof direct, forwarded: string): Promise<unknown> {
  const { body } = await call(server, 'POST', '/auth/login', {
    body: { username: 'nobody', password: 'nothing' },
    headers: { 'x-forwarded-for': forwarded, 'x-real-ip': '203.0.113.1', forwarded: 'for=203.0.113.2' },
  });
  const [trace] = await server.sql('select ip from audit_event where request_id = ?', [body.request_id]);
  return trace?.ip;
}

it('ignores forwarding headers without configured proxies', async () => {
  expect(await seenBy(direct, '203.0.113.9')).toBe('127.0.0.1');
  expect(await seenBy(direct, '127.0.0.1, 10.0.0.1')).toBe('127.0.0.1');
});

describe('behind configured proxies (ERR_ERL_PERMISSIVE_TRUST_PROXY)', () => {
  it.each([
    ['the address that the proxy appended', '203.0.113.9', '203.0.113.9'],
    ['not an address that the client claimed', '198.51.100.1, 127.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['through a chain of trusted proxies', '198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['IPv4 in IPv6 as IPv4', '::ffff:203.0.113.9', '203.0.113.9'],
    ['IPv6 in one form', '2001:DB8:0::1', '2001:db8::1'],
    ['the connection when the text is not an address', "'; drop table account; --", '127.0.0.1'],
    ['an address without its port', '203.0.113.9:443', '203.0.113.9'],
    ['IPv6 without its port', '[2001:db8::1]:443', '2001:db8::1'],
    ['the connection when the text has no address but a port', 'example.org:443', '127.0.0.1'],
  ])('counts %s', async (_what, forwarded, expected) => {
    expect(await seenBy(proxied, forwarded)).toBe(expected);
  });

  it.each([
    ['a request', {}],
    ['an upgrade', { connection: 'Upgrade', upgrade: 'websocket' }],
  ])('logs the refusal of %s with the address of its client', async (_what, headers) => {
    const refused = (ip: string) =>
      new Promise((resolve, reject) => {
        const sent = { host: 'evil.example', 'x-forwarded-for': ip, ...headers };
        get(`${proxied.url}/trpc`, { headers: sent, agent: false }, (response) =>
          resolve(response.resume().statusCode),
        ).once('error', reject);
      });
    const before = proxied.log.lines.length;
    for (const ip of ['203.0.113.9', '203.0.113.10']) expect(await refused(ip)).toBe(421);
    const lines = proxied.log.lines.slice(before).filter(({ msg }) => msg === 'request refused');
    expect(lines.map(({ ip }) => ip)).toEqual(['203.0.113.9', '203.0.113.10']);
  });
});

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  const named = testServer({ TRUSTED_PROXIES: '10.0.0.0/8' });
  const logged = ({ log }: typeof direct) =>
    log.lines.filter(({ msg }) => msg === UNNAMED_PROXY).map(({ category, proxy }) => ({ category, proxy }));
  const from = (server: typeof direct, headers: Record<string, string>) =>
    fetch(`${server.url}/healthz`, { headers });

  it('is logged once a minute, and only for forwarded requests', async () => {
    await from(named, {});
    expect(logged(named)).toEqual([]);
    for (const forwarded of ['203.0.113.9', '203.0.113.10'])
      await from(named, { 'x-forwarded-for': forwarded });
    expect(logged(named)).toEqual([{ category: 'security', proxy: '127.0.0.1' }]);
  });

  it('is not logged of trusted proxies, nor where no proxy is trusted', async () => {
    for (const server of [direct, proxied]) {
      await from(server, { 'x-forwarded-for': '203.0.113.9' });
      expect(logged(server)).toEqual([]);
    }
  });

  it.each([
    ['172.18.0.5', true],
    ['::ffff:10.1.2.3', true],
    ['fd00::5', true],
    ['203.0.113.9', false],
    ['2001:db8::1', false],
  ])('has an address of a local network: %s %s', (remoteAddress, isLogged) => {
    const { logger, lines } = createTestLog();
    const config = { ...named.runtime.config, trustedProxies: ['192.168.0.0/16'] };
    unnamedProxyLog({ config, logger })({
      headers: { 'x-forwarded-for': '203.0.113.9' },
      socket: { remoteAddress },
    } as unknown as IncomingMessage);
    expect(lines.length > 0).toBe(isLogged);
  });
});

describe('TRUSTED_PROXIES', () => {
  const set = (text: string) =>
    loadConfig({ APP_SECRET: 'x'.repeat(32), TRUSTED_PROXIES: text }).trustedProxies;

  it.each(['true', '1', '*', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example.org'])(
    'rejects %s, which would trust everybody or nobody',
    (text) => expect(() => set(text)).toThrow(/TRUSTED_PROXIES: must be addresses or networks .* loopback/),
  );

  it('accepts addresses, networks and the names of local ones', () => {
    expect(set('127.0.0.1, 10.0.0.0/8 fd00::/8,loopback')).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      'fd00::/8',
      'loopback',
    ]);
  });
});
