import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { fixture } from '../run/fixture.ts';
import type { TestServer } from '../run/server.ts';
import { reroutedFetch } from '../servers/discord-reroute.ts';
import { startDiscord, type TestDiscord, WEBHOOK_TOKEN } from '../servers/discord-server.ts';
import { INTERACTION_TOKEN } from './discord-interactions.ts';

/** A simulated Discord for all tests of a file: `fetch` reaches it instead of Discord, and no token may be logged. */
export function testDiscord(server: TestServer): Omit<TestDiscord, 'stop'> {
  const discord = fixture(startDiscord, 'stop');
  let rerouted: typeof fetch;

  beforeAll(() => {
    rerouted = reroutedFetch(discord.url);
  });
  beforeEach(() => {
    vi.stubGlobal('fetch', rerouted);
    discord.received.length = 0;
  });
  afterEach(() => {
    const logged = JSON.stringify(server.log.lines);
    for (const token of [WEBHOOK_TOKEN, INTERACTION_TOKEN]) expect(logged).not.toContain(token);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });

  return discord;
}
