import { type RawBuilder, sql } from 'kysely';
import { hasRole, type Viewer } from '../../contract/accounts/roles.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { type Page, pageOf } from '../../contract/shared/primitives.ts';
import type { SortOrder } from '../../contract/shared/sort-orders.ts';
import { type Condition, isoText, query, where } from '../../db/query.ts';
import { inJson } from '../../db/read-servers/read-pool.ts';
import { notFound } from '../../lib/errors.ts';
import { JsonText, type WithText } from '../../lib/json-text.ts';
import { viewerOf } from '../actor.ts';
import { countRows, type PageRequest, pageBounds, readPage } from '../paging.ts';
import { Service } from '../service.ts';
import type { MarketReads } from './market-reads.ts';
import {
  filterConditions,
  isSet,
  publicConditions,
  type SaleFilter,
  UNFILTERED,
  visibleTo,
  withNames,
} from './sale.filter.ts';
import { presentAnySale, presentSale, type SaleOfKind, type SaleRow } from './sale.presenter.ts';

export type SaleSort = 'date_sold' | 'price' | 'name' | 'date_submitted' | 'date_approved' | 'status';

export interface SaleOrder {
  sort: SaleSort;
  order: SortOrder;
}

/** Sort keys, identical to the expressions in the indexes. */
const SORT_KEYS: Record<SaleSort, RawBuilder<unknown>> = {
  date_sold: sql`s.date_sold`,
  price: sql`s.price`,
  name: sql`s.name_key`,
  date_submitted: sql`s.date_submitted`,
  // For staff also the time of a rejection, and null for a pending sale.
  date_approved: sql`s.decided_at`,
  status: sql`s.status`,
};

/** Subselects, which PostgreSQL evaluates only for the rows of the page. */
const SUBMITTER = sql`(select username from account where user_id = s.submitted_by)`;
const ITEM_IMAGE = sql`(select image_url from item where item_id = s.item_id)`;
const POKEMON_IMAGE = sql`(select imgur_url from sprite where pokemon_id = s.species_id and lower(variant) = lower(
  case when not s.is_shiny then s.form when s.form = 'Normal' then 'Shiny' else 'Shiny ' || s.form end))`;
/** A form that only sprites have has the type of the normal one. */
const POKEMON_TYPE = sql`coalesce(
  (select type from species_form where species_id = s.species_id and form = s.form),
  (select type from species_form where species_id = s.species_id and form = 'Normal'))`;

const SUBMITTED = isoText(sql`s.date_submitted`);

const IVS = sql.raw(STATS.map((stat) => `s.${ivColumn(stat)}`).join(', '));

export const SALE_COLUMNS = sql`s.sale_id, s.kind, s.name, s.price, s.date_sold, s.proof_url, s.status,
  s.submitted_by, ${SUBMITTED} as date_submitted, s.decided_by, s.review_notes, s.version, s.item_id,
  s.species_id, s.form, s.nature, s.ability, s.hidden_power, s.level, s.is_shiny, s.held_item,
  ${IVS},
  ${SUBMITTER} as submitted_by_username,
  case s.kind when 'item' then ${ITEM_IMAGE} else ${POKEMON_IMAGE} end as image_url,
  ${POKEMON_TYPE} as pokemon_type`;

/** The rows of these sales that meet conditions on `s`. */
const rowsWhere = (
  { reads }: Pick<MarketReads, 'reads'>,
  saleIds: readonly number[],
  conditions: readonly Condition[],
): Promise<SaleRow[]> =>
  reads.rows(sql<SaleRow>`
    select ${SALE_COLUMNS} from sale s ${where([...conditions, sql`s.sale_id = any(${saleIds}::int[])`])}`);

/** The rows of these sales that are public. */
export const publicRows = (market: Pick<MarketReads, 'reads'>, saleIds: readonly number[]) =>
  rowsWhere(market, saleIds, visibleTo(null));

/** These sales, public or not: for comparisons only, never for visitors. */
export const rowsOfAny = (market: Pick<MarketReads, 'reads'>, saleIds: readonly number[]) =>
  rowsWhere(market, saleIds, []);

/** A public sale. @throws DomainError not_found for any other. */
export async function publicSale(market: Pick<MarketReads, 'reads'>, saleId: number): Promise<SaleRow> {
  const [row] = await publicRows(market, [saleId]);
  if (!row) throw notFound('sale');
  return row;
}

const visitorTail = (
  image: RawBuilder<unknown>,
) => sql`s.price, s.date_sold, s.proof_url, ${image} as image_url, s.status,
  s.submitted_by, ${SUBMITTER} as submitted_by_username,
  ${SUBMITTED} as date_submitted,
  null as approved_by, null as review_notes, s.version`;

/**
 * The fields of a public sale as visitors see them: what `presentSale` makes of a row, in the order of the contract. So
 * PostgreSQL can convert a page to the text that is sent.
 */
const VISITOR_COLUMNS: Record<SaleKind, RawBuilder<unknown>> = {
  item: sql`s.sale_id, s.item_id, s.name as item_name, ${visitorTail(ITEM_IMAGE)}`,
  pokemon: sql`s.sale_id, s.species_id as pokemon_id, s.name as pokemon_name, s.form, ${POKEMON_TYPE} as pokemon_type,
    ${visitorTail(POKEMON_IMAGE)}, s.nature, s.ability, s.hidden_power, s.level, s.is_shiny, s.held_item, ${IVS}`,
};

const DIRECTIONS: Record<SortOrder, RawBuilder<unknown>> = { asc: sql`asc`, desc: sql`desc` };

/** A unique tie-break after the sort key: no row is shown twice or skipped between pages. */
export const orderBy = ({ sort, order }: SaleOrder) =>
  sql`order by ${SORT_KEYS[sort]} ${DIRECTIONS[order]}, s.sale_id ${DIRECTIONS[order]}`;

/** Whether the filter only matches public sales, so that the cached public read path can be used. */
const isPublic = (viewer: Viewer, { status }: SaleFilter): boolean =>
  status === 'approved' || (status === undefined && !hasRole(viewer, 'checker'));

const isFiltered = ({ kind, status, ...filter }: SaleFilter): boolean => Object.values(filter).some(isSet);

const BROWSED: readonly number[] = [...LIMITS.browsePageSizes, LIMITS.list.default];

/** Usual sizes are literals, so that the whole statement can be prepared. */
const atMost = (limit: number) =>
  BROWSED.includes(limit) ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit}`;

/** The rows of the first page of the sales that match conditions. */
export const firstRows = (
  conditions: readonly Condition[],
  order: SaleOrder,
  limit: number,
  columns: RawBuilder<unknown> = SALE_COLUMNS,
) => sql<SaleRow>`select ${columns} from sale s ${where(conditions)} ${orderBy(order)} ${atMost(limit)}`;

const FIRST_PAGES = new Map<string, RawBuilder<{ rows: string }>>();

/** The first page without a filter, the most frequent query; built once for each size, order and choice of columns. */
function firstPage(kind: SaleKind, order: SaleOrder, limit: number, columns: RawBuilder<unknown>) {
  const key = `${kind} ${order.sort} ${order.order} ${limit} ${columns === SALE_COLUMNS}`;
  const rows = FIRST_PAGES.get(key) ?? inJson(firstRows(UNFILTERED[kind], order, limit, columns));
  FIRST_PAGES.set(key, rows);
  return rows;
}

/** More sales than this are found in the index of the order, where they are dense. */
const FEW = 5_000;

/**
 * The rows of a page of `total` sales that match a filter. Finds the ids of the page in the indexes first, and reads only
 * their rows. For few sales, `offset 0` keeps the planner from using the index of the order, which it would scan from end
 * to end.
 */
export const filteredRows = (
  conditions: readonly Condition[],
  order: SaleOrder,
  { limit, offset, total }: { limit: number; offset: number; total: number },
  columns: RawBuilder<unknown> = SALE_COLUMNS,
) => {
  const direction = DIRECTIONS[order.order];
  const found =
    total > FEW
      ? sql`select s.sale_id from sale s ${where(conditions)} ${orderBy(order)}`
      : sql`select sale_id from (select s.sale_id, ${SORT_KEYS[order.sort]} as sort_key from sale s
          ${where(conditions)} offset 0) as found order by sort_key ${direction}, sale_id ${direction}`;
  return sql<SaleRow>`select ${columns} from (${found} limit ${limit} offset ${offset}) as page
    join sale s on s.sale_id = page.sale_id ${orderBy(order)}`;
};

/** The rows of those of the sales with these ids that are public. */
const knownRows = (
  kind: SaleKind,
  ids: readonly number[],
  order: SaleOrder,
  columns: RawBuilder<unknown>,
) => sql<SaleRow>`select ${columns} from sale s ${where([sql`s.sale_id = any(${ids}::int[])`, ...UNFILTERED[kind]])}
  ${orderBy(order)}`;

/** Read models of sales: plain rows, no entities (docs/decisions/0002-sql-for-reads.md). */
export class SaleQueries extends Service<{ market: MarketReads }> {
  /** One page of the sales that the viewer may see and that match the filter, with their total number. */
  async page(
    viewer: Viewer,
    filter: SaleFilter,
    order: SaleOrder,
    request: PageRequest,
  ): Promise<Page<SaleRow>> {
    if (!isPublic(viewer, filter))
      return this.pageWhere([...visibleTo(viewer), ...filterConditions(filter)], order, request);
    const { data, pagination } = await this.#publicPage<SaleRow>(filter, order, request, SALE_COLUMNS);
    return { data: data.toJSON(), pagination };
  }

  /** One page of the public sales of a kind that match the filter, as visitors see it. */
  visitorPage<Kind extends SaleKind>(
    kind: Kind,
    filter: SaleFilter,
    order: SaleOrder,
    request: PageRequest,
  ): Promise<WithText<Page<SaleOfKind[Kind]>>> {
    const columns = VISITOR_COLUMNS[kind];
    return this.#publicPage({ ...filter, kind }, order, request, columns);
  }

  /** One page of the sales that match conditions on a table named `s`, for any viewer. */
  pageWhere(all: readonly Condition[], order: SaleOrder, request: PageRequest): Promise<Page<SaleRow>> {
    const list = { columns: SALE_COLUMNS, from: sql`sale s ${where(all)}`, order: orderBy(order) };
    return readPage(this.deps.em, list, request);
  }

  /** The number of sales that the viewer may see and that match the filter. */
  async count(viewer: Viewer, filter: SaleFilter): Promise<number> {
    if (isPublic(viewer, filter)) return this.deps.market.counts.matching(filter);
    const conditions = where([...visibleTo(viewer), ...filterConditions(filter)]);
    return countRows(this.deps.em, sql`sale s ${conditions}`);
  }

  /** The next sales by id after `saleId`, for reading all of them in batches. */
  async after(viewer: Viewer, filter: SaleFilter, saleId: number, size: number): Promise<SaleRow[]> {
    const conditions = where([...visibleTo(viewer), ...filterConditions(filter), sql`s.sale_id > ${saleId}`]);
    return query(this.deps.em)<SaleRow>`select ${SALE_COLUMNS} from sale s ${conditions}
      order by s.sale_id limit ${size}`;
  }

  /** The sales, for any viewer, that have both the name and the submission time of one of the given. */
  async submittedAs(given: readonly { name: string; submittedAt: string }[]): Promise<SaleRow[]> {
    return query(this.deps.em)<SaleRow>`select distinct ${SALE_COLUMNS}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (name text, "submittedAt" timestamptz)
      join sale s on s.date_submitted = given."submittedAt" and s.name = given.name and s.deleted_at is null
    `;
  }

  /** One sale that is not deleted, for any viewer. */
  async findById(saleId: number): Promise<SaleRow | undefined> {
    const [row] = await query(this.deps.em)<SaleRow>`select ${SALE_COLUMNS} from sale s
      where s.sale_id = ${saleId} and s.deleted_at is null`;
    return row;
  }

  /** One sale as presented to the actor. @throws DomainError not_found for a deleted one. */
  async presentAny(saleId: number): Promise<AnySale> {
    return presentAnySale(await this.#require(saleId), viewerOf(this.deps.actor));
  }

  /** The same for a sale of that kind. @throws DomainError not_found for a deleted one, and one of the other kind. */
  async present<Kind extends SaleKind>(kind: Kind, saleId: number): Promise<SaleOfKind[Kind]> {
    const row = await this.#require(saleId);
    if (row.kind !== kind) throw notFound('sale');
    return presentSale(kind, row, viewerOf(this.deps.actor));
  }

  async #require(saleId: number): Promise<SaleRow> {
    const row = await this.findById(saleId);
    if (!row) throw notFound('sale');
    return row;
  }

  async #publicPage<Row>(
    filter: SaleFilter,
    order: SaleOrder,
    request: PageRequest,
    columns: RawBuilder<unknown>,
  ): Promise<{ data: JsonText<Row[]>; pagination: Page<Row>['pagination'] }> {
    const { market } = this.deps;
    const { reads, counts } = market;
    const { page, ...bounds } = pageBounds(request);
    /** The kind of the sales, for the page that visitors request most often. */
    const unfilteredKind = isFiltered(filter) || bounds.offset > 0 ? undefined : filter.kind;
    const { total, ids } = unfilteredKind
      ? { total: await counts.total(UNFILTERED[unfilteredKind]), ids: null }
      : await counts.page(filter, order, bounds);
    const { pagination } = pageOf([], page, bounds.limit, total);
    if (bounds.offset >= total) return { data: new JsonText('[]'), pagination };
    const rows = async () => {
      if (unfilteredKind) return reads.rows(firstPage(unfilteredKind, order, bounds.limit, columns));
      if (filter.kind && ids) return reads.plannedRows(inJson(knownRows(filter.kind, ids, order, columns)));
      const conditions = publicConditions(await withNames(market, filter));
      return reads.rows(inJson(filteredRows(conditions, order, { ...bounds, total }, columns)));
    };
    const [found] = await rows();
    return { data: new JsonText(found?.rows ?? '[]'), pagination };
  }
}
