import { formatPrice } from '../../contract/sale/price.ts';
import { formatDate } from '../../contract/shared/dates.ts';
import type { DiscordMessage } from './discord-webhook.ts';

/** What Discord takes in one message. */
const LONGEST = 2_000;
/** Sales that a digest names. */
export const NAMED = 10;

export interface ApprovedSale {
  name: string;
  price: number;
  /** `YYYY-MM-DD` */
  date_sold: string;
}

const count = (number: number) => number.toLocaleString('en-US');
const counted = (number: number, one: string) => `${count(number)} ${number === 1 ? one : `${one}s`}`;

/** Text that stands in a message as it is: no formatting, no link, no mention. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\*_~`|<>[\]()#@:/+-]/g, '\\$&');

/** An address without the picture of its page below. */
const link = (url: string) => `<${url}>`;

const line = ({ name, price, date_sold }: ApprovedSale) =>
  `- **${escapeMarkdown(name)}** · ${formatPrice(price)} PD · ${formatDate(date_sold)}`;

/**
 * New approvals, as many by name as fit: ten at the most.
 *
 * @param newest the newest of them, the last first
 * @param total how many there are
 */
export function digestMessage(
  newest: readonly ApprovedSale[],
  total: number,
  publicUrl: string,
): DiscordMessage {
  const head = `**${counted(total, 'new approved sale')}**`;
  const laidOut = (lines: readonly string[]) => {
    const more = total - lines.length;
    return [head, ...lines, ...(more > 0 ? [`... and ${count(more)} more`] : []), link(publicUrl)].join('\n');
  };
  const lines = newest.slice(0, NAMED).map(line);
  while (lines.length > 0 && laidOut(lines).length > LONGEST) lines.pop();
  return { content: laidOut(lines) };
}

/** The queue has grown beyond what it should be. */
export const queueMessage = (pending: number, threshold: number, publicUrl: string): DiscordMessage => ({
  content: `**${counted(pending, 'sale')} waiting for review**, more than ${count(threshold)}.\n${link(publicUrl)}`,
});

export const testMessage = (publicUrl: string): DiscordMessage => ({
  content: `A test: new approvals of MarketDex will be announced here.\n${link(publicUrl)}`,
});
