import { formatPrice } from '../../contract/sale/price.ts';
import { formatDate } from '../../contract/shared/dates.ts';
import { PATHS, salePath } from '../../contract/shared/paths.ts';
import { shortened } from '../../contract/shared/text.ts';
import { escapeMarkdown, messageWithin } from '../discord/discord-messages.ts';
import type { DiscordMessage } from '../discord/discord-webhook.ts';
import type { FollowWithMatches } from './matches.queries.ts';

/** Characters of a follow's label. */
const LABEL = 100;

/** The matches of an account's follows, as many as fit. */
export function matchesMessage(follows: readonly FollowWithMatches[], publicUrl: string): DiscordMessage {
  const lines = follows.flatMap(({ label, sales }) => [
    `**${escapeMarkdown(shortened(label, LABEL))}**`,
    ...sales.map(
      ({ sale_id, name, price, date_sold }) =>
        `- ${escapeMarkdown(name)} · ${formatPrice(price)} PD · ${formatDate(date_sold)} · <${publicUrl}${salePath(sale_id)}>`,
    ),
  ]);
  const render = (kept: readonly string[]) =>
    [...kept, ...(kept.length < lines.length ? [`... and more: <${publicUrl}${PATHS.following}>`] : [])].join(
      '\n',
    );
  return { content: messageWithin(lines, render) };
}
