import { expect, it } from 'vitest';
import type { Config } from '../../config.ts';
import { JOBS } from '../../queue/definitions.ts';
import { makeAccount } from '../../testing/accounts/factories.ts';
import { ORIGIN, testServer } from '../../testing/run/server.ts';
import type { Cookies } from '../scope.ts';
import { KnownDevicesService } from './known-devices.service.ts';

const server = testServer();
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

it('a browser stays known after a change of the secret, while the former one is listed', async () => {
  const { user } = await makeAccount(server);
  const account = { userId: user.user_id };
  const kept = new Map<string, string>();
  const browser: Cookies = { get: (name) => kept.get(name), set: (name, value) => kept.set(name, value) };
  const script: Cookies = { get: () => undefined, set: () => undefined };
  const devices = (secrets: Partial<Config>, cookies: Cookies, userAgent = ORIGIN.userAgent) =>
    new KnownDevicesService({
      ...server.scope(),
      config: { ...server.runtime.config, ...secrets },
      origin: { ...ORIGIN, userAgent, cookies },
    });
  const mails = async () => {
    const where = 'job = ? and (payload ->> ?)::int = ?';
    const params = [JOBS.newDeviceMail.name, 'user_id', user.user_id];
    return (await server.sql(`select from outbox where ${where}`, params)).length;
  };

  await devices({}, browser).remember(account);
  const later = { secret: 'another secret', secrets: ['another secret'] as const };
  const rotated = { ...later, secrets: [...later.secrets, server.runtime.config.secret] as const };
  await devices(rotated, script).remember(account);
  expect(await devices(later, browser).find(account)).toBeNull();
  expect(await devices(rotated, browser).find(account)).not.toBeNull();
  await devices(rotated, browser).remember(account);
  expect(await devices(later, browser).find(account)).not.toBeNull();
  expect(await mails()).toBe(0);
  await devices(rotated, script, FIREFOX).remember(account);
  expect(await mails()).toBe(1);
});

it('the token of a browser of another account is unknown under any name', async () => {
  const [one, two] = [await makeAccount(server), await makeAccount(server)];
  let token = '';
  const devices = (cookies: Cookies) =>
    new KnownDevicesService({ ...server.scope(), origin: { ...ORIGIN, cookies } });
  await devices({
    get: () => undefined,
    set: (_name, value) => {
      token = value;
    },
  }).remember({ userId: one.user.user_id });
  const forged = devices({ get: () => token, set: () => undefined });
  expect(await forged.find({ userId: one.user.user_id })).not.toBeNull();
  expect(await forged.find({ userId: two.user.user_id })).toBeNull();
});
