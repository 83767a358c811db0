import type { TraitFigures } from '../../../../src/contract/market/trait-worth.ts';
import { STATS, type Stat } from '../../../../src/contract/sale/ivs.ts';
import { natureLabel } from '../../../../src/contract/sale/natures.ts';
import { counted, formatNumber } from '../../../../src/contract/shared/plural.ts';

const STAT_NAMES: Record<Stat, string> = {
  hp: 'HP',
  atk: 'Attack',
  def: 'Defense',
  spatk: 'Special Attack',
  spdef: 'Special Defense',
  speed: 'Speed',
};

const statOf = (trait: string): Stat | undefined => STATS.find((stat) => trait === `${stat}_iv`);

type Compared = Pick<TraitFigures, 'trait' | 'value' | 'other'>;

/** What one sale of each pair has: `Speed 31`, `Shiny`, `Jolly`. */
export function traitLabel({ trait, value }: Pick<Compared, 'trait' | 'value'>): string {
  const stat = statOf(trait);
  if (stat) return `${STAT_NAMES[stat]} ${value}`;
  if (trait === 'is_shiny') return 'Shiny';
  return trait === 'nature' ? natureLabel(value) : value;
}

/** What the other has: `less`, `not shiny`, `another nature`, `Sand Veil`. */
export function otherLabel({ trait, other }: Compared): string {
  if (trait === 'is_shiny') return 'not shiny';
  if (other === null) return `another ${trait}`;
  return trait === 'nature' ? natureLabel(other) : other;
}

/** `+15%`, `−30%`, `±0%`; below one percent with a decimal. Nothing is sold for nothing, so the lowest is `−99%`. */
export function differenceText(difference: number): string {
  const percent = Math.abs(Math.max(difference, -0.99)) * 100;
  const digits = percent < 0.95 ? 1 : 0;
  const number = percent.toLocaleString('en-US', { maximumFractionDigits: digits });
  const sign = number === '0' ? '±' : difference > 0 ? '+' : '−';
  return `${sign}${number}%`;
}

function halfText({ half_from, half_to }: TraitFigures): string {
  const [from, to] = [differenceText(half_from), differenceText(half_to)];
  return from === to
    ? `at least half of the differences are ${from}`
    : `at least half of the differences are between ${from} and ${to}`;
}

const partText = (part: number, whole: number): string =>
  part === whole ? 'all' : part === 0 ? 'none' : formatNumber(part);

/**
 * The pairs of a trait in a sentence: `14 pairs, dearer in 12 of them; at least half of the differences are between
 * +15% and +70%.` Where the differences may be chance, only the counts.
 */
export function pairsSummary(figures: TraitFigures): string {
  const { pairs, dearer, cheaper, claim } = figures;
  const all = counted(pairs, 'pair');
  if (claim !== null)
    return `${all}, ${claim} in ${partText(figures[claim], pairs)} of them; ${halfText(figures)}.`;
  if (dearer + cheaper === 0) return `${all}, all at equal prices.`;
  if (dearer === pairs || cheaper === pairs)
    return `${dearer === pairs ? 'Higher' : 'Lower'} price in all ${all}; this may be chance.`;
  const higher = `Higher price in ${partText(dearer, pairs)} of ${all}`;
  return `${higher}, lower in ${partText(cheaper, pairs)}; this may be chance.`;
}

/** What the band of a strip is: `Middle half of the differences: +15% to +70%.` */
export function halfSummary({ half_from, half_to }: TraitFigures): string {
  const ends = [...new Set([half_from, half_to].map(differenceText))];
  return `Middle half of the differences: ${ends.join(' to ')}.`;
}

/** How sure it is: `Chance alone is at least this uneven in 1.3% of cases.` */
export function chanceSummary({ p_value }: TraitFigures): string {
  const percent = p_value * 100;
  const digits = percent < 9.95 ? 1 : 0;
  const number = percent.toLocaleString('en-US', { maximumFractionDigits: digits });
  return `Chance alone is at least this uneven in ${percent < 0.1 ? 'less than 0.1' : number}% of cases.`;
}
