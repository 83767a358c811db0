import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A token in the format of webhooks; it must not appear in a log. */
export const WEBHOOK_TOKEN = 'canary-token_0123456789';
export const WEBHOOK = `https://discord.com/api/webhooks/4711/${WEBHOOK_TOKEN}`;

interface PostedMessage {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: { content: string; allowed_mentions: unknown };
}

interface DiscordAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface TestDiscord {
  url: string;
  received: PostedMessage[];
  /** Sends this response to the next message instead of accepting it. */
  answerNext(answer: DiscordAnswer): void;
  /** Holds responses until the returned function is called; settles with the next waiting message. */
  hold(): { arrived: Promise<PostedMessage>; release(): void };
  stop(): Promise<void>;
}

/** Settings for a child process that uses the test server as Discord. */
export const discordSettings = ({ url }: Pick<TestDiscord, 'url'>) => ({
  DISCORD_STAND_IN: url,
  NODE_OPTIONS: `--import=${new URL('./discord-reroute.ts', import.meta.url).href}`,
});

/** Simulates Discord's webhook API; accepts every message by default. */
export async function startDiscord(): Promise<TestDiscord> {
  const received: PostedMessage[] = [];
  const answers: DiscordAnswer[] = [];
  let gate: { arrived: (message: PostedMessage) => void; open: Promise<void> } | undefined;
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const message = { method, path: url, headers, body: JSON.parse((await text(request)) || 'null') };
    received.push(message);
    const taken: DiscordAnswer = {
      status: 200,
      body: { id: String(1_000 + received.length), content: message.body?.content },
    };
    const { status, headers: more, body } = answers.shift() ?? taken;
    gate?.arrived(message);
    await gate?.open;
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerNext: (answer) => void answers.push(answer),
    hold: () => {
      const arrived = Promise.withResolvers<PostedMessage>();
      const open = Promise.withResolvers<void>();
      gate = { arrived: arrived.resolve, open: open.promise };
      return {
        arrived: arrived.promise,
        release: () => {
          gate = undefined;
          open.resolve();
        },
      };
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
