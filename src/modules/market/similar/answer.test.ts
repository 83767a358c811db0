import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FilterValues } from '../../../contract/market/filter-fields.ts';
import type { SaleFigures } from '../../../contract/market/market.ts';
import { type MarketFilter, zMarketFilter } from '../../../contract/market/sale-filter.ts';
import { SIMILARITY_TRAITS } from '../../../contract/market/similarity.ts';
import { filterPredicate } from '../../../contract/query/matches-filter.ts';
import { ivColumn, STATS, type Stat } from '../../../contract/sale/ivs.ts';
import type { AnySale, PokemonSale } from '../../../contract/sale/sale.ts';
import { daysBefore } from '../../../contract/shared/dates.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { makeSale, type StoredSale } from '../../../testing/accounts/factories.ts';
import { testAccount } from '../../../testing/accounts/test-account.ts';
import { callerFor } from '../../../testing/clients/callers.ts';
import { testServer } from '../../../testing/run/server.ts';

const server = testServer();
const by = testAccount(server);

const market = () => callerFor(server).market;
const daysAgo = (days: number) => server.daysAgo(days);
const sell = (more: StoredSale = {}) => makeSale(server, { by, status: 'approved', ...more });
const answerTo = async (filter: MarketFilter) => (await market().answer(filter)).answer;

describe('the answer to a filter', () => {
  const ninetales = { kind: 'pokemon', name: 'Ninetales', exact: true } as const;
  const sold = (price: number, days: number, traits: Record<string, unknown> = {}, more: StoredSale = {}) =>
    sell({
      kind: 'pokemon',
      name: 'Ninetales',
      price,
      date_sold: daysAgo(days),
      traits: { ability: 'Flash Fire', nature: 'Timid', ...traits },
      ...more,
    });

  beforeAll(async () => {
    await sold(50_000, 40);
    await sold(70_000, 2, {}, { proof_url: null });
    await sold(60_000, 9);
    // Similar: another nature, one perfect IV fewer. Not similar: two fewer, shiny, too old.
    await sold(30_000, 5, { nature: 'Modest' });
    await sold(20_000, 6, { iv_hp: 3 }, { proof_url: null });
    await sold(10_000, 7, { nature: 'Modest', iv_hp: 3, iv_speed: 0 });
    await sold(900_000, 8, { nature: 'Modest', is_shiny: true });
    await sold(1_000, 366 * LIMITS.similar.years, { nature: 'Modest' });
    await sold(5, 1, { nature: 'Modest' }, { status: 'pending' });
    await sell({ kind: 'pokemon', name: 'Vulpix', traits: { ability: 'Flash Fire' } });
  });

  it('has the exact matches and the similar sales', async () => {
    const asked = { ...ninetales, nature: 'Timid', min_perfect_ivs: 5, is_shiny: false } as const;
    expect(await answerTo(asked)).toEqual({
      exact: {
        sales: 3,
        newest_only: false,
        low: 50_000,
        high: 70_000,
        half_from: 50_000,
        half_to: 70_000,
        last_price: 70_000,
        last_sold: daysAgo(2),
        with_proof: 2,
      },
      similar: {
        sales: 2,
        newest_only: false,
        low: 20_000,
        high: 30_000,
        half_from: 20_000,
        half_to: 30_000,
        last_price: 30_000,
        last_sold: daysAgo(5),
        with_proof: 1,
      },
    });
    const priced = await answerTo({ ...asked, min_price: 30_000, max_price: 60_000 });
    expect(priced).toMatchObject({ exact: { sales: 2 }, similar: { sales: 1 } });
    const proven = await answerTo({ ...asked, proof: 'with' });
    expect(proven).toMatchObject({ exact: { sales: 2 }, similar: { sales: 1 } });
  });

  it('has only sales when nothing was asked for in which they could differ', async () => {
    const all = await answerTo(ninetales);
    expect(all).toMatchObject({ exact: { sales: 8, low: 1_000, high: 900_000 }, similar: null });
    expect(await answerTo({ ...ninetales, is_shiny: true })).toMatchObject({
      exact: { sales: 1 },
      similar: null,
    });
    expect(await answerTo({ kind: 'item', name: 'No Such Orb', exact: true })).toMatchObject({
      exact: { sales: 0, low: null, last_sold: null },
      similar: null,
    });
  });

  it.each<[Partial<MarketFilter>]>([
    [{ min_perfect_ivs: 0 }],
    [{ min_atk_iv: 0, max_atk_iv: 31 }],
    [{ query: 'perfect_ivs >= 0' }],
  ])('has only sales with filters that leave out nothing: %j', async (filter) => {
    expect(await answerTo({ ...ninetales, ...filter })).toEqual(await answerTo(ninetales));
  });

  it('keeps the shininess of a form', async () => {
    const shiny = await answerTo({ ...ninetales, nature: 'Timid', form: 'Shiny' });
    expect(shiny).toMatchObject({ exact: { sales: 0 }, similar: { sales: 1, low: 900_000 } });
  });

  it.each<[MarketFilter]>([
    [{ kind: 'pokemon', name: 'ninetal', nature: 'Modest', min_level: 1 }],
    [{ kind: 'pokemon', name: 'NINETALES', nature: 'Modest', min_level: 1 }],
    [{ kind: 'pokemon', query: 'pokemon = ninetales and nature = modest and level >= 1' }],
    [{ kind: 'pokemon', name: 'ninetales', exact: true, query: 'nature = Modest and level >= 1' }],
    [{ kind: 'pokemon', name: 'ninetales', exact: true, nature: 'Modest', query: 'level >= 1' }],
  ])('is the same however the filter is written: %j', async (filter) => {
    expect(await answerTo(filter)).toEqual(await answerTo({ ...ninetales, nature: 'Modest', min_level: 1 }));
  });

  it('has no similar sales for a query that simple filters cannot express', async () => {
    const either = { ...ninetales, query: 'nature = Modest or nature = Timid' };
    expect(await answerTo(either)).toMatchObject({ exact: { sales: 8 }, similar: null });
  });

  it.each<[MarketFilter]>([
    [{ kind: 'pokemon' }],
    [{ kind: 'pokemon', nature: 'Timid' }],
    [{ kind: 'pokemon', name: 'e' }],
    [{ kind: 'pokemon', name: 'no such name' }],
    [{ kind: 'pokemon', query: 'pokemon = Ninetales or pokemon = Vulpix' }],
  ])('is null when the filter does not name exactly one name: %j', async (filter) => {
    expect(await answerTo(filter)).toBeNull();
  });
});

/** The figures of some sales, computed as documented. */
function figuresOf(sales: readonly AnySale[]): SaleFigures {
  const prices = sales.map(({ price }) => price).toSorted((a, b) => a - b);
  const atShare = (share: number) => prices[Math.ceil(share * prices.length) - 1] ?? null;
  const newest = sales.toSorted((a, b) =>
    a.date_sold === b.date_sold ? b.sale_id - a.sale_id : a.date_sold < b.date_sold ? 1 : -1,
  )[0];
  return {
    sales: sales.length,
    newest_only: false,
    low: prices.at(0) ?? null,
    high: prices.at(-1) ?? null,
    half_from: atShare(0.25),
    half_to: atShare(0.75),
    last_price: newest?.price ?? null,
    last_sold: newest?.date_sold ?? null,
    with_proof: sales.filter(({ proof_url }) => proof_url !== null).length,
  };
}

/** Whether a sale is similar to what a filter asks for, as documented, apart from exact matches. */
function isSimilar(sale: PokemonSale, filter: FilterValues, since: string): boolean {
  const { nature, ability, hidden_power, min_level, min_perfect_ivs = 0, ...others } = filter;
  const fixed = STATS.filter((stat) => {
    const { [`min_${ivColumn(stat)}` as const]: min = 0, [`max_${ivColumn(stat)}` as const]: max = 31 } =
      filter;
    return min === max;
  });
  const wanted = (stat: Stat) => filter[`max_${ivColumn(stat)}`] ?? 31;
  const kept = Object.fromEntries(
    Object.entries(others).filter(([param]) => !fixed.some((stat) => param.endsWith(`_${ivColumn(stat)}`))),
  );
  const perfect = (of: (stat: Stat) => unknown) => fixed.filter((stat) => of(stat) === 31).length;
  const perfectIvs = STATS.filter((stat) => sale[ivColumn(stat)] === 31).length;
  return (
    filterPredicate(zMarketFilter.parse({ kind: 'pokemon', ...kept }))(
      { kind: 'pokemon', ...sale },
      daysAgo(0),
    ) &&
    perfectIvs >= min_perfect_ivs - 1 &&
    Math.abs(perfect((stat) => sale[ivColumn(stat)]) - perfect(wanted)) <= 1 &&
    sale.date_sold >= since
  );
}

it('is given over REST for a whole name', async () => {
  const get = async (path: string) => (await fetch(`${server.url}/api/pokemon/answer/${path}`)).json();
  const answer = await answerTo({ kind: 'pokemon', name: 'Ninetales', exact: true, nature: 'Timid' });
  expect(await get('ninetales?nature=Timid')).toEqual(answer);
  expect(await get('ninetales?query=nature%20%3D%20Timid')).toEqual(answer);
  expect(await get('ninetal')).toMatchObject({ exact: { sales: 0 }, similar: null });
});

describe('for any sales and filter', () => {
  const iv = fc.constantFrom(0, 15, 30, 31, 31);
  const nature = fc.constantFrom('Bold', 'Timid');
  const ability = fc.constantFrom('Rough Skin', 'Sand Veil');
  const stored: PokemonSale[] = [];

  beforeAll(async () => {
    const row = fc.record({
      nature,
      ability,
      ivs: fc.tuple(iv, iv, iv, iv, iv, iv),
      shiny: fc.boolean(),
      price: fc.integer({ min: 1, max: 9 }),
      age: fc.integer({ min: 0, max: 2_400 }),
      proof: fc.constantFrom(null, 'https://forum.example/thread/1'),
      level: fc.constantFrom(null, 50, 100),
    });
    for (const one of fc.sample(row, { numRuns: 90, seed: 7 })) {
      await server.sql(
        `insert into sale (kind, name, price, date_sold, status, decided_at, species_id, form, nature, ability,
           hidden_power, is_shiny, proof_url, level, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv)
         values ('pokemon', 'Garchomp', ?, ?, 'approved', now(), 445, 'Normal', ?, ?, 'Fire', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [one.price, daysAgo(one.age), one.nature, one.ability, one.shiny, one.proof, one.level, ...one.ivs],
      );
    }
    const { data } = await callerFor(server).pokemon.list({ pokemon_name: 'Garchomp', limit: 100 });
    stored.push(...data);
  });

  const ends = fc.record(
    Object.fromEntries(
      STATS.flatMap((stat) => [
        [`min_${ivColumn(stat)}`, fc.constantFrom(0, 15, 31)],
        [`max_${ivColumn(stat)}`, fc.constantFrom(0, 30, 31)],
      ]),
    ),
    { requiredKeys: [] },
  );
  const filters = fc.record(
    {
      nature,
      ability,
      is_shiny: fc.boolean(),
      min_perfect_ivs: fc.integer({ min: 1, max: 5 }),
      min_price: fc.integer({ min: 1, max: 5 }),
      proof: fc.constantFrom('with' as const, 'without' as const),
      min_level: fc.constantFrom(1, 60),
      hidden_power: fc.constantFrom('Fire' as const, 'Ice' as const),
      ends: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, ends),
    },
    { requiredKeys: ['ends'] },
  );

  it('agrees with the rows of the list', async () => {
    const since = daysBefore(daysAgo(0), Math.round(LIMITS.similar.years * 365.25));
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(filters, async ({ ends: ivs, ...traits }) => {
        const values: FilterValues = { ...traits, ...ivs };
        const { pokemon } = callerFor(server);
        const rows = await pokemon.list({ ...values, pokemon_name: 'Garchomp', exact: true, limit: 100 });
        const exact = new Set(rows.data.map(({ sale_id }) => sale_id));
        const similar = stored.filter((sale) => !exact.has(sale.sale_id) && isSimilar(sale, values, since));
        const answer = await answerTo({ kind: 'pokemon', name: 'Garchomp', exact: true, ...values });
        expect(answer?.exact).toEqual(figuresOf(rows.data.map((sale) => ({ kind: 'pokemon', ...sale }))));
        if (answer?.similar) {
          expect(answer.similar).toEqual(figuresOf(similar.map((sale) => ({ kind: 'pokemon', ...sale }))));
          if (exact.size && similar.length) answered += 1;
        } else expect(similar).toEqual([]);
      }),
      { numRuns: 150, seed: 8 },
    );
    expect(answered).toBeGreaterThan(30);
  });

  it('is the same in the price check', async () => {
    const described = fc.record(
      {
        nature,
        ability,
        is_shiny: fc.boolean(),
        ivs: fc.record(Object.fromEntries(STATS.map((stat) => [stat, iv])), { requiredKeys: [] }),
        min_perfect_ivs: fc.integer({ min: 1, max: 6 }),
        without: fc.subarray(SIMILARITY_TRAITS.filter((trait) => trait !== 'time')),
      },
      { requiredKeys: ['ivs', 'without'] },
    );
    await fc.assert(
      fc.asyncProperty(described, async ({ ivs, without, ...traits }) => {
        const { answer, data, prices } = await market().similar({
          kind: 'pokemon',
          name: 'Garchomp',
          ivs,
          without,
          ...traits,
        });
        const given = {
          nature: without.includes('nature') ? undefined : traits.nature,
          ability: without.includes('ability') ? undefined : traits.ability,
          is_shiny: without.includes('shiny') ? undefined : traits.is_shiny,
          min_perfect_ivs: without.includes('ivs') ? undefined : traits.min_perfect_ivs,
        };
        const fixed = Object.entries(without.includes('ivs') ? {} : ivs).flatMap(([stat, value]) => [
          [`min_${stat}_iv`, value],
          [`max_${stat}_iv`, value],
        ]);
        const filter = { kind: 'pokemon', name: 'Garchomp', exact: true, ...given } as const;
        expect(answer).toEqual(await answerTo({ ...filter, ...Object.fromEntries(fixed) }));
        expect(prices.exact).toHaveLength(answer.exact.sales);
        expect(prices.similar).toHaveLength(answer.similar?.sales ?? 0);
        for (const { match, differences } of data)
          if (match === 'exact') expect(differences.filter((trait) => trait !== 'time')).toEqual([]);
      }),
      { numRuns: 60, seed: 9 },
    );
  });
});
