import { type RawBuilder, sql } from 'kysely';
import { can, type Viewer } from '../../contract/accounts/roles.ts';
import type { OpenReports } from '../../contract/reports/reports.ts';
import type { SaleFlag } from '../../contract/review/flags.ts';
import type { ReviewDetail, ReviewSale } from '../../contract/review/review.ts';
import type { ReviewScope } from '../../contract/review/review-values.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { Page } from '../../contract/shared/primitives.ts';
import { type Condition, query, values, where } from '../../db/query.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { viewerOf } from '../actor.ts';
import {
  accountsNamed,
  filterConditions,
  openTo,
  type SaleFilter,
  visibleTo,
} from '../market/sale.filter.ts';
import { presentAnySale, type SaleRow } from '../market/sale.presenter.ts';
import { orderBy, SALE_COLUMNS, type SaleQueries } from '../market/sale.queries.ts';
import { similarSales } from '../market/similar/comparables.queries.ts';
import { type PageRequest, readPage } from '../paging.ts';
import {
  countReported,
  NO_REPORTS,
  OPEN_REPORTS,
  reportedSales,
  reportsOfSale,
} from '../sales/reports/reports.queries.ts';
import { Service } from '../service.ts';
import { proofEvidence, saleHistory, submitterRecord } from './review-evidence.queries.ts';

interface ReviewFilter extends SaleFilter {
  /** Part of the reviewer's name. */
  reviewer?: string | undefined;
  flagged?: boolean | undefined;
  /** Deleted sales instead of the others. */
  deleted?: boolean | undefined;
}

interface ReviewRow extends SaleRow {
  decided_at: string | null;
  decided_by_username: string | null;
  deleted_at: string | null;
  deleted_by: string | null;
  flags: SaleFlag[] | null;
  checked_at: string | null;
  reports: OpenReports | null;
}

const REVIEW_COLUMNS = sql`${SALE_COLUMNS}, s.decided_at, s.deleted_at,
  (select username from account where user_id = s.decided_by) as decided_by_username,
  case when s.deleted_at is not null then (
    select coalesce(username, e.actor_name) from sale_event e left join account on user_id = e.actor_id
    where e.sale_id = s.sale_id and e.type = 'deleted' order by e.event_id desc limit 1) end as deleted_by,
  (select flags from sale_check where sale_id = s.sale_id) as flags,
  (select checked_at from sale_check where sale_id = s.sale_id) as checked_at, ${OPEN_REPORTS} as reports`;

/** A flag without the sales that are hidden from the viewer; empty when no evidence remains. */
function presentFlag(flag: SaleFlag, hidden: ReadonlySet<number>): SaleFlag[] {
  if (!('sales' in flag)) return [flag];
  const seen = flag.sales.filter(({ sale_id }) => !hidden.has(sale_id));
  const total = flag.total - (flag.sales.length - seen.length);
  return seen.length ? [{ ...flag, sales: seen.slice(0, LIMITS.review.shown), total }] : [];
}

/** @param hidden sales that the viewer must not see in flags */
function presentReviewSale(row: ReviewRow, viewer: Viewer, hidden: ReadonlySet<number>): ReviewSale {
  return {
    ...presentAnySale(row, viewer),
    flags: (row.flags ?? []).flatMap((flag) => presentFlag(flag, hidden)),
    checked_at: row.checked_at,
    decided: row.decided_at === null ? null : { by: row.decided_by_username, at: row.decided_at },
    deleted_at: row.deleted_at,
    deleted_by: row.deleted_by,
    reports: can(viewer, 'sale.review', row) ? row.reports : null,
  };
}

function flaggedCondition({ flagged }: ReviewFilter): Condition[] {
  if (flagged === undefined) return [];
  const found = sql`exists (select from sale_check where sale_id = s.sale_id and flags <> '[]')`;
  return [flagged ? found : sql`not ${found}`];
}

/** The sales that a viewer may see with this filter; only admins may see deleted ones. */
function visibleWith(viewer: Viewer, { deleted }: ReviewFilter): Condition[] {
  if (!deleted) return visibleTo(viewer);
  if (!can(viewer, 'admin.panel'))
    throw new DomainError('forbidden', 'ROLE_REQUIRED', 'Only admins can see deleted sales.');
  return [sql`s.deleted_at is not null`, ...openTo(viewer)];
}

/** The review screen's lists, with both kinds but never a checker's own pending sales (docs/product.md "Roles"). */
export class ReviewQueries extends Service<{ saleQueries: SaleQueries }> {
  get #viewer(): Viewer {
    return viewerOf(this.deps.actor);
  }

  /**
   * Lists the pending queue oldest first, all sales newest first, and reported sales by the weight of their reports.
   *
   * @throws DomainError forbidden when a viewer who is not an admin requests deleted sales.
   */
  async list(scope: ReviewScope, filter: ReviewFilter, request: PageRequest): Promise<Page<ReviewSale>> {
    const conditions = where([
      ...visibleWith(this.#viewer, filter),
      ...(scope === 'pending' ? filterConditions({ status: 'pending' }) : []),
      ...filterConditions(filter),
      ...(filter.reviewer ? [sql`s.decided_by in ${accountsNamed(filter.reviewer)}`] : []),
      ...flaggedCondition(filter),
    ]);
    const list = { columns: REVIEW_COLUMNS, ...this.#listOf(scope, conditions) };
    const { data, pagination } = await readPage<ReviewRow>(this.deps.em, list, request);
    const hidden = await this.#hiddenFrom(data);
    return { data: data.map((row) => presentReviewSale(row, this.#viewer, hidden)), pagination };
  }

  #listOf(scope: ReviewScope, conditions: RawBuilder<unknown>) {
    if (scope === 'reported')
      return {
        from: sql`sale s join ${reportedSales(this.#viewer)} on reported.sale_id = s.sale_id ${conditions}`,
        order: sql`order by reported.weight desc, reported.newest desc`,
      };
    const order = orderBy({ sort: 'date_submitted', order: scope === 'pending' ? 'asc' : 'desc' });
    return { from: sql`sale s ${conditions}`, order };
  }

  /**
   * One sale with its evidence.
   *
   * @returns without the reports of a checker's own sale
   * @throws DomainError not_found for a checker's own pending sale, and, except for admins, for a deleted one.
   */
  async detail(saleId: number): Promise<ReviewDetail> {
    const { em } = this.deps;
    const viewer = this.#viewer;
    const isAdmin = can(viewer, 'admin.panel');
    const conditions = where([sql`s.sale_id = ${saleId}`, ...(isAdmin ? [] : visibleTo(viewer))]);
    const [row] = await query(em)<ReviewRow>`select ${REVIEW_COLUMNS} from sale s ${conditions}`;
    if (!row) throw notFound('sale');
    const [hidden, proof, similar, record, history, reports] = await Promise.all([
      this.#hiddenFrom([row]),
      proofEvidence(em, viewer, row),
      similarSales(em, saleId, LIMITS.review.shown),
      submitterRecord(em, row.submitted_by),
      saleHistory(em, saleId),
      can(viewer, 'sale.review', row) ? reportsOfSale(em, saleId) : NO_REPORTS,
    ]);
    return {
      sale: presentReviewSale(row, viewer, hidden),
      proof,
      similar: similar.map((one) => presentAnySale(one, viewer)),
      record,
      history,
      reports,
    };
  }

  /** The number of sales of each list that the viewer may see. */
  async counts(): Promise<Record<ReviewScope, number>> {
    const [pending, reported, all] = await Promise.all([
      this.deps.saleQueries.count(this.#viewer, { status: 'pending' }),
      countReported(this.deps.em, this.#viewer),
      this.deps.saleQueries.count(this.#viewer, {}),
    ]);
    return { pending, reported, all };
  }

  /** The sales that flags of these rows name, and that are hidden from the viewer. */
  #hiddenFrom(rows: readonly ReviewRow[]): Promise<Set<number>> {
    const flags = rows.flatMap((row) => row.flags ?? []);
    return this.ownPending(
      flags.flatMap((flag) => ('sales' in flag ? flag.sales.map(({ sale_id }) => sale_id) : [])),
    );
  }

  /** The viewer's own pending sales among these, which are hidden from a checker; empty for admins. */
  async ownPending(saleIds: readonly number[]): Promise<Set<number>> {
    const viewer = this.#viewer;
    if (saleIds.length === 0 || viewer === null || can(viewer, 'admin.panel')) return new Set();
    const pending = await values(this.deps.em)<number>`select sale_id from sale
      where sale_id = any(${saleIds}) and submitted_by = ${viewer.user_id} and status = 'pending'`;
    return new Set(pending);
  }
}
