import { dayTicks, place, priceScale, shortPrice } from '../../../contract/market/chart-scale.ts';
import { dayNumber } from '../../../contract/shared/dates.ts';
import type { Card, CardDot } from '../card.ts';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A dot; several sales of a day also have a line from the lowest to the highest price. */
export interface PlottedDot {
  x: number;
  y: number;
  low: number;
  high: number;
  dot: CardDot;
  /** Whether it is the sale that the card is about. */
  isHighlighted: boolean;
}

export interface Plot {
  dots: PlottedDot[];
  prices: { y: number; label: string }[];
  days: { x: number; label: string }[];
  /** The position of `Card.markedPrice`. */
  marked: number | null;
}

/** A chart shows at least this many days, so that the sales of one week do not look like those of a year. */
const LEAST_DAYS = 30;
const PRICE_TICKS = 4;

/** At most `most` of the ticks, at equal distances. */
const thinned = <T>(ticks: readonly T[], most: number): T[] => {
  const step = Math.ceil(ticks.length / most);
  return ticks.filter((_, index) => index % step === 0);
};

/** Where the dots and ticks of a card's chart are; null without dots. */
export function plotOf(card: Card, box: Box, dayLabels: number): Plot | null {
  const [first] = card.dots;
  if (!first) return null;
  const { markedPrice } = card;
  const marked = markedPrice === null ? [] : [markedPrice];
  const low = Math.min(...card.dots.map((dot) => dot.low), ...marked);
  const high = Math.max(...card.dots.map((dot) => dot.high), ...marked);
  const { domain, log, ticks } = priceScale(low, high);
  const today = dayNumber(card.date);
  const days = [Math.min(dayNumber(first.date), today - LEAST_DAYS), today] as const;
  const room = (days[1] - days[0]) / dayLabels;
  const toX = (day: number) => place(day, days, [box.left, box.right]);
  const toY = (price: number) => place(price, domain, [box.bottom, box.top], log);
  return {
    dots: card.dots.map((dot) => ({
      x: toX(dayNumber(dot.date)),
      y: toY(dot.price),
      low: toY(dot.low),
      high: toY(dot.high),
      dot,
      isHighlighted: dot.sale_id !== undefined && dot.sale_id === card.highlighted,
    })),
    prices: thinned(ticks, PRICE_TICKS).map((price) => ({ y: toY(price), label: shortPrice(price) })),
    days: dayTicks(days, { day: room, month: room }).map(({ at, label }) => ({ x: toX(at), label })),
    marked: markedPrice === null ? null : toY(markedPrice),
  };
}
