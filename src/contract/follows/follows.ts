import { z } from 'zod';
import { zMarketFilter } from '../market/sale-filter.ts';
import { SALE_KINDS } from '../sale/kinds.ts';
import { zAnySale, zPrice } from '../sale/sale.ts';
import { zFlag, zMoment, zOneOf, zRef } from '../shared/primitives.ts';

/**
 * Which of the sales that pass a follow's filter match: every one, those at or below or above a price, or those outside
 * the middle half of similar sales (docs/follows.md).
 */
export const FOLLOW_CONDITIONS = ['every', 'at_or_below', 'at_or_above', 'outside_middle_half'] as const;
export type FollowConditionType = (typeof FOLLOW_CONDITIONS)[number];

const zFollowCondition = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('every') }),
    z.strictObject({ type: z.literal('at_or_below'), price: zPrice }),
    z.strictObject({ type: z.literal('at_or_above'), price: zPrice }),
    z.strictObject({ type: z.literal('outside_middle_half') }),
  ],
  { error: `condition must have one of the types ${FOLLOW_CONDITIONS.join(', ')}` },
);
export type FollowCondition = z.infer<typeof zFollowCondition>;

/** How often a digest of matches is mailed. */
export const DIGEST_PERIODS = ['daily', 'weekly'] as const;
export type DigestPeriod = (typeof DIGEST_PERIODS)[number];

/** When the matches of a follow are mailed. */
export const FOLLOW_MAILS = ['off', 'at_once', ...DIGEST_PERIODS] as const;
export type FollowMails = (typeof FOLLOW_MAILS)[number];

const zFollowChannels = z.strictObject({
  inbox: zFlag('inbox'),
  email: zOneOf('email', FOLLOW_MAILS),
  discord: zFlag('discord'),
  feed: zFlag('feed'),
});
export type FollowChannels = z.infer<typeof zFollowChannels>;

/** The channels of a follow that names none. */
export const DEFAULT_CHANNELS: FollowChannels = { inbox: true, email: 'off', discord: false, feed: false };

export const zCreateFollow = z.strictObject({
  /** The filter of the list, with simple filters, a query, or both. */
  filter: zMarketFilter,
  condition: zFollowCondition.optional(),
  channels: zFollowChannels.partial().optional(),
});
export type CreateFollow = z.output<typeof zCreateFollow>;

/** Absent fields and channels stay as they are. */
export const zUpdateFollow = zCreateFollow
  .partial()
  .extend({ ...zRef.shape, paused: zFlag('paused').optional() });
export type UpdateFollow = z.output<typeof zUpdateFollow>;

export const zFollow = z
  .object({
    follow_id: z.number(),
    kind: z.enum(SALE_KINDS),
    /** The filter as the query string of Market History. */
    search: z.string(),
    /** The filter and the condition in words: `Adamant Garchomp, at or below 1,000,000 PD`. */
    label: z.string(),
    condition: zFollowCondition,
    channels: zFollowChannels,
    paused: z.boolean(),
    created: zMoment,
    /** Sales approved before this are not matches: when it was made, resumed, or given another filter or condition. */
    since: zMoment,
    /** The time of its newest match that it still lists; null without one. */
    last_match: zMoment.nullable(),
  })
  .meta({ id: 'Follow' });
export type Follow = z.infer<typeof zFollow>;

export const zFollows = z.object({
  data: z.array(zFollow),
  /** The maximum number of follows of an account. */
  limit: z.number(),
});

/** A sale that a follow matched, is still public, and has a price that the condition still includes. */
const zFollowMatch = z.object({ sale: zAnySale, matched_at: zMoment });
export type FollowMatchView = z.infer<typeof zFollowMatch>;

/** A follow with its newest matches, newest first. */
export const zFollowDetail = zFollow.extend({ matches: z.array(zFollowMatch) });
export type FollowDetail = z.infer<typeof zFollowDetail>;

/** Atom feeds are at this path, followed by their token. */
export const FEED_PATH = '/api/feeds';

/**
 * The address of an account's Atom feed: both null until it is made; `url` alone null when it was made with a secret of
 * the application that is no longer known.
 */
export const zFeedAddress = z.object({ url: z.string().nullable(), created: zMoment.nullable() });
export type FeedAddress = z.infer<typeof zFeedAddress>;
