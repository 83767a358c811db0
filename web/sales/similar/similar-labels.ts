import { ANY, type PriceCheck } from '../../../src/contract/market/price-check-search-params.ts';
import { comparableTraits, type SimilarityTrait } from '../../../src/contract/market/similarity.ts';
import { STAT_LABELS, STATS, type Stat } from '../../../src/contract/sale/ivs.ts';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import { natureLabel } from '../../../src/contract/sale/natures.ts';
import type { AnySale } from '../../../src/contract/sale/sale.ts';
import type { PartialSpread } from '../../../src/contract/sale/spreads.ts';
import { DAY_MS } from '../../../src/contract/shared/dates.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { andList } from '../../../src/contract/shared/lists.ts';
import { counted, formatNumber } from '../../../src/contract/shared/plural.ts';
import { serverToday } from '../../lib/clock.ts';
import { summarise } from '../sale-summary.ts';

/** What other sales are compared with; empty and null fields are unknown. */
export interface Compared extends Omit<PriceCheck, 'spread' | 'without'> {
  kind: SaleKind;
  /** `YYYY-MM-DD`; null for a sale that has not taken place. */
  dateSold: string | null;
  spread: PartialSpread;
}

/** Compares other sales with a stored one. */
export function comparedOf(sale: AnySale): Compared {
  const { price, dateSold, traits } = summarise(sale);
  const { spread, nature, ability, form, shiny } = traits ?? ANY;
  const named = { nature: nature ?? '', ability: ability ?? '', form };
  return { kind: sale.kind, price, dateSold, spread, minPerfectIvs: null, ...named, shiny };
}

const knownStats = (spread: PartialSpread): Stat[] =>
  STATS.filter((stat) => typeof spread[stat] === 'number');

/** The traits of it that can be compared. */
export function knownTraits(compared: Compared): SimilarityTrait[] {
  const ivs = knownStats(compared.spread).length > 0 || compared.minPerfectIvs !== null || null;
  return comparableTraits({ ...compared, ivs });
}

/** Whether sales are listed newest first, because at most their time is compared, with today. */
export const isNewestFirst = (compared: Compared, without: readonly SimilarityTrait[]): boolean =>
  knownTraits(compared).every(
    (trait) => without.includes(trait) || (trait === 'time' && compared.dateSold === null),
  );

/** More differing IVs are not listed. */
const NAMED_IVS = 3;

const perfectAmong = (spread: PartialSpread, stats: readonly Stat[]): number =>
  stats.filter((stat) => spread[stat] === LIMITS.iv.max).length;

/** `2 fewer perfect IVs`; when there are enough of them, the IVs that differ. */
function ivLabel(spread: PartialSpread, { spread: than, minPerfectIvs }: Compared): string {
  const stats = knownStats(than);
  const missing = Math.max((minPerfectIvs ?? 0) - perfectAmong(spread, STATS), 0);
  const more = perfectAmong(spread, stats) - perfectAmong(than, stats) || -missing;
  if (more !== 0) return `${counted(Math.abs(more), `${more > 0 ? 'more' : 'fewer'} perfect IV`)}`;
  const others = stats.filter((stat) => spread[stat] !== than[stat]);
  if (others.length > NAMED_IVS) return 'Other IVs';
  return others.map((stat) => `${STAT_LABELS[stat]} ${spread[stat] ?? 'x'}`).join(', ');
}

const [MONTH, YEAR] = [30.44, 365.25];

function spanLabel(days: number): string {
  if (days < 2 * MONTH) return counted(days, 'day');
  if (days < 2 * YEAR) return counted(Math.round(days / MONTH), 'month');
  return counted(Math.floor(days / YEAR), 'year');
}

/** The time between two days: `8 months earlier`; compared with today `8 months ago`. */
function timeLabel(day: string, than: string | null): string {
  const days = Math.round((Date.parse(day) - Date.parse(than ?? serverToday())) / DAY_MS);
  const span = spanLabel(Math.abs(days));
  if (than === null) return `${span} ago`;
  return days < 0 ? `${span} earlier` : `${span} later`;
}

/** The difference of a sale in one trait: `Jolly, not Adamant`. */
export function differenceLabel(trait: SimilarityTrait, sale: AnySale, from: Compared): string {
  const other = comparedOf(sale);
  switch (trait) {
    case 'ivs':
      return ivLabel(other.spread, from);
    case 'shiny':
      return other.shiny ? 'Shiny' : 'Not shiny';
    case 'time':
      return timeLabel(sale.date_sold, from.dateSold);
    case 'nature':
      return `${natureLabel(other.nature)}, not ${natureLabel(from.nature)}`;
    default:
      return `${other[trait]}, not ${from[trait]}`;
  }
}

/** `Same IVs, nature, ability and form`: level and held item are not compared, and traits can be left out. */
function sameLabel(like: Compared, sale: AnySale): string | null {
  const other = comparedOf(sale);
  const same = [
    STATS.every((stat) => other.spread[stat] === like.spread[stat]) && 'IVs',
    ...(['nature', 'ability', 'form'] as const).map((trait) => other[trait] === like[trait] && trait),
  ];
  const names = same.filter((name) => name !== false);
  return names.length > 0 ? `Same ${andList(names)}` : null;
}

/** The label of a sale without differences; null when hardly anything was compared. */
export function matchLabel(like: Compared, sale: AnySale): string | null {
  const described = like.dateSold === null;
  const days = `${LIMITS.similar.apartDays} days`;
  if (like.kind === 'item') return described ? `In the last ${days}` : `Within ${days} of it`;
  if (!described) return sameLabel(like, sale);
  return knownTraits(like).length > 1 ? 'As described' : null;
}

/** A price compared with another: `43% more`, `3.2 times as much`. */
export function priceDifference(price: number, than: number): string {
  const ratio = price / than;
  if (price === than) return 'Same price';
  if (ratio >= 2) {
    const times = ratio < 10 ? ratio.toFixed(1) : formatNumber(Math.round(ratio));
    return times === '2.0' ? 'Twice as much' : `${times.replace(/\.0$/, '')} times as much`;
  }
  const percent = Math.abs(ratio - 1) * 100;
  const shown = percent < 1 ? 'Under 1' : String(Math.min(99, Math.round(percent)));
  return `${shown}% ${ratio > 1 ? 'more' : 'less'}`;
}
