import type { SortOrder } from '../sale/sale.ts';
import type { MarketOrder, MarketSort } from './market-search-params.ts';

const LABELS: Record<MarketSort, Record<SortOrder, string>> = {
  name: { asc: 'A to Z', desc: 'Z to A' },
  price: { asc: 'Cheapest first', desc: 'Most expensive first' },
  date_sold: { asc: 'Oldest first', desc: 'Newest first' },
};

export const orderLabel = ({ sort, order }: MarketOrder): string => LABELS[sort][order];
