import { setTimeout as delay } from 'node:timers/promises';
import { callDiscord, type DiscordRequest, responded } from '../discord-api.ts';
import type { CommandInteraction } from './interaction.ts';
import { messageOf, type Reply } from './reply.ts';

const TRIES = 4;
/** The first pause; each further one is twice as long. */
const PAUSE_MS = 500;
/** The longest wait for a rate limit. The token expires after 15 minutes. */
const MAX_WAIT_MS = 30_000;

/** Sends a request until Discord accepts it. @returns null, or the reason why it did not */
async function sendUntilTaken(request: DiscordRequest): Promise<string | null> {
  for (let tried = 1; ; tried += 1) {
    const result = await callDiscord(request);
    if (result.kind === 'taken') return null;
    const why =
      result.kind === 'limited'
        ? 'rate limited'
        : result.kind === 'failed'
          ? result.why
          : responded(result.status);
    // Discord may not have stored the deferred response yet, which gives 404.
    const isFinal = result.kind === 'refused' && result.status !== 404;
    if (isFinal || tried >= TRIES) return why;
    const pause = PAUSE_MS * 2 ** (tried - 1);
    await delay(result.kind === 'limited' ? Math.min(Math.max(result.waitMs, pause), MAX_WAIT_MS) : pause);
  }
}

/**
 * Replaces the deferred response of a command by its reply.
 *
 * @param isPublic whether everybody in the channel sees the deferred response
 * @returns null when Discord accepted it, otherwise the reason why not
 */
export async function sendFollowUp(
  { applicationId, token }: Pick<CommandInteraction, 'applicationId' | 'token'>,
  reply: Reply,
  { isPublic, publicUrl }: { isPublic: boolean; publicUrl: string },
): Promise<string | null> {
  const url = new URL(`https://discord.com/api/v10/webhooks/${applicationId}/${token}`);
  const original = new URL(`${url}/messages/@original`);
  const { flags, ...body } = messageOf(reply);
  // An edit leaves the message visible to those who see the deferred response.
  if (reply.isPublic === isPublic) return sendUntilTaken({ method: 'PATCH', url: original, body, publicUrl });
  return (
    (await sendUntilTaken({ method: 'DELETE', url: original, publicUrl })) ??
    sendUntilTaken({ method: 'POST', url, body: { ...body, flags }, publicUrl })
  );
}
