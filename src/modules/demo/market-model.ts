import { perfectIvs, type Spread } from '../../contract/sale/ivs.ts';
import { NATURES } from '../../contract/sale/natures.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { Random, seedOf } from './random.ts';

/** What the generated market thinks of a species or an item; depends on its name alone. */
export interface Taste {
  /** Price of a plain one, in Pokedollars. */
  base: number;
  /** The natures that buyers want; none for an item. */
  natures: readonly string[];
}

/** What is sold most, before everything that chance puts in order. */
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

/** How much a price grows: each perfect IV, a nature that fits, a shiny. */
const FACTOR = { perfectIv: 1.6, nature: 1.7, shiny: 10 };
/** Deviation of the logarithm: between names, and between sales of the same thing. */
const SPREAD = { names: 0.8, sales: 0.22 };
/** How much cheaper a year ago was. */
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
  /** Of a pokemon. */
  traits?: { ivs: Spread; nature: string; is_shiny: boolean } | undefined;
}

/** Prices as people make them: three digits, then noughts. */
function rounded(price: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(price, 1))) - 2);
  return Math.min(LIMITS.price.max, Math.max(LIMITS.price.min, Math.round(price / unit) * unit));
}

/** A log-normal price around what the taste, the traits and the time make of it. */
export function priceOf({ taste, age, traits }: Offer, random: Random): number {
  const perfection = traits ? FACTOR.perfectIv ** perfectIvs(traits.ivs) : 1;
  const fit = traits && taste.natures.includes(traits.nature) ? FACTOR.nature : 1;
  const shine = traits?.is_shiny ? FACTOR.shiny : 1;
  const time = Math.exp((-YEARLY * age) / 365);
  return rounded(taste.base * perfection * fit * shine * time * Math.exp(SPREAD.sales * random.normal()));
}
