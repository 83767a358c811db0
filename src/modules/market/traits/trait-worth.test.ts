import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRAITS, type Trait } from '../../../contract/market/trait-worth.ts';
import { ivColumn, STATS } from '../../../contract/sale/ivs.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { recordOf } from '../../../contract/shared/record.ts';
import { type Premium, syntheticSales } from '../../../testing/market/synthetic-market.ts';
import { hasPairs, IMPERFECT, PERFECT, pairsOf, type TraitSale, traitWorth } from './trait-worth.ts';

const PLAIN: Record<Trait, string> = {
  is_shiny: 'false',
  nature: 'Jolly',
  ability: 'Rough Skin',
  form: 'Normal',
  ...recordOf(STATS, ivColumn, () => PERFECT),
};

const seller = () => {
  let sold = 0;
  return (
    price: number,
    day: number,
    traits: Partial<TraitSale['traits']> = {},
    more: Partial<TraitSale> = {},
  ) => {
    sold += 1;
    return { sale_id: sold, price, day, traits: { ...PLAIN, ...traits }, held_item: null, ...more };
  };
};

const SPEED = { trait: 'speed_iv', value: PERFECT } as const;
const SLOW = { speed_iv: IMPERFECT };

/** Pairs as `100/80`: the price with the value, and without. */
const prices = (sales: readonly TraitSale[], asked: { trait: Trait; value: string } = SPEED) =>
  pairsOf(sales, asked).map((pair) => `${pair.with.price}/${pair.without.price}`);

describe('pairs', () => {
  it('are nearest in time first, and use each sale once', () => {
    const sale = seller();
    expect(
      prices([sale(90, 0, SLOW), sale(100, 10), sale(80, 12, SLOW), sale(110, 13), sale(120, 14)]),
    ).toEqual(['110/80', '100/90']);
  });

  it('reach over sales that are already paired', () => {
    const sale = seller();
    expect(prices([sale(1, 0), sale(2, 5), sale(3, 6, SLOW), sale(4, 11, SLOW)])).toEqual(['2/3', '1/4']);
  });

  it(`are at most ${LIMITS.traitWorth.pairDays} days apart`, () => {
    const sale = seller();
    expect(prices([sale(1, 0), sale(2, LIMITS.traitWorth.pairDays, SLOW)])).toEqual(['1/2']);
    expect(prices([sale(1, 0), sale(2, LIMITS.traitWorth.pairDays + 1, SLOW)])).toEqual([]);
  });

  it.each<[string, Partial<TraitSale['traits']>, Partial<TraitSale>?]>([
    ['shininess', { is_shiny: 'true' }],
    ['nature', { nature: 'Adamant' }],
    ['ability', { ability: 'Sand Veil' }],
    ['form', { form: 'Wash' }],
    ['another IV', { hp_iv: IMPERFECT }],
    ['held item', {}, { held_item: 'Leftovers' }],
  ])('of sales that also differ in %s are none', (_, traits, more) => {
    const sale = seller();
    const other = sale(2, 0, { ...SLOW, ...traits }, more);
    expect(prices([sale(1, 0), other])).toEqual([]);
    expect(prices([sale(1, 0), other, sale(3, 0, traits, more)])).toEqual(['3/2']);
  });

  it('of a nature are with any other one', () => {
    const sale = seller();
    const sales = [sale(1, 0, { nature: 'Bold' }), sale(2, 0), sale(3, 1, { nature: 'Calm' }), sale(4, 9)];
    expect(prices(sales, { trait: 'nature', value: 'Jolly' }).toSorted()).toEqual(['2/1', '4/3']);
    expect(prices(sales, { trait: 'nature', value: 'Lax' })).toEqual([]);
  });
});

describe('what a trait is worth', () => {
  /** Sales with a perfect Speed and without on one day, by price. */
  const paired = (...differences: [number, number][]): TraitSale[] => {
    const sale = seller();
    return differences.flatMap(([fast, slow], at) => [sale(fast, at * 100), sale(slow, at * 100, SLOW)]);
  };
  const DEARER: [number, number][] = [
    [110, 100],
    [120, 100],
    [130, 100],
    [140, 100],
    [150, 100],
    [160, 100],
  ];

  it('is counted, with the middle half of the differences', () => {
    expect(traitWorth(paired(...DEARER, [100, 100], [100, 200]))).toEqual([
      {
        trait: 'speed_iv',
        value: '31',
        other: 'less',
        pairs: 8,
        dearer: 6,
        cheaper: 1,
        half_from: 0,
        half_to: 0.4,
        differences: [-0.5, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
        p_value: expect.closeTo(0.125, 6),
        claim: null,
      },
    ]);
  });

  it('is claimed when it is sure, in both directions', () => {
    const cheaper = DEARER.map(([one, other]): [number, number] => [other, one]);
    expect(traitWorth(paired(...DEARER))[0]).toMatchObject({
      dearer: 6,
      p_value: expect.closeTo(0.03125, 6),
      claim: 'dearer',
    });
    expect(traitWorth(paired(...cheaper))[0]).toMatchObject({
      cheaper: 6,
      p_value: expect.closeTo(0.03125, 6),
      claim: 'cheaper',
    });
  });

  it(`is not mentioned below ${LIMITS.traitWorth.minPairs} pairs`, () => {
    expect(traitWorth(paired(...DEARER.slice(0, LIMITS.traitWorth.minPairs - 1)))).toEqual([]);
    expect(traitWorth(paired(...DEARER.slice(0, LIMITS.traitWorth.minPairs)))).toHaveLength(1);
    expect(traitWorth([])).toEqual([]);
  });

  it('compares the rarer of two abilities, and each of three', () => {
    const sale = seller();
    const two = Array.from({ length: 12 }, (_, at) =>
      sale(1, at, { ability: at % 2 ? 'Sand Veil' : 'Rough Skin' }),
    );
    const compared = (sales: readonly TraitSale[]) =>
      traitWorth(sales).map(({ value, other }) => [value, other]);
    expect(compared([...two, sale(1, 900, { ability: 'Rough Skin' })])).toEqual([
      ['Sand Veil', 'Rough Skin'],
    ]);
    expect(compared([...two, sale(1, 900, { ability: 'Sand Force' })]).toSorted()).toEqual([
      ['Rough Skin', null],
      ['Sand Veil', null],
    ]);
  });
});

const anySale = fc.record({
  price: fc.integer({ min: 1, max: 5 }),
  day: fc.integer({ min: 0, max: 150 }),
  held_item: fc.constantFrom(null, null, 'Leftovers'),
  traits: fc.record({
    ...recordOf(STATS, ivColumn, () => fc.constant(PERFECT)),
    speed_iv: fc.constantFrom(PERFECT, IMPERFECT),
    hp_iv: fc.constantFrom(PERFECT, PERFECT, PERFECT, IMPERFECT),
    is_shiny: fc.constantFrom('true', 'false', 'false'),
    nature: fc.constantFrom('Jolly', 'Adamant', 'Calm'),
    ability: fc.constantFrom('Rough Skin', 'Sand Veil'),
    form: fc.constantFrom('Normal', 'Normal', 'Wash'),
  }),
});
const salesLike = (sale: fc.Arbitrary<Omit<TraitSale, 'sale_id'>>, size: number) =>
  fc
    .array(sale, { minLength: size / 2, maxLength: size })
    .map((sales): TraitSale[] => sales.map((one, at) => ({ sale_id: at + 1, ...one })));
const someSales = salesLike(anySale, 60);
/** Sales that differ so little that most traits have enough pairs. */
const alikeSales = salesLike(
  anySale.map(({ traits, ...sale }) => ({
    ...sale,
    traits: { ...PLAIN, speed_iv: traits.speed_iv, nature: traits.nature },
  })),
  60,
);
const anyComparison = fc.constantFrom<[Trait, string]>(
  ['speed_iv', PERFECT],
  ['is_shiny', 'true'],
  ['nature', 'Jolly'],
  ['ability', 'Sand Veil'],
  ['form', 'Wash'],
);

/** The traits in which two sales differ; the held item counts as one. */
const differing = (a: TraitSale, b: TraitSale): string[] => [
  ...TRAITS.filter((trait) => a.traits[trait] !== b.traits[trait]),
  ...(a.held_item === b.held_item ? [] : ['held_item']),
];

describe('whatever was sold', () => {
  it('a pair differs in the trait alone, a sale is in one pair, and no nearer pair was left out', () => {
    fc.assert(
      fc.property(someSales, anyComparison, (sales, [trait, value]) => {
        const pairs = pairsOf(sales, { trait, value });
        const days = new Map<TraitSale, number>();
        for (const pair of pairs) {
          expect(differing(pair.with, pair.without)).toEqual([trait]);
          expect(pair.with.traits[trait]).toBe(value);
          const apart = Math.abs(pair.with.day - pair.without.day);
          expect(apart).toBeLessThanOrEqual(LIMITS.traitWorth.pairDays);
          for (const sale of [pair.with, pair.without]) {
            expect(days.has(sale)).toBe(false);
            days.set(sale, apart);
          }
        }
        for (const one of sales.filter((sale) => sale.traits[trait] === value))
          for (const other of sales.filter((sale) => differing(one, sale).join() === trait)) {
            const apart = Math.abs(one.day - other.day);
            const taken = Math.min(days.get(one) ?? Infinity, days.get(other) ?? Infinity);
            if (apart <= LIMITS.traitWorth.pairDays) expect(taken).toBeLessThanOrEqual(apart);
          }
      }),
      { numRuns: 300 },
    );
  });

  it('the order in which sales are read does not matter', () => {
    fc.assert(
      fc.property(alikeSales, anyComparison, fc.infiniteStream(fc.nat()), (sales, [trait, value], luck) => {
        const keys = new Map(sales.map((sale) => [sale, luck.next().value]));
        const shuffled = sales.toSorted((a, b) => Number(keys.get(a)) - Number(keys.get(b)));
        expect(pairsOf(shuffled, { trait, value })).toEqual(pairsOf(sales, { trait, value }));
        expect(traitWorth(shuffled)).toEqual(traitWorth(sales));
      }),
    );
  });

  it('more sales leave no fewer pairs', () => {
    fc.assert(
      fc.property(fc.oneof(someSales, alikeSales), anyComparison, (sales, [trait, value]) => {
        const few = pairsOf(sales.slice(0, sales.length / 2), { trait, value });
        expect(few.length).toBeLessThanOrEqual(pairsOf(sales, { trait, value }).length);
        expect(hasPairs(sales)).toBe(traitWorth(sales).length > 0);
      }),
      { numRuns: 300 },
    );
  });

  it('the counts of a trait are those of its pairs', () => {
    fc.assert(
      fc.property(alikeSales, (sales) => {
        for (const { trait, value, pairs, dearer, cheaper } of traitWorth(sales)) {
          const found = pairsOf(sales, { trait, value });
          expect(found).toHaveLength(pairs);
          expect(found.filter((pair) => pair.with.price > pair.without.price)).toHaveLength(dearer);
          expect(found.filter((pair) => pair.with.price < pair.without.price)).toHaveLength(cheaper);
        }
      }),
    );
  });
});

/** 600 sales in a year, whose prices scatter by about 30 % and decline by 40 % (docs/trait-worth.md "Tested on"). */
describe('of 1,000 synthetic markets', () => {
  const MARKETS = 1_000;
  const seeds = (first: number, count = MARKETS) => Array.from({ length: count }, (_, at) => first + at);
  const share = (markets: readonly boolean[]) => markets.filter(Boolean).length / markets.length;
  const claims = (sales: readonly TraitSale[]) => traitWorth(sales).filter(({ claim }) => claim !== null);

  const FACTOR = 1.5;
  const PLANTED: Omit<Premium, 'factor'>[] = [
    { trait: 'is_shiny', value: 'true' },
    { trait: 'nature', value: 'Jolly' },
    { trait: 'ability', value: 'Rough Skin' },
    { trait: 'form', value: 'Alola' },
    ...STATS.map((stat) => ({ trait: ivColumn(stat), value: PERFECT })),
  ];
  const plantedAt = (seed: number): Premium => ({
    ...(PLANTED[seed % PLANTED.length] ?? { trait: 'is_shiny', value: 'true' }),
    factor: seed % 2 ? FACTOR : 1 / FACTOR,
  });

  it('at most 5 % have a claim when no trait has a premium', () => {
    expect(share(seeds(1).map((seed) => claims(syntheticSales({ seed })).length > 0))).toBeLessThanOrEqual(
      0.05,
    );
  });

  it('at least 95 % have the planted premium, and at most 5 % a claim about another trait', () => {
    const markets = seeds(10_000).map((seed) => {
      const premium = plantedAt(seed);
      const found = claims(syntheticSales({ seed, premiums: [premium] }));
      const direction = premium.factor > 1 ? 'dearer' : 'cheaper';
      const isIt = (one: { trait: Trait; value: string }) =>
        one.trait === premium.trait && one.value === premium.value;
      return {
        found: found.some((one) => isIt(one) && one.claim === direction),
        untrue: found.some((one) => one.trait !== premium.trait),
      };
    });
    expect(share(markets.map(({ found }) => found))).toBeGreaterThanOrEqual(0.95);
    expect(share(markets.map(({ untrue }) => untrue))).toBeLessThanOrEqual(0.05);
  });

  it('at most 5 % give the premium of a trait to one that goes together with it', () => {
    const markets = seeds(20_000, 400).map((seed) => {
      const sales = syntheticSales({
        seed,
        premiums: [{ trait: 'nature', value: 'Jolly', factor: 2 }],
        // Most fast ones are Jolly, and most Jolly ones are fast.
        adjust: (traits, random) => {
          if (random() < 0.8) traits.speed_iv = traits.nature === 'Jolly' ? PERFECT : IMPERFECT;
        },
      });
      return claims(sales).some(({ trait }) => trait !== 'nature');
    });
    expect(share(markets)).toBeLessThanOrEqual(0.05);
  });
});
