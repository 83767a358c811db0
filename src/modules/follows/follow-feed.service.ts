import { Feed } from 'feed';
import { sql } from 'kysely';
import { FEED_PATH, type FeedAddress, type Follow } from '../../contract/follows/follows.ts';
import { saleSummary, saleTitle } from '../../contract/market/page-titles.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { salePath } from '../../contract/shared/paths.ts';
import { sha256 } from '../../lib/crypto.ts';
import { notFound } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html.ts';
import { knownToken, linkToken } from '../../lib/link-token.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { signedIn } from '../actor.ts';
import { changingAccount } from '../identity/account-lock.queries.ts';
import { Service } from '../service.ts';
import { FollowFeed } from './follow.entity.ts';
import { followsWhere, type MatchedSale, newestMatches } from './follows.queries.ts';

interface FeedContent {
  feed: Pick<FollowFeed, 'id' | 'created'>;
  token: string;
  follows: readonly Follow[];
  /** Their newest matches, newest first. */
  matches: readonly MatchedSale[];
  publicUrl: string;
}

/** An Atom document of matches. It depends only on its content, so that an unchanged feed has the same ETag. */
function atomFeed({ feed, token, follows, matches, publicUrl }: FeedContent): string {
  const updates = matches.map((match) => new Date(match.updated).getTime());
  const labels = new Map(follows.map(({ follow_id, label }) => [follow_id, label]));
  const atom = new Feed({
    id: `urn:uuid:${feed.id}`,
    title: 'MarketDex: searches you follow',
    link: `${publicUrl}/`,
    feedLinks: { atom: `${publicUrl}${FEED_PATH}/${token}` },
    author: { name: 'MarketDex', link: `${publicUrl}/` },
    generator: false,
    updated: updates.length > 0 ? new Date(Math.max(...updates)) : feed.created,
  });
  for (const { sale, matched_at, updated, followIds } of matches) {
    const url = `${publicUrl}${salePath(sale.sale_id)}`;
    const matched = followIds.flatMap((id) => labels.get(id) ?? []).map((label) => `Matches: ${label}.`);
    atom.addItem({
      id: url,
      link: url,
      // Readers take both for HTML.
      title: escapeHtml(saleTitle(sale)),
      description: escapeHtml([saleSummary(sale), ...matched].join(' ')),
      date: new Date(updated),
      published: new Date(matched_at),
    });
  }
  return atom.atom1();
}

/** Separates the tokens of feeds from those of mailed links. */
const PURPOSE = 'follow-feed';

/** The Atom feed of an account's follows, at an address that nobody can guess (docs/follows.md). */
export class FollowFeedService extends Service {
  /** The address of the caller's feed. It has none to show before it is made, and after its secret was dropped. */
  async own(): Promise<FeedAddress> {
    const { em } = this.deps;
    const { user_id } = signedIn(this.deps.actor);
    // In a transaction, which starts with a check of the caller's rights.
    return em.transactional(async () => this.#shown(await em.findOne(FollowFeed, { account: user_id })));
  }

  /** Gives the caller's feed a new address. The previous address then answers 404. */
  async renew(): Promise<FeedAddress> {
    const { em, clock, config } = this.deps;
    const { user_id } = signedIn(this.deps.actor);
    return changingAccount(em, user_id, async (account) => {
      await em.nativeDelete(FollowFeed, { account });
      const id = uuid7();
      const tokenHash = sha256(linkToken(config.secret, PURPOSE, id));
      const feed = em.create(FollowFeed, { id, account, tokenHash, created: clock.now() });
      await em.persist(feed).flush();
      return this.#shown(feed);
    });
  }

  /**
   * The Atom document at an address.
   *
   * @throws DomainError not_found for an unknown token, or an account that is not active.
   */
  async document(token: string): Promise<string> {
    const { em, config } = this.deps;
    const feed = await em.findOne(FollowFeed, {
      tokenHash: sha256(token),
      account: { accountStatus: 'Active' },
    });
    if (!feed) throw notFound('feed');
    const shown = sql`f.user_id = ${feed.account.userId} and f.feed`;
    const follows = await followsWhere(em, shown);
    const matches = await newestMatches(em, shown, LIMITS.follows.feed);
    return atomFeed({ feed, token, follows, matches, publicUrl: config.publicUrl });
  }

  #shown(feed: FollowFeed | null): FeedAddress {
    if (!feed) return { url: null, created: null };
    const { config } = this.deps;
    const token = knownToken(feed, PURPOSE, config.secrets);
    const created = feed.created.toISOString();
    // Its secret was changed and then dropped: readers still find the feed at the address, which only they know.
    if (token === undefined) return { url: null, created };
    return { url: `${config.publicUrl}${FEED_PATH}/${token}`, created };
  }
}
