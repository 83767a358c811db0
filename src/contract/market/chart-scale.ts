import { DAY_MS, dayDate, formatDate } from '../shared/dates.ts';
import type { ChartScale } from './market-search-params.ts';

/** Scales, domains and ticks of a chart, whose days are numbers (`dayNumber`). */

/** Prices that span more than this factor use a logarithmic scale. */
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

/** Maps a value from a domain to a range, on a linear or logarithmic scale. */
export function place(value: number, [from, to]: Domain, [start, end]: Domain, log = false): number {
  const scaled = log ? Math.log10 : (x: number) => x;
  return start + ((scaled(value) - scaled(from)) / (scaled(to) - scaled(from))) * (end - start);
}

/** The given steps times each power of ten, limited to the domain: 1, 2, 5, 10, 20, 50, … */
function roundNumbers([from, to]: Domain, steps: readonly number[]): number[] {
  const first = Math.floor(Math.log10(from));
  const last = Math.ceil(Math.log10(to));
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i))
    .flatMap((power) => steps.map((step) => step * power))
    .filter((value) => value >= from && value <= to);
}

/** The smallest whole number of the form 1, 2, 2.5 or 5 × 10ⁿ that is at least `atLeast`. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(atLeast)));
  const steps = [1, 2, 2.5, 5, 10].map((step) => step * power).filter(Number.isInteger);
  return steps.find((step) => step >= atLeast) ?? 10 * power;
}

const MAX_TICKS = 6;

function linearTicks([from, to]: Domain): number[] {
  const step = roundStep((to - from) / (MAX_TICKS - 1));
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** Within each power of ten as many as have room; for wide domains only every second or third power, and so on. */
function logTicks(domain: Domain): number[] {
  const dense = roundNumbers(domain, [1, 2, 5]);
  if (dense.length < 3) return linearTicks(domain);
  const powers = roundNumbers(domain, [1]);
  const choices = [dense, roundNumbers(domain, [1, 3]), powers];
  const every = (step: number) => powers.filter((power) => Math.round(Math.log10(power)) % step === 0);
  return choices.find((ticks) => ticks.length <= MAX_TICKS) ?? every(Math.ceil(powers.length / MAX_TICKS));
}

/** The scale for prices from `low` to `high`, with a margin around them and ticks at round numbers. */
export function priceScale(low: number, high: number, scale: ChartScale = 'auto'): PriceScale {
  if (scale === 'log' || (scale === 'auto' && high / low > LOG_FACTOR)) {
    const domain: Domain = [low * 0.8, high * 1.25];
    return { domain, log: true, ticks: logTicks(domain) };
  }
  const margin = Math.max((high - low) * 0.1, high * 0.05, 1);
  const domain: Domain = [Math.max(0, low - margin), high + margin];
  return { domain, log: false, ticks: linearTicks(domain) };
}

const dateParts = (day: number) => formatDate(dayDate(day)).split(' ');
const dayAndMonth = (day: number) => dateParts(day).slice(0, 2).join(' ');
const monthAndYear = (day: number) => dateParts(day).slice(1).join(' ');

/** The first day of every `step`-th month in the domain, counted from January of year 0. */
function monthStarts([from, to]: Domain, step: number): number[] {
  const start = new Date(from * DAY_MS);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
  return Array.from({ length: Math.ceil((to - from) / 28) + 1 }, (_, i) => first + i)
    .filter((month) => month % step === 0)
    .map((month) => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS)
    .filter((day) => day >= from && day <= to);
}

/** How many days of an axis a label takes, with the gap after it: of a day (`30 Nov`), and of a month (`Nov 2026`). */
export interface LabelDays {
  day: number;
  month: number;
}

const isApart = (ticks: readonly number[], least: number): boolean =>
  ticks.every((at, i) => i === 0 || at - (ticks[i - 1] ?? at) >= least);

/**
 * Ticks for a range of days whose labels do not touch: at days for short ranges, at months for long ones. They are as many as
 * have room, but at least the two ends.
 */
export function dayTicks(domain: Domain, labels: LabelDays): Tick[] {
  const [from, to] = domain;
  const days = to - from;
  if (days <= 120) {
    const step = [1, 2, 7, 14, 30, 60].find((n) => n >= labels.day && n <= days) ?? Math.max(1, days);
    const count = Math.floor(days / step) + 1;
    return Array.from({ length: count }, (_, i) => to - i * step)
      .reverse()
      .map((at) => ({ at, label: dayAndMonth(at) }));
  }
  const steps = [1, 3, 6, 12, 24, 60, 120, 240].map((step) => monthStarts(domain, step));
  const fitting = steps.find((starts) => starts.length > 1 && isApart(starts, labels.month)) ?? domain;
  return fitting.map((at) => ({ at, label: monthAndYear(at) }));
}

/** Ticks of prices differ by at least 2%, so this many decimals tell them apart: `1.15m`, `1.175m`. */
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 3 });

/** A price abbreviated for a tick label: `1.5m`, `400k`. */
export const shortPrice = (price: number): string => compact.format(price).toLowerCase();
