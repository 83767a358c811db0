import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { PriceCheckInput } from '../../contract/market/market.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import type {
  OwnSales,
  Resubmission,
  SameSubmission,
  Submission,
  zOwnSalesInput,
  zSubmissionList,
} from '../../contract/sale/submissions.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { Page } from '../../contract/shared/primitives.ts';
import { query, where } from '../../db/query.ts';
import { notFound } from '../../lib/errors.ts';
import { type Actor, signedIn, viewerOf } from '../actor.ts';
import { knownStatus, resubmissionBy } from '../known-status.ts';
import { chartOf, type RowSource } from '../market/chart.queries.ts';
import type { MarketReads } from '../market/market-reads.ts';
import { filterConditions, inLastDays } from '../market/sale.filter.ts';
import { presentAnySale, type SaleRow } from '../market/sale.presenter.ts';
import { orderBy, SALE_COLUMNS } from '../market/sale.queries.ts';
import { describedRow, isSameSale } from '../market/similar/comparables.queries.ts';
import { countByStatus, countRows, readPage } from '../paging.ts';
import { Service } from '../service.ts';

interface SubmissionRow extends SaleRow {
  decided_at: string | null;
  known_status: SaleStatus;
  resubmitted: Resubmission | null;
}

function presentSubmission({ known_status: status, ...row }: SubmissionRow, actor: Actor): Submission {
  const decided = status !== 'pending';
  const known = { ...row, status, review_notes: decided ? row.review_notes : null };
  const { resubmitted } = row;
  return {
    ...presentAnySale(known, viewerOf(actor)),
    decided_at: decided ? row.decided_at : null,
    resubmitted,
  };
}

/** An account's own submissions and their decisions, without deleted sales. */
export class SubmissionQueries extends Service<{ market: MarketReads }> {
  /** One page of the actor's own submissions, newest first. */
  async list({ kind, status, ...request }: z.output<typeof zSubmissionList>): Promise<Page<Submission>> {
    const known = this.#knownStatus();
    const conditions = [
      this.#own(),
      ...(kind ? [sql`s.kind = ${kind}`] : []),
      ...(status ? [sql`${known} = ${status}`] : []),
    ];
    const list = {
      columns: this.#columns(),
      from: sql`sale s ${where(conditions)}`,
      order: orderBy({ sort: 'date_submitted', order: 'desc' }),
    };
    const { data, pagination } = await readPage<SubmissionRow>(this.deps.em, list, request);
    return { data: data.map((row) => presentSubmission(row, this.deps.actor)), pagination };
  }

  /** One of the actor's own submissions. @throws DomainError not_found for any other sale, or a deleted one. */
  async byId(saleId: number): Promise<Submission> {
    const [row] = await query(this.deps.em)<SubmissionRow>`
      select ${this.#columns()} from sale s where ${this.#own()} and s.sale_id = ${saleId}`;
    if (!row) throw notFound('submission');
    return presentSubmission(row, this.deps.actor);
  }

  /** The actor's newest pending submission that is probably the same sale; null without one, or without a day to compare. */
  async same(input: PriceCheckInput): Promise<SameSubmission | null> {
    if (!input.date_sold) return null;
    const described = await describedRow(this.deps.market, input);
    const [row] = await query(this.deps.em)<SameSubmission>`
      with t as (${described})
      select s.sale_id, s.date_submitted
      from t join sale s on s.kind = t.kind and s.name_key = t.name_key and ${isSameSale}
      where ${this.#own()} and ${this.#knownStatus()} = 'pending'
      order by s.sale_id desc limit 1`;
    return row ?? null;
  }

  counts(): Promise<Record<SaleStatus, number>> {
    const own = sql`(select ${this.#knownStatus()} as status from sale s where ${this.#own()}) own`;
    return countByStatus(this.deps.em, own);
  }

  /** The actor's own approved sales as points; of the kind with more of them, unless one is given. */
  async history({ kind: asked, days, ...dates }: z.output<typeof zOwnSalesInput>): Promise<OwnSales> {
    const approved = [this.#own(), sql`${this.#knownStatus()} = 'approved'`];
    const source: RowSource = {
      rows: <Row>(statement: RawBuilder<Row>) => query(this.deps.em)<Row>`${statement}`,
    };
    const totals = await source.rows(sql<{ kind: SaleKind; total: number }>`
      select s.kind, count(*) as total from sale s ${where(approved)} group by 1`);
    const kinds = { item: 0, pokemon: 0 };
    for (const { kind, total } of totals) kinds[kind] = total;
    const kind = asked ?? (kinds.pokemon > kinds.item ? 'pokemon' : 'item');
    const conditions = [
      ...approved,
      ...filterConditions({ kind, ...dates }),
      inLastDays(days ?? LIMITS.priceHistory.maxDays, todayUtc(this.deps.clock.now())),
    ];
    const total = await countRows(this.deps.em, sql`sale s ${where(conditions)}`);
    return { ...(await chartOf(source, conditions, total)), kind, kinds };
  }

  #own(): RawBuilder<unknown> {
    return sql`s.submitted_by = ${signedIn(this.deps.actor).user_id} and s.deleted_at is null`;
  }

  #knownStatus(): RawBuilder<SaleStatus> {
    return knownStatus(this.deps.clock.now());
  }

  /** The columns of a submission. */
  #columns(): RawBuilder<unknown> {
    const { actor, clock } = this.deps;
    return sql`${SALE_COLUMNS}, s.decided_at, ${this.#knownStatus()} as known_status,
      ${resubmissionBy(signedIn(actor).user_id, clock.now())} as resubmitted`;
  }
}
