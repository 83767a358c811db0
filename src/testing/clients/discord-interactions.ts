import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { TestServer } from '../run/server.ts';

/** The application of the tests at Discord. */
export const APPLICATION = '1234567890123456789';
/** A token in the format of interactions; it must not appear in a log. */
export const INTERACTION_TOKEN = 'canary-interaction_token.0123456789';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** The application's key in the format of the setting. */
const PUBLIC_KEY = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');

/** Turns the commands on. */
export const turnOnCommands = (server: TestServer): Promise<void> =>
  server.services().settings.save({
    discord_application_id: APPLICATION,
    discord_public_key: PUBLIC_KEY,
  });

export interface SentInteraction {
  /** The body as sent. */
  raw: string;
  /** Replace those of a valid request. */
  headers?: Record<string, string>;
  /** When it was signed. */
  at?: Date;
  key?: KeyObject;
}

/** Sends a signed request as Discord does. */
export async function sendInteraction(
  server: TestServer,
  { raw, headers = {}, at = server.clock.now(), key = privateKey }: SentInteraction,
) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = sign(null, Buffer.from(timestamp + raw), key).toString('hex');
  const response = await fetch(`${server.url}/discord/interactions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature-timestamp': timestamp,
      'x-signature-ed25519': signature,
      ...headers,
    },
    body: raw,
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The body of a command, or of a request for choices. */
export const interactionBody = (
  type: 'command' | 'autocomplete',
  name: string,
  options: Record<string, unknown>,
  user = '42',
) => ({
  type: type === 'command' ? 2 : 4,
  id: '1',
  application_id: APPLICATION,
  token: INTERACTION_TOKEN,
  member: { user: { id: user, username: 'red' } },
  data: {
    id: '2',
    name,
    options: Object.entries(options).map(([option, value]) => ({ name: option, type: 3, value })),
  },
});
