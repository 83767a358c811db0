import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conflict } from '../../lib/errors.ts';
import { testDiscord } from '../../testing/clients/discord.ts';
import {
  APPLICATION,
  INTERACTION_TOKEN,
  interactionBody,
  sendInteraction,
  turnOnCommands,
} from '../../testing/clients/discord-interactions.ts';
import { testServer } from '../../testing/run/server.ts';
import { Connections } from '../connections.ts';

/** Commands take longer than this only while a test holds them. */
const RESPOND_MS = 100;

const newServer = () => testServer({ PUBLIC_URL: 'https://market.example' }, undefined, RESPOND_MS);
const server = newServer();
const discord = testDiscord(server);

beforeEach(() => turnOnCommands(server));
afterEach(() => {
  vi.restoreAllMocks();
});

/** Holds the reading of names until the returned function is called. */
function holdNames({ runtime: { names } } = server) {
  const held = Promise.withResolvers<void>();
  const real = names.vocabulary.bind(names);
  vi.spyOn(names, 'vocabulary').mockImplementation(async (...args) => {
    await held.promise;
    return real(...args);
  });
  return held.resolve;
}

const send = (type: 'command' | 'autocomplete', user: string, to = server) =>
  sendInteraction(to, {
    raw: JSON.stringify(interactionBody(type, 'price', { name: 'garchomp' }, user)),
  });

describe('a command that takes long', () => {
  it('is deferred, and answered afterwards, also when Discord fails at first', async () => {
    const release = holdNames();
    discord.answerNext({ status: 404, body: { message: 'Unknown Webhook', code: 10_015 } });
    discord.answerNext({ status: 500 });
    const deferred = await Promise.all([send('command', '1'), send('command', '2')]);
    expect(deferred.map(({ body }) => body)).toEqual([
      { type: 5, data: {} },
      { type: 5, data: {} },
    ]);
    release();
    await expect.poll(() => discord.received.length).toBe(4);
    expect(discord.received[3]).toMatchObject({
      method: 'PATCH',
      path: `/api/v10/webhooks/${APPLICATION}/${INTERACTION_TOKEN}/messages/@original`,
      headers: { 'user-agent': 'DiscordBot (https://market.example, 1)' },
      body: { embeds: [{ title: 'Garchomp' }], allowed_mentions: { parse: [] } },
    });
  });

  it('shows a refusal only to the person who asked, in place of the response that everybody sees', async () => {
    const names = Promise.withResolvers<never>();
    vi.spyOn(server.runtime.names, 'vocabulary').mockReturnValue(names.promise);
    expect((await send('command', '1')).body).toEqual({ type: 5, data: {} });
    names.reject(conflict('REFUSED', 'Not now.'));
    await expect.poll(() => discord.received.length).toBe(2);
    const path = `/api/v10/webhooks/${APPLICATION}/${INTERACTION_TOKEN}`;
    expect(discord.received).toMatchObject([
      { method: 'DELETE', path: `${path}/messages/@original`, body: null },
      { method: 'POST', path, body: { content: 'Not now.', flags: 64 } },
    ]);
  });

  it('offers no choices meanwhile', async () => {
    const release = holdNames();
    expect((await send('autocomplete', '1')).body).toEqual({ type: 8, data: { choices: [] } });
    release();
  });

  it('is given up when Discord refuses the answer', async () => {
    const release = holdNames();
    discord.answerNext({ status: 403, body: {} });
    expect((await send('command', '1')).body.type).toBe(5);
    release();
    await expect
      .poll(async () => (await server.services().discordRegistration.status()).failure?.reason)
      .toBe('price: it responded with 403');
    expect(discord.received).toHaveLength(1);
  });
});

describe('a server that closes', () => {
  const closing = newServer();

  it('sends deferred replies before', async () => {
    await turnOnCommands(closing);
    const release = holdNames(closing);
    expect((await send('command', '1', closing)).body.type).toBe(5);
    const gate = discord.hold();
    const events: string[] = [];
    const drain = vi.spyOn(Connections.prototype, 'close');
    const closed = closing.app.close().then(() => events.push('closed'));
    release();
    expect(await gate.arrived).toMatchObject({
      method: 'PATCH',
      body: { embeds: [{ title: 'Garchomp' }] },
    });
    await drain.mock.results[0]?.value;
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    events.push('replied');
    gate.release();
    await closed;
    expect(events).toEqual(['replied', 'closed']);
  });
});
