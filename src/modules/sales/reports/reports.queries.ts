import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { can, type Viewer } from '../../../contract/accounts/roles.ts';
import { weightOf } from '../../../contract/reports/report-values.ts';
import type { OwnReport, SaleReport, SaleReports } from '../../../contract/reports/reports.ts';
import type { DecidedBy } from '../../../contract/review/review.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import type { Page } from '../../../contract/shared/primitives.ts';
import { query, values } from '../../../db/query.ts';
import { type PageRequest, readPage } from '../../paging.ts';

const REPORT_COLUMNS = sql`r.report_id, r.sale_id, r.reason, r.comment, r.duplicate_of, r.reported_at, r.outcome,
  r.decided_at, r.decision_comment`;

/** The record of the reporter of a report `r`, one row. */
const RECORD = sql`lateral (
  select count(*) filter (where outcome <> 'dismissed')::int as upheld, count(*)::int as decided
  from (select d.outcome from sale_report d where d.reporter_id = r.reporter_id and d.outcome is not null
    order by d.report_id desc limit ${sql.lit(LIMITS.reports.record)}) as latest) as record`;

/** The weight of an account that no longer exists. */
const NO_RECORD = weightOf({ upheld: 0, decided: 0 });

/** As `weightOf`. */
const WEIGHT = sql`(record.upheld + 1)::float8 / (record.decided + 2)`;

/** Reports `r` of sales that the viewer may review. */
const notOwn = (viewer: Viewer): RawBuilder<unknown> =>
  can(viewer, 'admin.panel')
    ? sql`true`
    : sql`not exists (
        select from sale own where own.sale_id = r.sale_id and own.submitted_by = ${viewer?.user_id ?? null})`;

/**
 * The sales with open reports that the viewer may decide, named `reported`: with the sum of the weights of their reports
 * and the newest report. A checker does not see reports of their own submissions. The record of a reporter with many reports
 * is read once.
 */
export const reportedSales = (viewer: Viewer): RawBuilder<unknown> => sql`(
  with reporter as materialized (
    select r.reporter_id, ${WEIGHT} as weight
    from (select distinct reporter_id from sale_report where outcome is null) as r cross join ${RECORD})
  select r.sale_id, sum(coalesce(reporter.weight, ${NO_RECORD})) as weight, max(r.report_id) as newest
  from sale_report r left join reporter using (reporter_id)
  where r.outcome is null and ${notOwn(viewer)}
  group by r.sale_id) as reported`;

/** The number of sales with open reports that the viewer may decide. */
export async function countReported(em: EntityManager, viewer: Viewer): Promise<number> {
  const [total = 0] = await values(em)<number>`
    select count(distinct r.sale_id) from sale_report r where r.outcome is null and ${notOwn(viewer)}`;
  return total;
}

/** The open reports of a sale `s` as JSON; null without any. */
export const OPEN_REPORTS = sql`(
  select jsonb_build_object('total', sum(reports),
    'reasons', jsonb_agg(jsonb_build_object('reason', reason, 'reports', reports) order by reports desc, reason))
  from (select r.reason, count(*) as reports from sale_report r
    where r.sale_id = s.sale_id and r.outcome is null group by r.reason) as of_reason
  having count(*) > 0)`;

/** What a viewer sees who may not see the reports of a sale. */
export const NO_REPORTS: SaleReports = { total: 0, open: 0, last_open: null, data: [] };

/** The reports of a sale: the open ones first, those that count most on top; then the others, newest first. */
export async function reportsOfSale(em: EntityManager, saleId: number): Promise<SaleReports> {
  const [data, [counts]] = await Promise.all([
    query(em)<SaleReport>`
      select ${REPORT_COLUMNS}, to_json(record) as record,
        (select username from account where user_id = r.reporter_id and deleted_at is null) as by,
        (select username from account where user_id = r.decided_by and deleted_at is null) as decided_by,
        r.reporter_id is not distinct from s.submitted_by and r.reporter_id is not null as by_submitter,
        r.outcome is null and s.version > r.sale_version as changed_since
      from sale_report r join sale s using (sale_id) cross join ${RECORD}
      where r.sale_id = ${saleId}
      order by r.outcome is not null, case when r.outcome is null then ${WEIGHT} end desc, r.report_id desc
      limit ${LIMITS.reports.shown}`,
    query(em)<{ total: number; open: number; last_open: number | null }>`
      select count(*)::int as total, count(*) filter (where outcome is null)::int as open,
        max(report_id) filter (where outcome is null) as last_open
      from sale_report where sale_id = ${saleId}`,
  ]);
  return { ...NO_REPORTS, ...counts, data };
}

/** One page of an account's reports, newest first. @param saleId only those of this sale */
export async function ownReports(
  em: EntityManager,
  userId: number,
  saleId: number | undefined,
  request: PageRequest,
): Promise<Page<OwnReport>> {
  const ofSale = saleId === undefined ? sql`` : sql`and r.sale_id = ${saleId}`;
  const list = {
    columns: sql`${REPORT_COLUMNS}, s.kind, s.name`,
    from: sql`sale_report r join sale s using (sale_id) where r.reporter_id = ${userId} ${ofSale}`,
    order: sql`order by r.report_id desc`,
  };
  return readPage<OwnReport>(em, list, request);
}

/** Who decided the latest reports of a sale, and when. */
export async function lastDecision(em: EntityManager, saleId: number) {
  const [row] = await query(em)<DecidedBy>`
    select (select username from account where user_id = decided_by and deleted_at is null) as by, decided_at as at
    from sale_report where sale_id = ${saleId} and outcome is not null
    order by decided_at desc, report_id desc limit 1`;
  return row ?? null;
}
