import type { FollowChannels, FollowCondition, FollowMails } from '../../src/contract/follows/follows.ts';
import { DIGESTS } from '../../src/contract/inbox/notices.ts';
import { priceText } from '../../src/contract/sale/price.ts';
import { andList } from '../../src/contract/shared/lists.ts';
import { capitalised } from '../../src/contract/shared/text.ts';

const SALES: Record<FollowCondition['type'], (price: string) => string> = {
  every: () => 'Every newly approved sale that matches',
  at_or_below: (price) => `Every newly approved sale for ${price} or less`,
  at_or_above: (price) => `Every newly approved sale for ${price} or more`,
  outside_middle_half: () => 'Every newly approved sale outside the middle half of similar sales',
};

const AT = `after ${DIGESTS.hour}:00 UTC`;

/** How often a follow is emailed: as an option of its dialog, in `channelsLabel` and in `followSentence`. */
export const MAILS: Record<FollowMails, { option: string; label?: string; clause?: string }> = {
  off: { option: 'No email' },
  at_once: { option: 'At once', label: 'email at once', clause: 'is emailed to you at once' },
  daily: { option: 'Once a day', label: 'daily email', clause: `is in one email a day, ${AT}` },
  weekly: {
    option: 'Once a week',
    label: 'weekly email',
    clause: `is in one email a week, on Mondays ${AT}`,
  },
};

/**
 * What a follow does: `Every newly approved sale for 5,000 PD or less appears in your inbox and is emailed to you at
 * once.`
 */
export function followSentence(condition: FollowCondition, channels: FollowChannels): string {
  const sales = SALES[condition.type]('price' in condition ? priceText(condition.price) : '');
  const where = [
    channels.inbox && 'appears in your inbox',
    channels.discord && 'is posted to your Discord',
    channels.feed && 'is in your Atom feed',
    MAILS[channels.email].clause,
  ].filter((part) => typeof part === 'string');
  if (where.length === 0) return `${sales} is listed under Following, and you are not notified.`;
  return `${sales} ${andList(where)}.`;
}

/** The channels of a follow: `Inbox, daily email, Discord`. */
export function channelsLabel({ inbox, email, discord, feed }: FollowChannels): string {
  const parts = [inbox && 'inbox', MAILS[email].label, discord && 'Discord', feed && 'Atom feed'];
  return capitalised(parts.filter(Boolean).join(', ') || 'not delivered');
}
