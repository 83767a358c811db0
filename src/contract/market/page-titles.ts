import { NORMAL_FORM } from '../sale/forms.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { natureTitle } from '../sale/natures.ts';
import { priceText } from '../sale/price.ts';
import type { AnySale } from '../sale/sale.ts';
import { spreadOf, spreadText } from '../sale/spreads.ts';
import { formatDate } from '../shared/dates.ts';
import { counted } from '../shared/plural.ts';
import { MARKET_TITLE } from '../shared/screen-titles.ts';
import { capitalised } from '../shared/text.ts';
import { priceEnds } from './answer-summary.ts';
import { activeFilters, filterTitle } from './filter-labels.ts';
import type { MarketFilters } from './market-search-params.ts';

const isFiltered = (filters: MarketFilters) => activeFilters(filters).length > 0;

export const marketTitle = (kind: SaleKind, filters: MarketFilters): string =>
  isFiltered(filters) ? filterTitle(kind, filters) : MARKET_TITLE;

/** Title of a name page, with its filters; they can include the name itself. */
export const nameTitle = (kind: SaleKind, name: string, filters: MarketFilters): string =>
  filterTitle(kind, { ...filters, name, exact: true });

/** The number of sales with their lowest and highest price: `11 sales, 400,000 to 2,100,000 PD`. */
export function salesSummary({ sales, low, high }: { sales: number; low: number; high: number }): string {
  if (sales === 0) return 'no sales';
  const prices = sales === 1 ? priceText(low) : priceEnds(low, high);
  return `${counted(sales, 'sale')}, ${prices}`;
}

/** `11 sales, 400,000 to 2,100,000 PD, the last on 12 Nov 2026.` */
export function figuresSentence(
  figures: Parameters<typeof salesSummary>[0] & { last_sold: string | null },
): string {
  const last = figures.last_sold === null ? '' : `, the last on ${formatDate(figures.last_sold)}`;
  return `${capitalised(salesSummary(figures))}${last}.`;
}

/** What was sold: `Shiny Adamant Vulpix (Alola)`, `Master Ball`. */
export function saleSubject(sale: AnySale): string {
  if (sale.kind === 'item') return sale.item_name;
  const form = sale.form === NORMAL_FORM ? null : `(${sale.form})`;
  return [sale.is_shiny ? 'Shiny' : null, natureTitle(sale.nature), sale.pokemon_name, form]
    .filter(Boolean)
    .join(' ');
}

export const saleTitle = (sale: AnySale): string =>
  `${saleSubject(sale)} sold for ${priceText(sale.price)} on ${formatDate(sale.date_sold)}`;

/** The traits of a pokemon sale as a sentence; null for an item. */
export function saleTraits(sale: AnySale): string | null {
  if (sale.kind === 'item') return null;
  return `Ability ${sale.ability}, IVs ${spreadText(spreadOf(sale))}, hidden power ${sale.hidden_power}.`;
}

/** What a reader wants to know next about a sale: its traits, and whether it has a proof. */
export const saleSummary = (sale: AnySale): string =>
  [saleTraits(sale), sale.proof_url ? 'With proof.' : 'No proof.'].filter(Boolean).join(' ');
