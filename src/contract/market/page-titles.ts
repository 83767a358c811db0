import { NORMAL_FORM } from '../sale/forms.ts';
import { ivColumn, STATS } from '../sale/ivs.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { formatPrice } from '../sale/price.ts';
import type { AnySale } from '../sale/sale.ts';
import { formatDate } from '../shared/dates.ts';
import { activeFilters, filterTitle } from './filter-labels.ts';
import type { MarketFilters } from './market-search-params.ts';
import { priceEnds } from './price-position.ts';

const isNarrowed = (filters: MarketFilters) => activeFilters(filters).length > 0;

/** Title of Market History, of what it is narrowed to. */
export const marketTitle = (kind: SaleKind, filters: MarketFilters): string =>
  isNarrowed(filters) ? filterTitle(kind, filters) : 'Market History';

/** Title of the page of a name, of what it is narrowed to; the name itself may stand among the filters. */
export const nameTitle = (kind: SaleKind, name: string, filters: MarketFilters): string =>
  filterTitle(kind, { ...filters, name, exact: true });

/** Sales with the ends of their prices: `11 sales, 400,000 to 2,100,000 PD`. */
export function salesSummary({ sales, low, high }: { sales: number; low: number; high: number }): string {
  if (sales === 0) return 'no sales';
  if (sales === 1) return `1 sale, ${formatPrice(low)} PD`;
  return `${sales.toLocaleString('en-US')} sales, ${priceEnds(low, high)}`;
}

/** What a sale sold: `Shiny Adamant Vulpix (Alola)`, `Master Ball`. */
export function saleSubject(sale: AnySale): string {
  if (sale.kind === 'item') return sale.item_name;
  const form = sale.form === NORMAL_FORM ? null : `(${sale.form})`;
  return [sale.is_shiny ? 'Shiny' : null, sale.nature, sale.pokemon_name, form].filter(Boolean).join(' ');
}

/** Title of a sale's own page. */
export const saleTitle = (sale: AnySale): string =>
  `${saleSubject(sale)} sold for ${formatPrice(sale.price)} PD on ${formatDate(sale.date_sold)}`;

/** The traits of a sale in one sentence; null for an item, which has none. */
export function traitSummary(sale: AnySale): string | null {
  if (sale.kind === 'item') return null;
  const spread = STATS.map((stat) => sale[ivColumn(stat)]).join('/');
  return `Ability ${sale.ability}, IVs ${spread}, hidden power ${sale.hidden_power}.`;
}
