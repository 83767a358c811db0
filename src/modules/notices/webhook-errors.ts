import { DomainError } from '../../lib/errors.ts';
import type { Answer } from '../discord/discord-webhook.ts';

/** What the owner of a webhook reads about a message that was not accepted. */
export function webhookError(answer: Exclude<Answer, { kind: 'taken' }>): DomainError {
  if (answer.kind === 'gone')
    return new DomainError(
      'unavailable',
      'WEBHOOK_GONE',
      `Discord does not know this webhook (${answer.status}). Create a new one in Discord and connect it.`,
    );
  if (answer.kind === 'failed')
    return new DomainError(
      'unavailable',
      'DISCORD_FAILED',
      `Discord did not accept the message: ${answer.why}.`,
    );
  const retryAfter = Math.ceil(answer.waitMs / 1_000);
  const message = `Discord is rate-limiting messages. Try again in ${retryAfter} s.`;
  return new DomainError('rate_limited', 'DISCORD_LIMITED', message, { retryAfter });
}
