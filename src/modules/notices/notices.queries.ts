import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { followLabel } from '../../contract/follows/follow-search.ts';
import type { FollowConditionType } from '../../contract/follows/follows.ts';
import type { Correction } from '../../contract/inbox/inbox.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import type { Decision } from '../../contract/sale/statuses.ts';
import { query, where } from '../../db/query.ts';
import { conditionOf, currentNames, currentSearch, STILL_MATCHES } from '../follows/follows.queries.ts';
import { Account } from '../identity/account.entity.ts';
import { canBeMailed } from '../identity/account.queries.ts';
import { NoticeChannel } from '../inbox/inbox.entity.ts';
import { type ListedSale, presentAnySale, type SaleRow } from '../market/sale.presenter.ts';
import { SALE_COLUMNS } from '../market/sale.queries.ts';
import { correctionsOf } from '../sales/corrections.queries.ts';
import type { DecisionRef } from '../sales/submission-notices.ts';

/** The account, if notices may be mailed to it: it can be mailed, and its emails are not paused. Otherwise null. */
export async function mailRecipient(em: EntityManager, userId: number): Promise<Account | null> {
  const account = await em.findOne(Account, { userId }, { refresh: true });
  if (!account || !canBeMailed(account)) return null;
  const paused = await em.count(NoticeChannel, {
    account: userId,
    channel: 'email',
    pausedAt: { $ne: null },
  });
  return paused === 0 ? account : null;
}

interface NoticedSale extends ListedSale {
  user_id: number;
}

const NOTICED = sql`sale_id, submitted_by as user_id, name, price, date_sold`;

/** The decision with its corrections; null when it was replaced, or the sale was deleted. */
export async function currentDecision(em: EntityManager, { sale_id, decided_at }: DecisionRef) {
  const [row] = await query(em)<NoticedSale & { status: Decision; reason: string | null }>`
    select ${NOTICED}, status, review_notes as reason from sale
    where sale_id = ${sale_id} and decided_at = ${decided_at}::timestamptz and deleted_at is null
      and submitted_by is not null`;
  if (!row) return null;
  const corrections: Correction[] = (await correctionsOf(em, [sale_id]))(sale_id);
  return { ...row, corrections };
}

/** A sale that is still in review; null otherwise. */
export async function returnedSale(em: EntityManager, saleId: number) {
  const [row] = await query(em)<NoticedSale>`
    select ${NOTICED} from sale
    where sale_id = ${saleId} and status = 'pending' and deleted_at is null and submitted_by is not null`;
  return row ?? null;
}

/** A follow with its newest matches, for a message. */
export interface FollowWithMatches {
  follow_id: number;
  label: string;
  /** The query string of its list in Market History, with its `?`. */
  search: string;
  /** The number of matches; `sales` may be fewer. */
  total: number;
  sales: AnySale[];
}

/** What a message is about. */
export interface Matches {
  follows: FollowWithMatches[];
  /** The number of sales. One that matches several follows counts once. */
  total: number;
}

interface MatchRow extends SaleRow {
  follow_id: number;
  follow_kind: SaleKind;
  search: string;
  condition: FollowConditionType;
  bound: number | null;
  follow_total: number;
  total: number;
}

/**
 * The follows with matches that meet the conditions on `m` and `f`, with at most `limit` sales each, the newest first.
 * Leaves out paused follows.
 */
export async function followsWithMatches(
  em: EntityManager,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<Matches> {
  const rows = await query(em)<MatchRow>`
    with matched as (
      select f.follow_id, f.kind as follow_kind, f.search, f.condition, f.price as bound, ${SALE_COLUMNS},
        (count(*) over follow)::int as follow_total,
        row_number() over (follow order by m.matched_at desc, s.sale_id desc) as place
      from follow f join follow_match m using (follow_id) join sale s on s.sale_id = m.sale_id
      ${where([sql`f.paused_at is null`, ...conditions, ...STILL_MATCHES])}
      window follow as (partition by f.follow_id))
    select *, (select count(distinct sale_id) from matched)::int as total
    from matched where place <= ${limit} order by follow_id, place`;
  const current = await currentNames(em);
  const follows = new Map<number, FollowWithMatches>();
  for (const row of rows) {
    const { follow_id, follow_kind: kind, follow_total: total, condition, bound } = row;
    const search = currentSearch(row.search, current);
    const label = followLabel(kind, search, conditionOf(condition, bound));
    const follow = follows.get(follow_id) ?? { follow_id, label, search, total, sales: [] };
    follow.sales.push(presentAnySale(row, null));
    follows.set(follow_id, follow);
  }
  return { follows: [...follows.values()], total: rows[0]?.total ?? 0 };
}
