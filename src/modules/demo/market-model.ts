import { perfectIvs, type Spread } from '../../contract/sale/ivs.ts';
import { NATURES } from '../../contract/sale/natures.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { Random, seedOf } from './random.ts';

/** How the generated market values a species or an item; depends only on its name. */
export interface Taste {
  /** Base price in Pokedollars, without bonuses for traits. */
  base: number;
  /** The natures that buyers want; empty for an item. */
  natures: readonly string[];
}

/** The most popular names, in this order; all others follow in random order. */
export const FAVOURITES: readonly string[] = [
  ...['Garchomp', 'Ditto', 'Gyarados', 'Dragonite', 'Tyranitar', 'Gengar', 'Scizor', 'Volcarona', 'Arcanine'],
  ...[
    'Metagross',
    'Breloom',
    'Milotic',
    'Chandelure',
    'Gastrodon',
    'Eevee',
    'Rotom',
    'Conkeldurr',
    'Lucario',
  ],
  ...['Choice Band', 'Leftovers', 'Rare Candy', 'Life Orb', 'Choice Scarf', 'Master Ball', 'Focus Sash'],
  ...[
    'Everstone',
    'Power Bracer',
    'Nugget',
    'Choice Specs',
    'Lucky Egg',
    'PP Up',
    'Heart Scale',
    'Leppa Berry',
  ],
];

const PLAIN_POKEMON = 6_000;
const PLAIN_ITEM: Record<string, number> = {
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
/** Inflation per year. */
const YEARLY = 0.1;

const USEFUL = NATURES.filter(({ plus }) => plus !== null).map(({ name }) => name);

export function tasteInPokemon(name: string): Taste {
  const random = new Random(seedOf(name));
  const base = PLAIN_POKEMON * Math.exp(SPREAD.names * random.normal());
  return { base, natures: [random.pick(USEFUL), random.pick(USEFUL)] };
}

export function tasteInItem({ name, category }: { name: string; category: string | null }): Taste {
  const random = new Random(seedOf(name));
  const plain = PLAIN_ITEM[category ?? ''] ?? 5_000;
  return { base: plain * Math.exp(SPREAD.names * random.normal()), natures: [] };
}

export interface Offer {
  taste: Taste;
  /** Days before today. */
  age: number;
  /** Set for a pokemon. */
  traits?: { ivs: Spread; nature: string; is_shiny: boolean } | undefined;
}

/** Rounds to three significant digits, as people do. */
function rounded(price: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(price, 1))) - 2);
  return Math.min(LIMITS.price.max, Math.max(LIMITS.price.min, Math.round(price / unit) * unit));
}

/** A log-normal price around the value given by taste, traits and age. */
export function priceOf({ taste, age, traits }: Offer, random: Random): number {
  const perfection = traits ? FACTOR.perfectIv ** perfectIvs(traits.ivs) : 1;
  const fit = traits && taste.natures.includes(traits.nature) ? FACTOR.nature : 1;
  const shine = traits?.is_shiny ? FACTOR.shiny : 1;
  const time = Math.exp((-YEARLY * age) / 365);
  return rounded(taste.base * perfection * fit * shine * time * Math.exp(SPREAD.sales * random.normal()));
}
