import { LIMITS } from '../shared/limits.ts';
import { type MarketSearchParams, marketFilter } from './market-search-params.ts';
import type { SimilarityTrait } from './similarity.ts';

/** The id of the element in a document with its `PageData`. */
export const PAGE_DATA = 'page-data';

/** A public query with its input. */
export interface PageQuery {
  path:
    | 'items.list'
    | 'pokemon.list'
    | 'market.answer'
    | 'market.name'
    | 'market.overview'
    | 'market.sale'
    | 'market.similarToSale';
  input: object;
}

/**
 * The results of a page's queries, which the server sends in the document, so that the client need not request them
 * (docs/decisions/0018-data-in-the-document.md).
 */
export interface PageData {
  queries: readonly PageQuery[];
  /** In the same order. */
  results: readonly { result: { data: unknown } }[];
  /** The results include all changes up to this number; null without standbys. */
  least: number | null;
  /** They include no later change than this; null without standbys. */
  sequence: number | null;
}

/** The query for one page of sales. */
export function listQuery({ kind, filters, sort, order, page, limit }: MarketSearchParams) {
  const { name, ...rest } = filters;
  const common = { ...rest, status: 'approved', order, page, limit } as const;
  return kind === 'item'
    ? ({
        path: 'items.list',
        input: { ...common, item_name: name, sort: sort === 'name' ? 'item_name' : sort },
      } as const)
    : ({
        path: 'pokemon.list',
        input: { ...common, pokemon_name: name, sort: sort === 'name' ? 'pokemon_name' : sort },
      } as const);
}

/** The last sales of a page's filter. */
export const lastSales = (params: MarketSearchParams): MarketSearchParams => ({
  ...params,
  sort: 'date_sold',
  order: 'desc',
  page: 1,
  limit: LIMITS.lastSales,
});

/** Whether the filter may name exactly one name, so that there can be an answer. */
export const mayHaveAnswer = ({ filters }: MarketSearchParams): boolean =>
  filters.name !== undefined || filters.query !== undefined;

const answerQueries = (params: MarketSearchParams): PageQuery[] =>
  mayHaveAnswer(params) ? [{ path: 'market.answer', input: marketFilter(params) }] : [];

/** Market History without filters shows recent sales. */
const overviewQueries = ({ filters }: MarketSearchParams): PageQuery[] =>
  Object.keys(filters).length === 0 ? [{ path: 'market.overview', input: {} }] : [];

/** The queries with which Market History starts. */
export const marketQueries = (params: MarketSearchParams): PageQuery[] => [
  listQuery(params),
  ...answerQueries(params),
  ...overviewQueries(params),
];

/** The queries with which the page of a name starts. */
export const nameQueries = (slug: string, params: MarketSearchParams): PageQuery[] => [
  { path: 'market.name', input: { kind: params.kind, slug } },
  listQuery(params),
  ...answerQueries(params),
  ...(params.chart === 'shown' ? [listQuery(lastSales(params))] : []),
];

/** The queries with which the page of a sale starts. @param without traits that are ignored when comparing sales */
export const saleQueries = (sale_id: number, without: readonly SimilarityTrait[]): PageQuery[] => [
  { path: 'market.sale', input: { id: sale_id } },
  { path: 'market.similarToSale', input: { sale_id, without } },
];
