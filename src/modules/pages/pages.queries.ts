import { activeFilters } from '../../contract/market/filter-labels.ts';
import {
  type MarketSearchParams,
  printSearchParams,
  readSearchParams,
  START,
} from '../../contract/market/market-search-params.ts';
import {
  marketTitle,
  nameTitle,
  salesSummary,
  saleTitle,
  traitSummary,
} from '../../contract/market/page-titles.ts';
import { SALE_KINDS, type SaleKind } from '../../contract/sale/kinds.ts';
import { proofOf } from '../../contract/sale/proof.ts';
import { formatDate } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { notFound } from '../../lib/errors.ts';
import type { MarketReads } from '../market/market-reads.ts';
import { nameBySlug } from '../market/name-page.queries.ts';
import { presentAnySale } from '../market/sale.presenter.ts';
import { publicSale } from '../market/similar.queries.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { type MarketFigures, marketFigures, withoutFaults } from './market-figures.queries.ts';
import { type PageHead, plainHead } from './page-head.ts';

/** What stands at an address: a page, or the address that it has now. */
export type Page = { head: PageHead } | { movedTo: string };

const CLOSING = 'What it really sold for; no account needed.';

/** Only the filters of an address: what else it has arranges the page. */
const narrowed = ({ kind, filters }: MarketSearchParams): MarketSearchParams => ({
  ...START,
  kind,
  filters,
});

/** `11 sales, 400,000 to 2,100,000 PD, the last on 12 Nov 2026. …` */
function figuresInWords(figures: MarketFigures): string {
  if (figures.sales === 0)
    return 'No sales so far. Whoever made one can submit it, with a link to the proof.';
  const words = salesSummary(figures);
  const last = figures.last_sold && `, the last on ${formatDate(figures.last_sold)}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${last ?? ''}. ${CLOSING}`;
}

/** A whole name in its one spelling, as far as anything is called so. */
async function spelled(market: MarketReads, address: MarketSearchParams): Promise<MarketSearchParams> {
  const { kind, filters } = address;
  if (!filters.name || !filters.exact) return address;
  const known = (await market.names.of(kind)).byName(filters.name);
  return known ? { ...address, filters: { ...filters, name: known.name } } : address;
}

interface PageDeps {
  market: MarketReads;
  settings: SettingsService;
}

async function marketPage({ market }: PageDeps, search: string): Promise<Page> {
  const asked = withoutFaults(readSearchParams(search));
  if (activeFilters(asked.filters).length === 0)
    return { head: plainHead(`/${printSearchParams(narrowed(asked))}`) };
  const address = await spelled(market, asked);
  const title = marketTitle(address.kind, address.filters);
  const figures = await marketFigures(market, address);
  return {
    head: {
      title,
      shared: `${title}: ${salesSummary(figures)}`,
      description: figuresInWords(figures),
      address: `/${printSearchParams(narrowed(address))}`,
      image: null,
      indexed: figures.sales > 0,
    },
  };
}

async function namePage(services: PageDeps, kind: SaleKind, asked: Asked): Promise<Page> {
  const { market, settings } = services;
  const entry = await nameBySlug(market, kind, await settings.generation(), asked.what);
  const own = `/${kind}/${encodeURIComponent(entry.slug)}`;
  if (asked.path !== own) return { movedTo: `${own}${asked.search}` };
  const place = { kind, name: entry.name };
  const address = withoutFaults(readSearchParams(asked.search, place));
  const figures = await marketFigures(market, address);
  const title = nameTitle(kind, entry.name, address.filters);
  return {
    head: {
      title,
      shared: `${title}: ${salesSummary(figures)}`,
      description: figuresInWords(figures),
      address: `${own}${printSearchParams(narrowed(address), place)}`,
      image: entry.image_url,
      indexed: figures.sales > 0,
    },
  };
}

async function salePage({ market }: PageDeps, asked: Asked): Promise<Page> {
  const saleId = /^\d{1,10}$/.test(asked.what) ? Number(asked.what) : 0;
  if (saleId > LIMITS.id.max) throw notFound('sale');
  const sale = presentAnySale(await publicSale(market, saleId), null);
  const own = `/sale/${saleId}`;
  if (asked.path !== own) return { movedTo: `${own}${asked.search}` };
  const title = saleTitle(sale);
  const proof = sale.proof_url === null ? 'No proof link.' : `Proof at ${proofOf(sale.proof_url).host}.`;
  const description = [traitSummary(sale), proof, CLOSING].filter(Boolean).join(' ');
  return { head: { title, shared: title, description, address: own, image: sale.image_url, indexed: true } };
}

interface Asked {
  /** Percent-encoded. */
  path: string;
  /** With its `?`, or empty. */
  search: string;
  /** What the last part of the path says. */
  what: string;
}

/** A part of a path as it reads; empty for what is not correctly encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** The paths of pages that have something of the market to say. */
const MARKET_PATH = /^\/(?:(item|pokemon|sale)\/([^/]+)\/?)?$/i;

export const isMarketPath = (path: string): boolean => MARKET_PATH.test(path);

/**
 * The page of the market at an address.
 *
 * @param path percent-encoded, as it was asked for; see `isMarketPath`
 * @param search with its `?`, or empty
 * @throws DomainError not_found for an item, a pokemon or a sale that is not there
 */
export async function marketPageAt(services: PageDeps, path: string, search: string): Promise<Page> {
  const [, of, part = ''] = MARKET_PATH.exec(path) ?? [];
  if (of === undefined) return marketPage(services, search);
  const asked = { path, search, what: decoded(part) };
  const kind = SALE_KINDS.find((one) => one === of.toLowerCase());
  return kind ? namePage(services, kind, asked) : salePage(services, asked);
}
