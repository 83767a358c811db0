/** The shape of a chart: where values stand and which get a tick. Days are counted from 1 January 1970, UTC. */

const DAY_MS = 86_400_000;

/** Prices that span more than this factor stand on a logarithmic scale (UX.md "Market History"). */
const LOG_FACTOR = 20;

export type Domain = readonly [from: number, to: number];

export interface PriceScale {
  domain: Domain;
  log: boolean;
  ticks: number[];
}

export interface Tick {
  at: number;
  label: string;
}

/** The number of a `YYYY-MM-DD`. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Where a value stands between two places, on a linear or logarithmic scale. */
export function place(value: number, [from, to]: Domain, [start, end]: Domain, log = false): number {
  const of = log ? Math.log10 : (x: number) => x;
  return start + ((of(value) - of(from)) / (of(to) - of(from))) * (end - start);
}

/** 1, 2, 5, 10, 20, 50, … up to `to`, from `from` on. */
function roundNumbers([from, to]: Domain, steps: readonly number[]): number[] {
  const first = Math.floor(Math.log10(from));
  const last = Math.ceil(Math.log10(to));
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i))
    .flatMap((power) => steps.map((step) => step * power))
    .filter((value) => value >= from && value <= to);
}

/** The smallest whole number of 1, 2, 2.5, 5 × 10ⁿ that is at least this much. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(atLeast)));
  const steps = [1, 2, 2.5, 5, 10].map((step) => step * power).filter(Number.isInteger);
  return steps.find((step) => step >= atLeast) ?? 10 * power;
}

const MOST_TICKS = 6;

/** The scale for prices from `low` to `high`: some air around them, ticks at round numbers. */
export function priceScale(low: number, high: number): PriceScale {
  if (high / low > LOG_FACTOR) {
    const domain: Domain = [low * 0.8, high * 1.25];
    const dense = roundNumbers(domain, [1, 2, 5]);
    return { domain, log: true, ticks: dense.length > MOST_TICKS ? roundNumbers(domain, [1]) : dense };
  }
  const air = Math.max((high - low) * 0.1, high * 0.05, 1);
  const domain: Domain = [Math.max(0, low - air), high + air];
  const step = roundStep((domain[1] - domain[0]) / (MOST_TICKS - 1));
  const first = Math.ceil(domain[0] / step);
  const count = Math.floor(domain[1] / step) - first + 1;
  return { domain, log: false, ticks: Array.from({ length: count }, (_, i) => (first + i) * step) };
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const dateOf = (day: number) => new Date(day * DAY_MS);
const dayAndMonth = (day: number) => `${dateOf(day).getUTCDate()} ${monthName.format(dateOf(day))}`;
const monthAndYear = (day: number) => `${monthName.format(dateOf(day))} ${dateOf(day).getUTCFullYear()}`;

/** First days of every `step`-th month, counted from January of the year 0. */
function monthStarts([from, to]: Domain, step: number): number[] {
  const start = dateOf(from);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
  return Array.from({ length: Math.ceil((to - from) / 28) + 1 }, (_, i) => first + i)
    .filter((month) => month % step === 0)
    .map((month) => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS)
    .filter((day) => day >= from && day <= to);
}

/** At most `most` ticks for a range of days: days for short ranges, months for long ones. */
export function dayTicks(domain: Domain, most: number): Tick[] {
  const [from, to] = domain;
  const days = to - from;
  if (days <= 120) {
    const step = [1, 2, 7, 14, 30].find((n) => days / n < most) ?? 60;
    const count = Math.floor(days / step) + 1;
    return Array.from({ length: count }, (_, i) => to - i * step)
      .reverse()
      .map((at) => ({ at, label: dayAndMonth(at) }));
  }
  const steps = [1, 3, 6, 12, 24, 60].map((step) => monthStarts(domain, step));
  const fitting = steps.find((starts) => starts.length <= most) ?? [];
  return fitting.map((at) => ({ at, label: monthAndYear(at) }));
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** A price as short as a tick needs it: `1.5m`, `400k`. */
export const shortPrice = (price: number): string => compact.format(price).toLowerCase();
