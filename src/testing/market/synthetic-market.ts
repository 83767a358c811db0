import type { Trait } from '../../contract/market/trait-worth.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import { recordOf } from '../../contract/shared/record.ts';
import { Random } from '../../modules/demo/random.ts';
import { IMPERFECT, PERFECT, type TraitSale } from '../../modules/market/traits/trait-worth.ts';

/** What a value of a trait adds to a price: 1.5 for half as much again. */
export interface Premium {
  trait: Trait;
  value: string;
  factor: number;
}

interface SyntheticMarket {
  seed: number;
  sales?: number;
  premiums?: readonly Premium[];
  /** How much prices scatter for no reason: the standard deviation of their logarithm. */
  scatter?: number;
  /** Changes the traits of a sale, for traits that go together. */
  adjust?: (traits: Record<Trait, string>, random: () => number) => void;
}

const DAYS = 365;
/** Prices fall by this factor in the time of the market, and swing every week. */
const DECLINE = 0.6;
const WEEKLY = 0.1;

/** The values of the named traits with their shares. */
const SHARES: Record<'nature' | 'ability' | 'form', [value: string, share: number][]> = {
  nature: [
    ['Jolly', 0.45],
    ['Adamant', 0.4],
    ['Naive', 0.1],
    ['Hasty', 0.05],
  ],
  ability: [
    ['Sand Veil', 0.6],
    ['Rough Skin', 0.4],
  ],
  form: [
    ['Normal', 0.75],
    ['Alola', 0.25],
  ],
};

function chosen(shares: readonly [string, number][], luck: number): string {
  let sum = 0;
  for (const [value, share] of shares) {
    sum += share;
    if (luck < sum) return value;
  }
  return shares[0]?.[0] ?? '';
}

/**
 * The sales of one name in a year, at prices that decline, swing and scatter, and depend on traits only as the premiums
 * say. The same for the same arguments.
 */
export function syntheticSales(market: SyntheticMarket): TraitSale[] {
  const { seed, sales = 600, premiums = [], scatter = 0.3, adjust } = market;
  const draws = new Random(seed);
  const random = () => draws.next();
  return Array.from({ length: sales }, (_, at): TraitSale => {
    const day = Math.floor(DAYS * random());
    const traits: Record<Trait, string> = {
      is_shiny: String(random() < 0.2),
      nature: chosen(SHARES.nature, random()),
      ability: chosen(SHARES.ability, random()),
      form: chosen(SHARES.form, random()),
      ...recordOf(STATS, ivColumn, () => (random() < 0.85 ? PERFECT : IMPERFECT)),
    };
    adjust?.(traits, random);
    const worth = premiums.reduce(
      (product, { trait, value, factor }) => (traits[trait] === value ? product * factor : product),
      400_000 * DECLINE ** (day / DAYS) * (1 + WEEKLY * Math.sin((2 * Math.PI * day) / 7)),
    );
    const price = Math.max(1, Math.round((worth * Math.exp(scatter * draws.normal())) / 1000) * 1000);
    return { sale_id: at + 1, price, day, traits, held_item: null };
  });
}
