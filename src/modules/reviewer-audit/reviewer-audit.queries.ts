import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { ReturnRun, Reviewer } from '../../contract/review/reviewer-audit.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query } from '../../db/query.ts';

/** The approvals that a return covers: the reviewer and the period. */
export interface ApprovalSpan {
  reviewerId: number;
  since: Date;
  /** Approvals after this moment are kept; null for no limit. */
  until: Date | null;
}

const RUNS_SHOWN = 20;

/**
 * Selects the approvals of a span that are still in effect. The reviewer's own submissions that skipped review are among them: nobody
 * else has checked them. Sales that an operator imported are not.
 */
export const isInEffect = ({ reviewerId, since, until }: ApprovalSpan) => sql`
  (decided_by = ${reviewerId} or (submitted_by = ${reviewerId} and decided_by is null and import_key is null))
    and status = 'approved' and deleted_at is null and decided_at >= ${since}
    ${until ? sql`and decided_at <= ${until}` : sql``}`;

/**
 * The figures of all current and former reviewers, the busiest first. A decision is in effect until its sale is
 * pending again: events until then show whether it was overturned, events before it show how long the sale had
 * waited.
 *
 * @param since only decisions from this moment on; null for all
 */
export async function readReviewers(em: EntityManager, since: Date | null): Promise<Reviewer[]> {
  return query(em)<Reviewer>`
    with decision as (
      select event_id, sale_id, type, at, actor_id as reviewer_id
      from sale_event
      where type in ('approved', 'rejected') and actor_id is not null ${since ? sql`and at >= ${since}` : sql``}
    ), judged as (
      select decision.*,
        extract(epoch from decision.at - queued.at) as wait,
        (ending.type is not null and ending.actor_id is distinct from reviewer_id)
          or (hiding.type = 'deleted' and hiding.actor_id is distinct from reviewer_id) as overturned
      from decision
      left join lateral (
        select event_id, type, actor_id from sale_event e
        where e.sale_id = decision.sale_id and event_id > decision.event_id and type in ('undone', 'returned')
        order by event_id limit 1
      ) ending on true
      left join lateral (
        select type, actor_id from sale_event e
        where e.sale_id = decision.sale_id and event_id > decision.event_id
          and (ending.event_id is null or event_id < ending.event_id) and type in ('deleted', 'restored')
        order by event_id desc limit 1
      ) hiding on true
      left join lateral (
        select at from sale_event e
        where e.sale_id = decision.sale_id and event_id < decision.event_id and type in ('submitted', 'returned')
        order by event_id desc limit 1
      ) queued on true
      where ending.type is distinct from 'undone'
    ), paced as (
      select judged.*,
        extract(epoch from at - lag(at) over (partition by reviewer_id order by at, event_id)) as pause
      from judged
    )
    select user_id, username, role, account_status,
      count(event_id)::int as decisions,
      count(*) filter (where type = 'approved')::int as approved,
      count(*) filter (where type = 'rejected')::int as rejected,
      count(*) filter (where overturned)::int as overturned,
      count(*) filter (where overturned)::float / nullif(count(event_id), 0) as overturned_share,
      round(percentile_disc(0.5) within group (order by wait))::float as median_wait_seconds,
      round(percentile_disc(0.5) within group (order by pause)
        filter (where pause <= ${LIMITS.review.sittingMinutes * 60}))::float as median_seconds,
      max(at) as last_decision
    from account left join paced on reviewer_id = user_id
    group by user_id
    having role in ('checker', 'admin') or count(event_id) > 0
    order by decisions desc, lower(username)`;
}

/** The number of approvals in the span that are still in effect, and the time of the newest. */
export async function countInEffect(
  em: EntityManager,
  span: ApprovalSpan,
): Promise<{ approvals: number; newest: Date | null }> {
  const [row] = await query(em)<{ approvals: number; newest: string | null }>`
    select count(*) as approvals, max(decided_at) as newest from sale where ${isInEffect(span)}`;
  return { approvals: row?.approvals ?? 0, newest: row?.newest ? new Date(row.newest) : null };
}

async function readRuns(em: EntityManager, which: RawBuilder<unknown>): Promise<ReturnRun[]> {
  return query(em)<ReturnRun>`
    select r.run_id, reviewer.username as reviewer, r.since, r.suspended,
      coalesce(asker.username, r.requested_name) as requested_by, r.status, r.total, r.returned, r.created, r.finished
    from approval_return r
    join account reviewer on reviewer.user_id = r.reviewer_id
    left join account asker on asker.user_id = r.requested_by ${which}`;
}

/** The latest returns, the newest first. */
export const latestRuns = (em: EntityManager): Promise<ReturnRun[]> =>
  readRuns(em, sql`order by r.run_id desc limit ${RUNS_SHOWN}`);

export const findRun = async (em: EntityManager, runId: number): Promise<ReturnRun | undefined> =>
  (await readRuns(em, sql`where r.run_id = ${runId}`))[0];

/** The unfinished return of a reviewer's approvals; there is at most one. */
export const unfinishedRun = async (em: EntityManager, reviewerId: number): Promise<ReturnRun | undefined> =>
  (await readRuns(em, sql`where r.reviewer_id = ${reviewerId} and r.status in ('waiting', 'running')`))[0];
