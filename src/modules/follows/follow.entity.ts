import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { FOLLOW_CONDITIONS, FOLLOW_MAILS } from '../../contract/follows/follows.ts';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import { index } from '../../db/tables/indexes.ts';
import { ofAccount } from '../identity/account.entity.ts';

/** A search that an account follows (docs/follows.md). */
export const Follow = defineEntity({
  name: 'Follow',
  tableName: 'follow',
  // Written by the database, so that no writer can omit it.
  triggers: [
    {
      name: 'follow_changed',
      timing: 'before',
      events: ['update'],
      body: 'new.xid := pg_current_xact_id(); return new;',
    },
  ],
  checks: [
    {
      name: 'follow_price_check',
      expression: `("price" is not null) = ("condition" in ('at_or_below', 'at_or_above'))`,
    },
  ],
  uniques: [{ name: 'follow_key_unique', properties: ['account', 'key'] }],
  properties: {
    followId: p.integer().primary(),
    account: () => ofAccount(),
    kind: p.enum([...SALE_KINDS]),
    /** The filter as the query string of Market History, in canonical form. */
    search: p.text(),
    /** SHA-256 of filter and condition, in hex: equivalent follows that one version wrote have the same. */
    key: p.string().length(64),
    condition: p.enum([...FOLLOW_CONDITIONS]).default('every'),
    price: p.bigint('number').nullable(),
    inbox: p.boolean(),
    email: p.enum([...FOLLOW_MAILS]),
    discord: p.boolean(),
    feed: p.boolean(),
    pausedAt: p.datetime(3).nullable(),
    /** Sales approved before are not matches. */
    since: p.datetime(3),
    created: p.datetime(3),
    /** The transaction of the last change, by which readers find changed follows in any order of commits. */
    xid: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()').index('follow_xid_index'),
  },
});
export type Follow = InferEntity<typeof Follow>;

/** A sale that a follow matched: one row each, however often the sale is approved or edited. */
export const FollowMatch = defineEntity({
  name: 'FollowMatch',
  tableName: 'follow_match',
  indexes: [
    index('follow_match_newest_index', '"follow_match" ("follow_id", "matched_at" desc, "sale_id" desc)'),
    { name: 'follow_match_matched_index', properties: ['matchedAt'] },
    index(
      'follow_match_mails_index',
      '"follow_match" ("email", "matched_at") where "email_at" is null and "email" <> \'off\'',
    ),
    index(
      'follow_match_posts_index',
      '"follow_match" ("matched_at") where "discord_at" is null and "discord"',
    ),
  ],
  properties: {
    follow: () => p.manyToOne(Follow).joinColumn('follow_id').deleteRule('cascade').primary(),
    /** Not a foreign key: it would lock the sale against reviewers, and the row of the sale may be removed. */
    saleId: p.integer().primary(),
    matchedAt: p.datetime(3),
    /** How the follow's matches were mailed at that time. */
    email: p.enum([...FOLLOW_MAILS]),
    /** Whether they were sent to Discord at that time. */
    discord: p.boolean(),
    emailAt: p.datetime(3).nullable(),
    discordAt: p.datetime(3).nullable(),
  },
});

/** The address of an account's Atom feed. */
export const FollowFeed = defineEntity({
  name: 'FollowFeed',
  tableName: 'follow_feed',
  properties: {
    /** The token of the address is derived from it, see `lib/link-token.ts`. */
    id: p.uuid().primary(),
    account: () => ofAccount().unique('follow_feed_user_id_unique'),
    /** SHA-256 of the token, in hex. */
    tokenHash: p.string().length(64).unique('follow_feed_token_hash_unique'),
    created: p.datetime(3),
  },
});
export type FollowFeed = InferEntity<typeof FollowFeed>;

/** How far the changes of sales were matched with follows: one row (docs/follows.md). */
export const FollowPosition = defineEntity({
  name: 'FollowPosition',
  tableName: 'follow_position',
  properties: {
    /** Always `follows`. */
    reader: p.string().length(20).primary(),
    /** The last change that was matched: the number of its transaction, and its id. */
    sequence: p.bigint('number'),
    changeId: p.bigint('number'),
    /** What was committed before was matched, or is being read by its decision. */
    takenAt: p.datetime(3),
    /** While approved sales are read by their decision: the last one that was matched, and the end. */
    scanFrom: p.datetime(3).nullable(),
    scanTo: p.datetime(3).nullable(),
    scanSale: p.integer().default(0),
  },
});
