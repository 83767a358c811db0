import { cardPath } from '../../contract/cards/card-paths.ts';
import { saleSubject } from '../../contract/market/page-titles.ts';
import { priceText } from '../../contract/sale/price.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { spreadOf, spreadText } from '../../contract/sale/spreads.ts';
import { formatDate } from '../../contract/shared/dates.ts';
import { salePath } from '../../contract/shared/paths.ts';
import { counted, formatNumber } from '../../contract/shared/plural.ts';
import type { DiscordMessage } from './discord-webhook.ts';

/** Maximum length of a Discord message, in characters. */
const MAX_LENGTH = 2_000;
/** Maximum number of sales in a digest. */
export const MAX_LISTED = 10;

/** Escapes text so that Discord shows it literally: no formatting, links or mentions. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\*_~`|<>[\]()#@:/+-]/g, '\\$&');

/** A message with as many of the first lines as fit into it. */
export function messageWithin(lines: readonly string[], render: (kept: readonly string[]) => string): string {
  let kept = lines.length;
  while (kept > 0 && render(lines.slice(0, kept)).length > MAX_LENGTH) kept -= 1;
  return render(lines.slice(0, kept));
}

/** The brackets keep Discord from showing a preview. */
const link = (url: string) => `<${url}>`;

/** A sale in a list: what was sold, when and for how much, with a link to the sale and its proof. */
export function saleLine(sale: AnySale, publicUrl: string): string {
  const subject = `**${escapeMarkdown(saleSubject(sale))}**`;
  const what = sale.kind === 'item' ? subject : `${subject} ${spreadText(spreadOf(sale))}`;
  const parts = [
    what,
    priceText(sale.price),
    formatDate(sale.date_sold),
    link(publicUrl + salePath(sale.sale_id)),
  ];
  return `- ${parts.join(' · ')}`;
}

/**
 * A digest of new approvals that lists as many sales as fit, at most ten. A single sale has its card.
 *
 * @param newest the newest sales, the most recent first
 * @param total the number of all new approvals
 * @param isPublic whether Discord can reach the site, to load the card
 */
export function digestMessage(
  newest: readonly AnySale[],
  total: number,
  { publicUrl, isPublic }: { publicUrl: string; isPublic: boolean },
): DiscordMessage {
  const head = `**${counted(total, 'new approved sale')}**`;
  const render = (lines: readonly string[]) => {
    const more = total - lines.length;
    return [
      head,
      ...lines,
      ...(more > 0 ? [`... and ${formatNumber(more)} more`] : []),
      link(publicUrl),
    ].join('\n');
  };
  const [only] = newest;
  const hasCard = isPublic && total === 1 && only !== undefined;
  return {
    content: messageWithin(
      newest.slice(0, MAX_LISTED).map((sale) => saleLine(sale, publicUrl)),
      render,
    ),
    ...(hasCard && { image: `${publicUrl}${cardPath({ of: 'sale', id: only.sale_id })}` }),
  };
}

/** Notifies reviewers that the queue has become longer than the threshold. */
export const queueMessage = (pending: number, threshold: number, publicUrl: string): DiscordMessage => ({
  content: `**${counted(pending, 'sale')} waiting for review**, more than ${formatNumber(threshold)}.\n${link(publicUrl)}`,
});

/** Shows an admin that the webhook works. */
export const testMessage = (publicUrl: string): DiscordMessage => ({
  content: `Test: new approvals on MarketDex will be announced here.\n${link(publicUrl)}`,
});
