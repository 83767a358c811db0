import { priceText } from '../../src/contract/sale/price.ts';
import { formatDate } from '../../src/contract/shared/dates.ts';
import { PATHS, salePath } from '../../src/contract/shared/paths.ts';
import { counted } from '../../src/contract/shared/plural.ts';
import type { ListedSale } from '../../src/modules/market/sale.presenter.ts';
import type { MatchMail } from '../../src/modules/notices/match-mails.ts';
import type { FollowWithMatches } from '../../src/modules/notices/notices.queries.ts';
import type { Letter, Recipient } from './letter.ts';

/** The most sales of a follow that an email lists. */
export const LISTED = 20;

const saleText = ({ name, price, date_sold }: ListedSale) =>
  `${name}: ${priceText(price)}, ${formatDate(date_sold)}`;

const INTRODUCTIONS: Record<MatchMail, string> = {
  at_once: 'New matches of the searches you follow:',
  daily: 'New matches of the last day:',
  weekly: 'New matches of the last week:',
};

function subjectOf(follows: readonly FollowWithMatches[], kind: MatchMail): string {
  const [sale] = follows.flatMap(({ sales }) => sales);
  const total = follows.reduce((sum, follow) => sum + follow.total, 0);
  if (kind !== 'at_once') return `Your ${kind} digest: ${counted(total, 'match', 'matches')}`;
  return total === 1 && sale
    ? `New match: ${saleText(sale)}`
    : `${counted(total, 'new match', 'new matches')}`;
}

export function matchesLetter(
  follows: readonly FollowWithMatches[],
  kind: MatchMail,
  { username, unsubscribeUrl }: Recipient,
): Letter {
  return {
    subject: subjectOf(follows, kind),
    greeting: `Hello, ${username}`,
    paragraphs: [
      INTRODUCTIONS[kind],
      ...follows.flatMap(({ label, total, sales }) => [
        total > sales.length ? `${label} (${sales.length} of ${total}):` : `${label}:`,
        sales.map((sale) => ({ label: saleText(sale), path: salePath(sale.sale_id) })),
      ]),
    ],
    action: { label: 'Open the searches you follow', path: PATHS.following },
    footnote: 'You received this email because you follow these searches on MarketDex.',
    unsubscribeUrl,
  };
}
