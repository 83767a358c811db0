import type { ChartPoint } from '../../contract/market/market.ts';
import type { Stat } from '../../contract/sale/ivs.ts';
import { capitalised } from '../../contract/shared/text.ts';

/** One dot: a sale, or the median sale of a day with the range of its prices. */
export type CardDot = Pick<ChartPoint, 'date' | 'price' | 'low' | 'high' | 'sale_id'>;

/** `All sales of this name, last 90 days, by day`; null when the dots are the sales that the sentences are about. */
export function dotsLabel({
  days,
  dots,
  isWholeName,
}: Pick<Card, 'days' | 'dots' | 'isWholeName'>): string | null {
  const isByDay = dots.some(({ sale_id }) => sale_id === undefined);
  const parts = [
    ...(isWholeName ? ['all sales of this name'] : []),
    ...(days === null ? [] : [`last ${days} days`]),
    ...(days !== null && isByDay ? ['by day'] : []),
  ];
  const text = parts.join(', ');
  return text === '' ? null : capitalised(text);
}

/** Everything that a card and an embedded chart show. */
export interface Card {
  /** A short line above the title: `Pokemon`, `Price check`. */
  overline: string;
  title: string;
  /** The name whose initial is drawn, and its type, which colours the disc; null without a name. */
  mark: { name: string; type: string | null } | null;
  spread: Partial<Record<Stat, number>>;
  /** The price of a sale in PD. */
  price: number | null;
  /** The answer, in sentences; the first is the most important. */
  sentences: string[];
  dots: CardDot[];
  /** What the dots are prices of. */
  charted: string;
  /** The days that the dots are limited to; null for all sales. */
  days: number | null;
  /** Whether the dots are all sales of the name, and the sentences about those of them that are similar. */
  isWholeName: boolean;
  /** A dot to highlight, by the id of its sale. */
  highlighted: number | null;
  /** A price to mark, in PD. */
  markedPrice: number | null;
  /** Whether the site shows generated sales. */
  isDemo: boolean;
  /** The current day, in UTC. */
  date: string;
  /** The page that the card is about, relative to the site. */
  page: string;
  /** Where the card and its chart are, relative to the site. */
  card: string;
  embed: string;
}
