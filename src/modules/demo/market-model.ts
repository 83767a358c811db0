import { NATURES } from '../../contract/sale/natures.ts';
import { perfectIvs } from '../../contract/sale/spreads.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { Traits } from '../sales/drafts.ts';
import { Random, seedOf } from './random.ts';

/** What a species or an item is worth on the generated market; depends only on its name. */
export interface Valuation {
  /** Base price in Pokedollars, without bonuses for traits. */
  base: number;
  /** The natures that buyers want; empty for an item. */
  natures: readonly string[];
}

/** The most popular names, in this order; all others follow in random order. */
export const FAVOURITES: readonly string[] = `
  Garchomp, Ditto, Gyarados, Dragonite, Tyranitar, Gengar, Scizor, Volcarona, Arcanine, Metagross, Breloom, Milotic,
  Chandelure, Gastrodon, Eevee, Rotom, Conkeldurr, Lucario, Choice Band, Leftovers, Rare Candy, Life Orb, Choice Scarf,
  Master Ball, Focus Sash, Everstone, Power Bracer, Nugget, Choice Specs, Lucky Egg, PP Up, Heart Scale, Leppa Berry
`
  .trim()
  .split(/,\s+/);

/** Base prices in Pokedollars, before names differ; for items by category. */
const POKEMON_BASE = 6_000;
const ITEM_BASE: Record<string, number> = {
  ball: 2_000,
  berry: 900,
  evolution: 20_000,
  field: 3_000,
  held: 60_000,
  medicine: 1_500,
  training: 15_000,
  valuable: 12_000,
};

/** Price factors: for each perfect IV, for a wanted nature, for a shiny. */
const FACTOR = { perfectIv: 1.6, nature: 1.7, shiny: 10 };
/** Standard deviation of the logarithm of prices, between names and between sales of one name. */
const SPREAD = { names: 0.8, sales: 0.22 };
const YEARLY_INFLATION = 0.1;

/** Natures that raise one stat and lower another. */
const EFFECTIVE_NATURES = NATURES.filter(({ plus }) => plus !== null).map(({ name }) => name);

export function pokemonValuation(name: string): Valuation {
  const random = new Random(seedOf(name));
  const base = POKEMON_BASE * Math.exp(SPREAD.names * random.normal());
  return { base, natures: [random.pick(EFFECTIVE_NATURES), random.pick(EFFECTIVE_NATURES)] };
}

/** The valuation of an item, whose category determines the typical price. */
export function itemValuation({ name, category }: { name: string; category: string | null }): Valuation {
  const random = new Random(seedOf(name));
  const base = ITEM_BASE[category ?? ''] ?? 5_000;
  return { base: base * Math.exp(SPREAD.names * random.normal()), natures: [] };
}

/** Rounds to three significant digits, as people do. */
function rounded(price: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(price, 1))) - 2);
  return Math.min(LIMITS.price.max, Math.max(LIMITS.price.min, Math.round(price / unit) * unit));
}

/**
 * A random price in Pokedollars, log-normal around the value that name, traits and age give.
 *
 * @param age days before today
 * @param traits null for an item
 */
export function priceOf(valuation: Valuation, age: number, traits: Traits | null, random: Random): number {
  const perfectIvFactor = traits ? FACTOR.perfectIv ** perfectIvs(traits.ivs) : 1;
  const natureFactor = traits && valuation.natures.includes(traits.nature) ? FACTOR.nature : 1;
  const shinyFactor = traits?.is_shiny ? FACTOR.shiny : 1;
  const ageFactor = Math.exp((-YEARLY_INFLATION * age) / 365);
  return rounded(
    valuation.base *
      perfectIvFactor *
      natureFactor *
      shinyFactor *
      ageFactor *
      Math.exp(SPREAD.sales * random.normal()),
  );
}
