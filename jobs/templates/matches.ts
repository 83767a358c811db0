import { saleSubject, saleSummary } from '../../src/contract/market/page-titles.ts';
import { priceText } from '../../src/contract/sale/price.ts';
import type { AnySale } from '../../src/contract/sale/sale.ts';
import { formatDate } from '../../src/contract/shared/dates.ts';
import { PATHS, salePath } from '../../src/contract/shared/paths.ts';
import { counted } from '../../src/contract/shared/plural.ts';
import type { MatchMail } from '../../src/modules/notices/match-mails.ts';
import type { FollowWithMatches, Matches } from '../../src/modules/notices/notices.queries.ts';
import type { Letter, Paragraph, Recipient } from './letter.ts';

/** The most sales of a follow that an email lists. */
export const LISTED = 20;

const saleText = (sale: AnySale) =>
  `${saleSubject(sale)}: ${priceText(sale.price)}, ${formatDate(sale.date_sold)}`;

const saleLink = (sale: AnySale) => ({
  label: saleText(sale),
  path: salePath(sale.sale_id),
  text: saleSummary(sale),
});

const INTRODUCTIONS: Record<MatchMail, string> = {
  at_once: 'New matches of the searches you follow:',
  daily: 'New matches of the last day:',
  weekly: 'New matches of the last week:',
};

function subjectOf({ follows, total }: Matches, kind: MatchMail): string {
  if (kind !== 'at_once') return `Your ${kind} digest: ${counted(total, 'match', 'matches')}`;
  const [sale] = follows.flatMap(({ sales }) => sales);
  return total === 1 && sale
    ? `New match: ${saleText(sale)}`
    : `${counted(total, 'new match', 'new matches')}`;
}

function followParagraphs({ label, search, total, sales }: FollowWithMatches): Paragraph[] {
  const links = sales.map(saleLink);
  if (total <= sales.length) return [`${label}:`, links];
  const rest = { label: 'Open the list', path: `/${search}` };
  return [`${label} (${sales.length} of ${total}):`, [...links, rest]];
}

export function matchesLetter(
  matches: Matches,
  kind: MatchMail,
  { username, unsubscribeUrl }: Recipient,
): Letter {
  return {
    subject: subjectOf(matches, kind),
    greeting: `Hello, ${username}`,
    paragraphs: [INTRODUCTIONS[kind], ...matches.follows.flatMap(followParagraphs)],
    action: { label: 'Open the searches you follow', path: PATHS.following },
    footnote: 'You received this email because you follow these searches on MarketDex.',
    unsubscribeUrl,
  };
}
