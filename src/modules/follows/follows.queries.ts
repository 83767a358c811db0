import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { ZodError } from 'zod';
import { filterOfSearch, followLabel, searchOf } from '../../contract/follows/follow-search.ts';
import type {
  Follow,
  FollowCondition,
  FollowConditionType,
  FollowMatchView,
} from '../../contract/follows/follows.ts';
import { type Condition, query, where } from '../../db/query.ts';
import { visibleTo } from '../market/sale.filter.ts';
import { presentAnySale, type SaleRow } from '../market/sale.presenter.ts';
import { SALE_COLUMNS } from '../market/sale.queries.ts';
import {
  type CurrentName,
  currentName,
  type MergedName,
  withCurrentNames,
} from '../name-search/current-names.filter.ts';
import { MERGED_NAMES } from '../name-search/names.queries.ts';

type Channels = Follow['channels'];

interface FollowRow extends Omit<Follow, 'label' | 'condition' | 'channels'>, Channels {
  condition: FollowConditionType;
  price: number | null;
}

/** The condition of a stored follow; the database guarantees that those with a price have one. */
export const conditionOf = (type: FollowConditionType, price?: number | null): FollowCondition =>
  type === 'at_or_below' || type === 'at_or_above' ? { type, price: price ?? 0 } : { type };

export const currentNames = async (em: EntityManager): Promise<CurrentName> =>
  currentName(await query(em)<MergedName>`${MERGED_NAMES}`);

/** A stored search with its names of items as they are now. */
export function currentSearch(search: string, current: CurrentName): string {
  try {
    return searchOf(withCurrentNames(filterOfSearch(search), current));
  } catch (error) {
    // The filter is no longer valid, and matches nothing.
    if (error instanceof ZodError) return search;
    throw error;
  }
}

function present(
  { inbox, email, discord, feed, condition: type, price, ...row }: FollowRow,
  current: CurrentName,
): Follow {
  const condition = conditionOf(type, price);
  const search = currentSearch(row.search, current);
  const label = followLabel(row.kind, search, condition);
  return { ...row, search, label, condition, channels: { inbox, email, discord, feed } };
}

/**
 * Whether a match of a follow `f` is listed and delivered: its sale `s` is still public, and its price still meets the
 * condition in the label of the follow.
 */
export const STILL_MATCHES: readonly Condition[] = [
  ...visibleTo(null),
  sql`case f.condition when 'at_or_below' then s.price <= f.price when 'at_or_above' then s.price >= f.price else true end`,
];

/** The follows that meet a condition on `f`, the oldest first. */
export async function followsWhere(em: EntityManager, condition: RawBuilder<unknown>): Promise<Follow[]> {
  const rows = await query(em)<FollowRow>`
    select f.follow_id, f.kind, f.search, f.condition, f.price, f.inbox, f.email, f.discord, f.feed,
      f.paused_at is not null as paused, f.created, f.since, (
        select m.matched_at from follow_match m join sale s on s.sale_id = m.sale_id
        ${where([sql`m.follow_id = f.follow_id`, ...STILL_MATCHES])}
        order by m.matched_at desc, m.sale_id desc limit 1) as last_match
    from follow f where ${condition} order by f.follow_id`;
  const current = await currentNames(em);
  return rows.map((row) => present(row, current));
}

export interface MatchedSale extends FollowMatchView {
  /** The match, or a later correction of the sale. */
  updated: string;
  followIds: number[];
}

interface MatchRow extends SaleRow {
  matched_at: string;
  updated: string;
  follow_ids: number[];
}

/** The newest matches of the follows that meet a condition on `f`, newest first. */
export async function newestMatches(
  em: EntityManager,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<MatchedSale[]> {
  const rows = await query(em)<MatchRow>`
    select ${SALE_COLUMNS}, matched.matched_at, matched.follow_ids, greatest(matched.matched_at, (
      select max(e.at) from sale_event e where e.sale_id = s.sale_id and e.type = 'edited')) as updated
    from (
      select newest.sale_id, max(newest.matched_at) as matched_at, array_agg(f.follow_id order by f.follow_id) as follow_ids
      from follow f, lateral (
        select m.sale_id, m.matched_at from follow_match m join sale s on s.sale_id = m.sale_id
        ${where([sql`m.follow_id = f.follow_id`, ...STILL_MATCHES])}
        order by m.matched_at desc, m.sale_id desc limit ${limit}) newest
      where ${condition}
      group by newest.sale_id order by matched_at desc, newest.sale_id desc limit ${limit}) matched
    join sale s on s.sale_id = matched.sale_id
    order by matched.matched_at desc, s.sale_id desc`;
  return rows.map(({ matched_at, updated, follow_ids, ...row }) => ({
    sale: presentAnySale(row, null),
    matched_at,
    updated,
    followIds: follow_ids,
  }));
}
