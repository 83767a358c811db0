import type { Stat } from '../../contract/sale/ivs.ts';

/** One dot: a sale, or the median sale of a day with the range of its prices. */
export interface CardDot {
  /** `YYYY-MM-DD` */
  date: string;
  price: number;
  low: number;
  high: number;
  /** The id of a single sale. */
  sale_id?: number | undefined;
}

/** `Last 90 days`, and whether each dot is a day; null when the dots are all sales. */
export function windowLabel({ days, dots }: Pick<Card, 'days' | 'dots'>): string | null {
  if (days === null) return null;
  const isByDay = dots.some(({ sale_id }) => sale_id === undefined);
  return `Last ${days} days${isByDay ? ', by day' : ''}`;
}

/** Everything that a card and an embedded chart show. */
export interface Card {
  /** A short line above the title: `Pokemon`, `Price check`. */
  overline: string;
  title: string;
  /** The name whose initial is drawn, and its type, which colours the disc; null without a name. */
  mark: { name: string; type: string | null } | null;
  /** The known IVs. */
  spread: Partial<Record<Stat, number>>;
  /** The price of a sale in PD. */
  price: number | null;
  /** The answer, in sentences; the first is the most important. */
  sentences: string[];
  dots: CardDot[];
  /** The days that the dots are limited to; null for all sales. */
  days: number | null;
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
