import { beforeEach, expect, it } from 'vitest';
import { testDiscord } from '../../testing/clients/discord.ts';
import {
  interactionBody,
  sendInteraction,
  turnOnCommands,
} from '../../testing/clients/discord-interactions.ts';
import { testServer } from '../../testing/run/server.ts';

// Two calls in a minute; one unsigned request in a minute.
const server = testServer({ RATE_LIMIT_FACTOR: '0.001', TRUSTED_PROXIES: 'loopback' });
testDiscord(server);

beforeEach(() => turnOnCommands(server));

const from = (address: string) => ({ 'x-forwarded-for': address });
const price = (user: string) =>
  JSON.stringify(interactionBody('command', 'price', { name: 'garchomp' }, user));

it('limits each Discord user, and not the address that all of them share', async () => {
  const answers = async (user: string, count: number) => {
    const sent = Array.from({ length: count }, () =>
      sendInteraction(server, { raw: price(user), headers: from('203.0.113.1') }),
    );
    return (await Promise.all(sent)).map(({ status, body }) => [status, body.data.content ?? 'answered']);
  };
  const refused = [
    200,
    expect.stringMatching(/^Too many requests\. Please try again in (?:\d+ seconds?|1 minute)\.$/),
  ];
  expect(await answers('1', 20)).toEqual(expect.arrayContaining([refused, [200, 'answered']]));
  for (const user of ['2', '3', '4', '5']) expect(await answers(user, 1)).toEqual([[200, 'answered']]);
  const isOffered = async (user: string) => {
    const raw = JSON.stringify(interactionBody('autocomplete', 'price', { name: 'garcho' }, user));
    const { body } = await sendInteraction(server, { raw, headers: from('203.0.113.1') });
    return body.data.choices.length > 0;
  };
  expect([await isOffered('1'), await isOffered('6')]).toEqual([false, true]);
});

it('refuses an address after requests that Discord did not sign, before it reads them', async () => {
  const unsigned = { 'x-signature-ed25519': '00'.repeat(64) };
  const ping = JSON.stringify({ type: 1 });
  const send = (address: string, headers = {}) =>
    sendInteraction(server, { raw: ping, headers: { ...from(address), ...headers } });
  expect((await send('203.0.113.2', unsigned)).status).toBe(401);
  const refused = await send('203.0.113.2');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send('203.0.113.3')).status).toBe(200);
});
