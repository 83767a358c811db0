import { Feed } from 'feed';
import { FEED_PATH, type Follow } from '../../contract/follows/follows.ts';
import { saleTitle, traitSummary } from '../../contract/market/page-titles.ts';
import { salePath } from '../../contract/shared/paths.ts';
import { escapeHtml } from '../../lib/html.ts';
import type { FollowFeed } from './follow.entity.ts';
import type { Match } from './follows.queries.ts';

interface FeedContent {
  feed: Pick<FollowFeed, 'id' | 'created'>;
  token: string;
  /** The follows that the feed shows. */
  follows: readonly Follow[];
  /** Their newest matches, newest first. */
  matches: readonly Match[];
  publicUrl: string;
}

/** An Atom document of matches. It depends only on its content, so that an unchanged feed has the same ETag. */
export function atomFeed({ feed, token, follows, matches, publicUrl }: FeedContent): string {
  const labels = new Map(follows.map(({ follow_id, label }) => [follow_id, label]));
  const atom = new Feed({
    id: `urn:uuid:${feed.id}`,
    title: 'MarketDex: searches you follow',
    link: `${publicUrl}/`,
    feedLinks: { atom: `${publicUrl}${FEED_PATH}/${token}` },
    author: { name: 'MarketDex', link: `${publicUrl}/` },
    generator: false,
    updated: new Date(matches[0]?.matched_at ?? feed.created),
  });
  for (const { sale, matched_at, followIds } of matches) {
    const url = `${publicUrl}${salePath(sale.sale_id)}`;
    const matched = followIds.flatMap((id) => labels.get(id) ?? []).map((label) => `Matches: ${label}.`);
    const about = [traitSummary(sale), sale.proof_url ? 'With proof.' : 'No proof.', ...matched];
    atom.addItem({
      id: url,
      link: url,
      // Readers take both for HTML.
      title: escapeHtml(saleTitle(sale)),
      description: escapeHtml(about.filter(Boolean).join(' ')),
      date: new Date(matched_at),
      published: new Date(matched_at),
    });
  }
  return atom.atom1();
}
