import { type CardSubject, decodedSegment, saleIdAt } from '../../contract/cards/card-paths.ts';
import { activeFilters } from '../../contract/market/filter-labels.ts';
import {
  type MarketFilters,
  type MarketSearchParams,
  printSearchParams,
  readSearchParams,
  type SaleSelection,
  START,
} from '../../contract/market/market-search-params.ts';
import {
  marketQueries,
  nameQueries,
  type PageQuery,
  saleQueries,
} from '../../contract/market/page-queries.ts';
import {
  figuresSentence,
  marketTitle,
  nameTitle,
  salesSummary,
  saleTitle,
  saleTraits,
} from '../../contract/market/page-titles.ts';
import { readCheck } from '../../contract/market/price-check-search-params.ts';
import { readTraits } from '../../contract/market/similarity.ts';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import { proofOf } from '../../contract/sale/proof.ts';
import { PATHS, salePath, slugPath } from '../../contract/shared/paths.ts';
import { notFound } from '../../lib/errors.ts';
import type { MarketReads } from '../market/market-reads.ts';
import { nameBySlug } from '../market/name-page.queries.ts';
import { presentAnySale } from '../market/sale.presenter.ts';
import { publicSale } from '../market/sale.queries.ts';
import type { NameEntry } from '../name-search/name-table.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import {
  canonicalFilters,
  type MarketFigures,
  marketFigures,
  withoutInvalidQuery,
} from './market-figures.queries.ts';
import { type MarketScreen, type PageHead, plainHead } from './page-head.ts';

/** The result for an address: a page and the queries with which it starts, or a redirect to its current address. */
export type Page = { head: PageHead; queries: readonly PageQuery[] } | { movedTo: string };

const CLOSING = 'What it really sold for; no account needed.';

/** Only the kind and filters of the search parameters; the others do not affect which sales are shown. */
const filtersOnly = ({ kind, filters }: SaleSelection): MarketSearchParams => ({
  ...START,
  kind,
  filters,
});

/** The figures with a description of the site; without sales, an invitation. */
function describeFigures(figures: MarketFigures): string {
  if (figures.sales === 0) return 'No sales so far. Have you made one? Submit it with a link to the proof.';
  return `${figuresSentence(figures)} ${CLOSING}`;
}

async function exactEntry(
  market: MarketReads,
  { kind, filters }: SaleSelection,
): Promise<NameEntry | undefined> {
  return filters.name && filters.exact ? (await market.names.of(kind)).byName(filters.name) : undefined;
}

const nameCard = (kind: SaleKind, slug: string, filters: MarketFilters): CardSubject => ({
  of: 'name',
  kind,
  slug,
  filters: { ...canonicalFilters(kind, filters), name: undefined, exact: undefined },
});

/** The card of a list; for an unknown name, the card of the site. */
function listCard({ kind, filters }: SaleSelection, entry: NameEntry | undefined): CardSubject {
  if (entry) return nameCard(kind, entry.slug, filters);
  const isOfName = filters.name && filters.exact;
  return isOfName ? { of: 'site' } : { of: 'list', kind, filters: canonicalFilters(kind, filters) };
}

interface PageDeps {
  market: MarketReads;
  settings: SettingsService;
}

async function marketPage({ market }: PageDeps, search: string): Promise<Page> {
  const params = readSearchParams(search);
  const queries = marketQueries(params);
  const request = withoutInvalidQuery(params);
  if (activeFilters(request.filters).length === 0)
    return { head: plainHead(`/${printSearchParams(filtersOnly(request))}`), queries };
  const entry = await exactEntry(market, request);
  const address = entry ? { ...request, filters: { ...request.filters, name: entry.name } } : request;
  const title = marketTitle(address.kind, address.filters);
  const figures = await marketFigures(market, address);
  return {
    head: {
      title,
      shared: `${title}: ${salesSummary(figures)}`,
      description: describeFigures(figures),
      address: `/${printSearchParams(filtersOnly(address))}`,
      card: listCard(address, entry),
      indexed: figures.sales > 0,
    },
    queries,
  };
}

async function namePage(services: PageDeps, kind: SaleKind, request: PageRequest): Promise<Page> {
  const { market, settings } = services;
  const entry = await nameBySlug(market, kind, await settings.generation(), request.slug);
  const canonical = slugPath(kind, entry.slug);
  if (request.path !== canonical) return { movedTo: `${canonical}${request.search}` };
  const place = { kind, name: entry.name };
  const params = readSearchParams(request.search, place);
  const address = withoutInvalidQuery(params);
  const figures = await marketFigures(market, address);
  const title = nameTitle(kind, entry.name, address.filters);
  return {
    head: {
      title,
      shared: `${title}: ${salesSummary(figures)}`,
      description: describeFigures(figures),
      address: `${canonical}${printSearchParams(filtersOnly(address), place)}`,
      card: address.check
        ? { of: 'check', kind, slug: entry.slug, check: readCheck(address.check) }
        : nameCard(kind, entry.slug, address.filters),
      indexed: figures.sales > 0,
    },
    queries: nameQueries(entry.slug, params),
  };
}

async function salePage({ market }: PageDeps, request: PageRequest): Promise<Page> {
  const saleId = saleIdAt(request.slug);
  if (saleId === undefined) throw notFound('sale');
  const sale = presentAnySale(await publicSale(market, saleId), null);
  const canonical = salePath(saleId);
  if (request.path !== canonical) return { movedTo: `${canonical}${request.search}` };
  const title = saleTitle(sale);
  const { proof_url: url } = sale;
  // Without a proof, the site cannot say what it really sold for.
  const proof = url === null ? 'No proof link.' : `Proof at ${proofOf(url).host}. ${CLOSING}`;
  const description = [saleTraits(sale), proof].filter(Boolean).join(' ');
  return {
    head: {
      title,
      shared: title,
      description,
      address: canonical,
      card: { of: 'sale', id: saleId },
      indexed: true,
    },
    queries: saleQueries(saleId, readTraits(new URLSearchParams(request.search).get('without') ?? '')),
  };
}

interface PageRequest {
  /** Percent-encoded. */
  path: string;
  /** With its `?`, or empty. */
  search: string;
  /** The decoded second segment of the path; empty when it is not correctly encoded. */
  slug: string;
}

/**
 * The page of a market screen.
 *
 * @param path percent-encoded, as requested; a path of that screen
 * @param search with its `?`, or empty
 * @throws DomainError not_found for an unknown item, pokemon or sale
 */
export async function marketPageAt(
  services: PageDeps,
  screen: MarketScreen,
  path: string,
  search: string,
): Promise<Page> {
  if (screen === 'market') return marketPage(services, search);
  const request = { path, search, slug: decodedSegment(path.split('/')[2] ?? '') ?? '' };
  return screen === 'sale' ? salePage(services, request) : namePage(services, screen, request);
}

/** An address of the site for the sitemap. */
export interface SitemapEntry {
  /** Path, percent-encoded. */
  path: string;
  /** `YYYY-MM-DD`; undefined when unknown. */
  changed?: string;
}

const SCREENS: readonly SitemapEntry[] = [{ path: PATHS.market }, { path: PATHS.faq }, { path: PATHS.legal }];

/** The public screens, and the pages of all names with sales. */
export async function sitemapEntries(market: MarketReads): Promise<SitemapEntry[]> {
  const entries = [...SCREENS];
  for (const kind of SALE_KINDS)
    for (const { slug, last_sold } of (await market.names.of(kind)).all())
      if (last_sold !== null) entries.push({ path: slugPath(kind, slug), changed: last_sold });
  return entries;
}
