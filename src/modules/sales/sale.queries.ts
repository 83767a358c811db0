import { type RawBuilder, sql } from 'kysely';
import { type Page, pageOf } from '../../contract/primitives.ts';
import type { Viewer } from '../../contract/roles.ts';
import type { AnySale, SortOrder } from '../../contract/sale.ts';
import { notFound } from '../../lib/errors.ts';
import { viewerOf } from '../actor.ts';
import { type PageRequest, pageBounds } from '../page-bounds.ts';
import type { Scope } from '../scope.ts';
import { type Condition, filterConditions, type SaleFilter, visibleTo, where } from './sale.filter.ts';
import { presentAnySale, type SaleRow } from './sale.presenter.ts';

export type SaleSort = 'date_sold' | 'price' | 'name' | 'date_submitted' | 'status';

export interface SaleOrder {
  sort: SaleSort;
  order: SortOrder;
}

/** Sort keys as they stand in the indexes. */
const SORT_KEYS: Record<SaleSort, RawBuilder<unknown>> = {
  date_sold: sql`s.date_sold`,
  price: sql`s.price`,
  name: sql`lower(s.name)`,
  date_submitted: sql`s.date_submitted`,
  status: sql`s.status`,
};

/**
 * The columns of a sale. Pictures and the submitter's name are subselects, which PostgreSQL evaluates for the
 * rows of the page alone.
 */
export const SALE_COLUMNS = sql`s.sale_id, s.kind, s.name, s.price, s.date_sold, s.proof_url, s.status, s.submitted_by,
  s.date_submitted, s.decided_by, s.review_notes, s.version, s.item_id, s.species_id, s.form, s.nature, s.ability,
  s.hidden_power, s.level, s.is_shiny, s.held_item, s.hp_iv, s.atk_iv, s.def_iv, s.spatk_iv, s.spdef_iv, s.speed_iv,
  (select username from account where user_id = s.submitted_by) as submitted_by_username,
  case s.kind
    when 'item' then (select image_url from item where item_id = s.item_id)
    else (select imgur_url from sprite where pokemon_id = s.species_id and lower(variant) = lower(
      case when not s.is_shiny then s.form when s.form = 'Normal' then 'Shiny' else 'Shiny ' || s.form end))
  end as image_url`;

/** A unique tie-break after the sort key: no row is shown twice or skipped between pages. */
export const orderBy = ({ sort, order }: SaleOrder) => {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sql`order by ${SORT_KEYS[sort]} ${direction}, s.sale_id ${direction}`;
};

/** Read models of sales: plain rows, no entities (DESIGN.md 2). */
export class SaleQueries {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  get #db() {
    return this.#scope.em.getKysely();
  }

  /** One page of the sales that the viewer may see and the filter lets through, with the count of all. */
  page(viewer: Viewer, filter: SaleFilter, order: SaleOrder, request: PageRequest): Promise<Page<SaleRow>> {
    return this.pageWhere([...visibleTo(viewer), ...filterConditions(filter)], order, request);
  }

  /** One page of the sales that fulfil conditions on a table named `s`, whoever asks. */
  async pageWhere(all: readonly Condition[], order: SaleOrder, request: PageRequest): Promise<Page<SaleRow>> {
    const { page, limit, offset } = pageBounds(request);
    const conditions = where(all);
    const rows = sql<SaleRow>`select ${SALE_COLUMNS} from sale s ${conditions} ${orderBy(order)}
      limit ${limit} offset ${offset}`;
    const [found, total] = await Promise.all([rows.execute(this.#db), this.#count(conditions)]);
    return pageOf(found.rows, page, limit, total);
  }

  /** How many sales the viewer may see that the filter lets through. */
  count(viewer: Viewer, filter: SaleFilter): Promise<number> {
    return this.#count(where([...visibleTo(viewer), ...filterConditions(filter)]));
  }

  /** The next sales by id after one, for reading all of them bit by bit. */
  async after(viewer: Viewer, filter: SaleFilter, saleId: number, size: number): Promise<SaleRow[]> {
    const conditions = where([...visibleTo(viewer), ...filterConditions(filter), sql`s.sale_id > ${saleId}`]);
    const { rows } = await sql<SaleRow>`select ${SALE_COLUMNS} from sale s ${conditions}
      order by s.sale_id limit ${size}`.execute(this.#db);
    return rows;
  }

  /** One sale that is not deleted, whoever asks. */
  async one(saleId: number): Promise<SaleRow | undefined> {
    const { rows } = await sql<SaleRow>`select ${SALE_COLUMNS} from sale s
      where s.sale_id = ${saleId} and s.deleted_at is null`.execute(this.#db);
    return rows[0];
  }

  /** The same as whoever acts is answered. @throws DomainError not_found for a deleted one. */
  async answer(saleId: number): Promise<AnySale> {
    const row = await this.one(saleId);
    if (!row) throw notFound('sale');
    return presentAnySale(row, viewerOf(this.#scope.actor));
  }

  async #count(conditions: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ total: string }>`select count(*) as total from sale s ${conditions}`.execute(
      this.#db,
    );
    return Number(rows[0]?.total ?? 0);
  }
}
