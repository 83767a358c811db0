import { TRAITS, type Trait, type TraitFigures } from '../../../contract/market/trait-worth.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { foldCase } from '../../../contract/shared/text.ts';
import { nearestPairs, type Pair } from './nearest-pairs.ts';
import { passing, signTest } from './sign-test.ts';

export const PERFECT = '31';
export const IMPERFECT = 'less';

/** A sale of the name, as it is compared. */
export interface TraitSale {
  sale_id: number;
  price: number;
  day: number;
  /** The value of each trait; IVs are `PERFECT` or `IMPERFECT`. */
  traits: Readonly<Record<Trait, string>>;
  held_item: string | null;
}

/** The value of a trait whose worth is asked for; `other` as in `TraitFigures`. */
interface Comparison {
  trait: Trait;
  value: string;
  other: string | null;
}

/** Newest first, so that the result does not depend on the order in which sales are read. */
const newestFirst = (a: TraitSale, b: TraitSale): number => b.day - a.day || b.sale_id - a.sale_id;

const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Numbers the distinct values of a list in the order of their first use. */
function numbered(values: readonly string[]): { codes: number[]; size: number } {
  const known = new Map<string, number>();
  const codes = values.map((value) => {
    const code = known.get(value) ?? known.size;
    known.set(value, code);
    return code;
  });
  return { codes, size: known.size };
}

/**
 * Groups sales that are equal in every trait except one, and in the held item. The key of a sale is one number, with a
 * digit for each trait, from which the digit of the trait is taken away.
 */
function groupsExcept(sales: readonly TraitSale[]): (trait: Trait) => TraitSale[][] {
  const held = numbered(sales.map(({ held_item }) => held_item ?? ''));
  const keys = [...held.codes];
  let weight = held.size;
  const digits = new Map<Trait, { codes: number[]; weight: number }>();
  for (const trait of TRAITS) {
    const { codes, size } = numbered(sales.map(({ traits }) => traits[trait]));
    for (const [at, code] of codes.entries()) keys[at] = (keys[at] ?? 0) + code * weight;
    digits.set(trait, { codes, weight });
    weight *= size;
  }
  return (trait) => {
    const { codes = [], weight: own = 0 } = digits.get(trait) ?? {};
    const groups = new Map<number, TraitSale[]>();
    for (const [at, sale] of sales.entries()) {
      const key = (keys[at] ?? 0) - (codes[at] ?? 0) * own;
      const group = groups.get(key);
      if (group) group.push(sale);
      else groups.set(key, [sale]);
    }
    return [...groups.values()].filter((group) =>
      group.some((sale) => sale.traits[trait] !== group[0]?.traits[trait]),
    );
  };
}

/**
 * The values of a trait that are compared, each with every other one. Of only two values, the rarer one is compared:
 * the other comparison would be its mirror image.
 */
function comparisonsOf(trait: Trait, sales: readonly TraitSale[]): Comparison[] {
  if (trait === 'is_shiny') return [{ trait, value: 'true', other: 'false' }];
  if (trait.endsWith('_iv')) return [{ trait, value: PERFECT, other: IMPERFECT }];
  const counts = new Map<string, number>();
  for (const { traits } of sales) counts.set(traits[trait], (counts.get(traits[trait]) ?? 0) + 1);
  const values = [...counts].toSorted(([a, some], [b, more]) => some - more || textOrder(a, b));
  const [rarer, other] = values;
  if (rarer && other && values.length === 2) return [{ trait, value: rarer[0], other: other[0] }];
  return values.map(([value]) => ({ trait, value, other: null }));
}

type TraitPair = Pair<TraitSale>;

/** Differences are rounded to a hundredth of a percent. */
const PRECISION = 10_000;

/** The difference of a pair: 0.15 when the sale with the value has a price that is 15 % higher. */
export const differenceOf = (pair: TraitPair): number =>
  Math.round((pair.with.price / pair.without.price - 1) * PRECISION) / PRECISION;

function pairsIn(
  groups: readonly TraitSale[][],
  { trait, value }: Pick<Comparison, 'trait' | 'value'>,
): TraitPair[] {
  const has = ({ traits }: TraitSale) => traits[trait] === value;
  return nearestPairs(
    groups.filter((group) => group.some(has)),
    has,
  );
}

/**
 * The pairs of sales that differ in one trait alone, where one has the value (docs/trait-worth.md), in any case.
 * Each sale is in at most one of them. The order of the sales does not matter.
 */
export function pairsOf(
  sales: readonly TraitSale[],
  { trait, value }: Pick<Comparison, 'trait' | 'value'>,
): TraitPair[] {
  const key = foldCase(value);
  const stored = sales.find(({ traits }) => foldCase(traits[trait]) === key);
  if (!stored) return [];
  return pairsIn(groupsExcept(sales.toSorted(newestFirst))(trait), { trait, value: stored.traits[trait] });
}

/** Both ends of the middle half, in a sorted list: values of the list, as `percentile_disc` picks them. */
const quarters = (sorted: readonly number[]): [number, number] => {
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
  return [at(0.25), at(0.75)];
};

function figuresOf(comparison: Comparison, pairs: readonly TraitPair[]) {
  const dearer = pairs.filter((pair) => pair.with.price > pair.without.price).length;
  const cheaper = pairs.filter((pair) => pair.with.price < pair.without.price).length;
  const differences = pairs.map(differenceOf).toSorted((a, b) => a - b);
  const [half_from, half_to] = quarters(differences);
  const p = signTest(dearer, cheaper);
  const figures = { ...comparison, pairs: pairs.length, dearer, cheaper, half_from, half_to, differences };
  return { figures, p, throws: dearer + cheaper };
}

/** The comparisons of a name that have enough pairs. */
function* comparedIn(all: readonly TraitSale[]): Generator<{ comparison: Comparison; pairs: TraitPair[] }> {
  const sales = all.toSorted(newestFirst);
  const groupsOf = groupsExcept(sales);
  for (const trait of TRAITS) {
    const groups = groupsOf(trait);
    for (const comparison of comparisonsOf(trait, sales)) {
      const pairs = pairsIn(groups, comparison);
      if (pairs.length >= LIMITS.traitWorth.minPairs) yield { comparison, pairs };
    }
  }
}

/** Whether any trait has enough pairs. More sales can only add pairs, so this stays true with them. */
export const hasPairs = (sales: readonly TraitSale[]): boolean => !comparedIn(sales).next().done;

/**
 * What each trait of a name is worth, by pairs of sales that differ in it alone, the surest first. Traits with fewer than
 * `LIMITS.traitWorth.minPairs` pairs are left out.
 */
export function traitWorth(sales: readonly TraitSale[]): TraitFigures[] {
  const tests = Array.from(comparedIn(sales), ({ comparison, pairs }) => figuresOf(comparison, pairs));
  const sure = passing(tests, LIMITS.traitWorth.claimLevel);
  return tests
    .toSorted((a, b) => a.p - b.p || b.figures.pairs - a.figures.pairs)
    .map((test): TraitFigures => {
      const { figures, p: p_value } = test;
      const direction = figures.dearer > figures.cheaper ? 'dearer' : 'cheaper';
      return { ...figures, p_value, claim: sure.has(test) ? direction : null };
    });
}
