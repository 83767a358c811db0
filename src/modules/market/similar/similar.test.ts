import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Similar } from '../../../contract/market/market.ts';
import { MATCHES, SIMILARITY_TRAITS, type SimilarityTrait } from '../../../contract/market/similarity.ts';
import { ivColumn, STATS, type Stat } from '../../../contract/sale/ivs.ts';
import type { AnySale } from '../../../contract/sale/sale.ts';
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
const ids = ({ data }: Similar) => data.map(({ sale }) => sale.sale_id);

describe('sales like a stored one', () => {
  const given = { ability: 'Flash Fire', nature: 'Timid', iv_attack: 0 };
  const ninetales = (traits: Record<string, unknown> = {}, more: StoredSale = {}) =>
    sell({
      kind: 'pokemon',
      name: 'Ninetales',
      date_sold: daysAgo(30),
      traits: { ...given, ...traits },
      ...more,
    });
  const sales = {} as Record<
    'subject' | 'same' | 'spread' | 'ability' | 'old' | 'nature' | 'fewer' | 'shiny',
    number
  >;
  const similar = (without?: SimilarityTrait[]) =>
    market().similarToSale({ sale_id: sales.subject, without });
  const marks = async (without?: SimilarityTrait[]) =>
    Object.fromEntries((await similar(without)).data.map((one) => [one.sale.sale_id, one.differences]));

  beforeAll(async () => {
    sales.subject = await ninetales({}, { price: 100 });
    sales.shiny = await ninetales({ is_shiny: true });
    sales.fewer = await ninetales({ iv_speed: 12, iv_hp: 12 });
    sales.nature = await ninetales({ nature: 'Modest' });
    sales.old = await ninetales({}, { date_sold: daysAgo(430) });
    sales.ability = await ninetales({ ability: 'Drought' });
    sales.spread = await ninetales({ iv_attack: 20 });
    sales.same = await ninetales({});
    await ninetales({}, { status: 'pending' });
    await ninetales({}, { status: 'rejected' });
    await sell({ kind: 'pokemon', name: 'Vulpix', traits: given });
    const deleted = await ninetales({});
    await server.services().saleAdmin.remove('pokemon', { id: deleted });
  });

  it('come most similar first, each with its differences', async () => {
    const { same, spread, ability, old, nature, fewer, shiny } = sales;
    const found = await similar();
    expect(ids(found)).toEqual([same, old, spread, ability, nature, fewer, shiny]);
    expect(found.data[0]).toMatchObject({ distance: 0, sale: { kind: 'pokemon', review_notes: null } });
    expect(await marks()).toEqual({
      [same]: [],
      [spread]: ['ivs'],
      [ability]: ['ability'],
      [old]: ['time'],
      [nature]: ['nature'],
      [fewer]: ['ivs'],
      [shiny]: ['shiny'],
    });
  });

  it.each<[SimilarityTrait, (keyof typeof sales)[]]>([
    ['ivs', ['same', 'spread', 'fewer']],
    ['nature', ['same', 'nature']],
    ['ability', ['same', 'ability']],
    ['shiny', ['same', 'shiny']],
    ['time', ['same', 'old']],
  ])('can leave %s out of account', async (trait, alike) => {
    const found = await similar([trait]);
    const nearest = found.data.filter(({ distance }) => distance === 0).map(({ sale }) => sale.sale_id);
    expect(nearest.toSorted()).toEqual(alike.map((key) => sales[key]).toSorted());
    expect(Object.values(await marks([trait])).flat()).not.toContain(trait);
  });

  it('can exclude all traits: then the newest come first', async () => {
    const found = await similar([...SIMILARITY_TRAITS]);
    expect(found.data.every(({ distance, differences }) => distance === 0 && !differences.length)).toBe(true);
    expect(ids(found).at(-1)).toBe(sales.old);
    expect(found.position.compared).toBe(7);
  });

  it('compare prices only for the same shininess and at most one perfect IV apart', async () => {
    const found = await similar();
    expect(found.position).toMatchObject({ compared: 5, price: 100 });
    const others = found.data.filter(({ match }) => match === 'other').map(({ sale }) => sale.sale_id);
    expect(others).toEqual([sales.fewer, sales.shiny]);
    expect((await similar(['shiny'])).position.compared).toBe(6);
    expect((await similar(['ivs'])).position.compared).toBe(6);
    expect((await similar(['shiny', 'ivs'])).position.compared).toBe(7);
  });

  it('respect the limit', async () => {
    const found = await market().similarToSale({ sale_id: sales.subject, limit: 2 });
    expect(ids(found)).toEqual([sales.same, sales.spread]);
    expect(found.position.compared).toBe(5);
  });

  it('are exact with the same traits on any day, and all of the compared ones are drawn', async () => {
    const { data, answer, prices } = await similar();
    const exact = data.filter(({ match }) => match === 'exact').map(({ sale }) => sale.sale_id);
    expect(exact).toEqual([sales.same, sales.old]);
    expect(answer).toMatchObject({ exact: { sales: 2 }, similar: { sales: 3 } });
    expect([prices.exact.length, prices.similar.length]).toEqual([2, 3]);
    expect((await similar(['nature'])).answer).toMatchObject({ exact: { sales: 3 }, similar: { sales: 2 } });
  });

  it('are refused for a sale that is not public', async () => {
    for (const status of ['pending', 'rejected'] as const) {
      const sale_id = await ninetales({}, { status });
      await expect(market().similarToSale({ sale_id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const id = await ninetales({});
    await server.services().saleAdmin.remove('pokemon', { id });
    await expect(market().similarToSale({ sale_id: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(market().similarToSale({ sale_id: 2_147_483_647 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('the position of a price', () => {
  const item = (price: number, days = 3) => sell({ name: 'Position Orb', price, date_sold: daysAgo(days) });

  it('is among the compared sales, itself left out', async () => {
    for (const price of [10, 20, 20, 30, 40]) await item(price);
    const sale_id = await item(20);
    const position = { compared: 5, below: 1, equal: 2 };
    expect((await market().similarToSale({ sale_id })).position).toEqual({ price: 20, ...position });
    const described = { kind: 'item', name: 'position ORB' } as const;
    const all = { compared: 6, below: 0, equal: 0 };
    expect((await market().similar(described)).position).toEqual({ price: null, ...all });
    const { position: high } = await market().similar({ ...described, price: 41 });
    expect(high).toEqual({ price: 41, ...all, below: 6 });
  });

  it('considers the newest five hundred of very many sales', async () => {
    await server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at)
       select 'item', 'Crowded Orb', n, ?::date - n, 'approved', now() from generate_series(1, 600) n`,
      [daysAgo(0)],
    );
    const { considered, shown } = LIMITS.similar;
    const crowded = { kind: 'item', name: 'Crowded Orb' } as const;
    const { position, data, answer, prices } = await market().similar({ ...crowded, price: 400 });
    expect(position).toEqual({ price: 400, compared: considered, below: 399, equal: 1 });
    expect(answer.exact).toMatchObject({
      sales: considered,
      newest_only: true,
      low: 1,
      high: considered,
      last_price: 1,
    });
    expect(prices.exact).toEqual(Array.from({ length: considered }, (_, i) => i + 1));
    expect(data.map(({ sale }) => sale.price)).toEqual(Array.from({ length: shown }, (_, i) => i + 1));
    expect((await market().answer({ ...crowded, exact: true })).answer).toEqual(answer);
  });

  it('does not call exactly that many sales the newest ones', async () => {
    const { considered } = LIMITS.similar;
    await server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at)
       select 'item', 'Full Orb', n, ?::date - n, 'approved', now() from generate_series(1, ?::int) n`,
      [daysAgo(0), considered],
    );
    const { answer } = await market().similar({ kind: 'item', name: 'Full Orb' });
    expect(answer.exact).toMatchObject({ sales: considered, newest_only: false });
  });

  it('is empty without sales', async () => {
    expect(await market().similar({ kind: 'item', name: 'No Such Orb', price: 5 })).toMatchObject({
      data: [],
      answer: { exact: { sales: 0, low: null, last_sold: null }, similar: null },
      position: { price: 5, compared: 0, below: 0, equal: 0 },
    });
  });
});

describe('sales like one that is only described', () => {
  const rotom = (traits: Record<string, unknown>) =>
    sell({ kind: 'pokemon', name: 'Rotom', traits: { ability: 'Levitate', ...traits } });

  it('are found by the given traits in any spelling', async () => {
    const plain = await rotom({ nature: 'Bold' });
    const wash = await rotom({ nature: 'Timid', form: 'Wash' });
    const shiny = await rotom({ nature: 'Timid', form: 'Shiny Wash' });
    const asked = { kind: 'pokemon', name: 'ROTOM' } as const;
    const first = async (traits: object) => (await market().similar({ ...asked, ...traits })).data[0];
    expect(await first({ form: 'wash' })).toMatchObject({ sale: { sale_id: shiny }, differences: [] });
    expect(await first({ form: 'shiny WASH' })).toMatchObject({ sale: { sale_id: shiny }, differences: [] });
    expect(await first({ form: 'Wash', is_shiny: false })).toMatchObject({ sale: { sale_id: wash } });
    expect(await first({ ability: 'levitate' })).toMatchObject({ sale: { sale_id: shiny }, differences: [] });
    expect(await first({ nature: 'bold' })).toMatchObject({ sale: { sale_id: plain }, differences: [] });
    expect(await first({ ability: 'No Such' })).toMatchObject({ differences: ['ability'] });
  });

  it.each([
    [{ kind: 'item', name: '' }],
    [{ kind: 'item', name: 'x', nature: 'Bold' }],
    [{ kind: 'pokemon', name: 'x', ivs: { hp: 32 } }],
    [{ kind: 'pokemon', name: 'x', ivs: { luck: 3 } }],
    [{ kind: 'pokemon', name: 'x', min_perfect_ivs: 0 }],
    [{ kind: 'pokemon', name: 'x', min_perfect_ivs: 7 }],
    [{ kind: 'pokemon', name: 'x', without: ['price'] }],
    [{ kind: 'pokemon', name: 'x', limit: LIMITS.similar.shown + 1 }],
    [{ kind: 'pokemon', name: 'x\u0000' }],
  ])('cannot be described by %j', async (input) => {
    await expect(market().similar(input as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

/** The documented distance, once more and in memory. */
function expected(all: readonly AnySale[], asked: Described, price: number, today: string) {
  const counts = (trait: SimilarityTrait) => !asked.without.includes(trait);
  const stats = STATS.filter((stat) => asked.ivs[stat] !== undefined);
  const canDiffer =
    (asked.nature !== undefined && counts('nature')) ||
    (asked.ability !== undefined && counts('ability')) ||
    ((stats.length > 0 || asked.min_perfect_ivs !== undefined) && counts('ivs'));
  const perfect = (of: (stat: Stat) => number | undefined) => stats.filter((stat) => of(stat) === 31).length;
  const rows = all.flatMap((sale) => {
    if (sale.kind !== 'pokemon') return [];
    const iv = (stat: Stat) => sale[ivColumn(stat)];
    const morePerfect = Math.abs(perfect(iv) - perfect((stat) => asked.ivs[stat]));
    const allPerfect = STATS.filter((stat) => iv(stat) === 31).length;
    const missing = Math.max((asked.min_perfect_ivs ?? 0) - allPerfect, 0);
    const days = (Date.parse(today) - Date.parse(sale.date_sold)) / 86_400_000;
    const known = {
      nature: asked.nature !== undefined && asked.nature !== sale.nature,
      ability: asked.ability !== undefined && asked.ability !== sale.ability,
      form: false,
      shiny: asked.is_shiny !== undefined && asked.is_shiny !== sale.is_shiny,
      ivs: missing > 0 || stats.some((stat) => iv(stat) !== asked.ivs[stat]),
      time: days > LIMITS.similar.apartDays,
    };
    const apart = stats.reduce((sum, stat) => sum + Math.abs(iv(stat) - (asked.ivs[stat] ?? 0)), 0);
    const distance =
      (counts('shiny') && known.shiny ? 6 : 0) +
      (counts('ivs') ? 2 * (morePerfect + missing) + apart / 186 : 0) +
      (counts('nature') && known.nature ? 1.5 : 0) +
      (counts('ability') && known.ability ? 0.5 : 0) +
      (counts('time') ? (0.5 * days) / 365 : 0);
    return [
      {
        sale,
        distance,
        differences: SIMILARITY_TRAITS.filter((trait) => counts(trait) && known[trait]),
        match: SIMILARITY_TRAITS.every((trait) => trait === 'time' || !counts(trait) || !known[trait])
          ? ('exact' as const)
          : canDiffer &&
              !(counts('shiny') && known.shiny) &&
              !(counts('ivs') && (morePerfect > 1 || missing > 1)) &&
              !(counts('time') && days > LIMITS.similar.years * 365.25)
            ? ('similar' as const)
            : ('other' as const),
      },
    ];
  });
  const prices = rows.filter(({ match }) => match !== 'other').map(({ sale }) => sale.price);
  const groups = MATCHES.map((match) =>
    rows
      .filter((row) => row.match === match)
      .toSorted(
        (a, b) =>
          a.distance - b.distance ||
          (a.sale.date_sold < b.sale.date_sold ? 1 : a.sale.date_sold > b.sale.date_sold ? -1 : 0) ||
          b.sale.sale_id - a.sale.sale_id,
      ),
  );
  const [exact = [], similar = [], other = []] = groups;
  const { shown } = LIMITS.similar;
  // Exact matches and similar sales take turns; the others get what remains.
  const inTurn = Array.from({ length: shown }, (_, i) => [exact[i], similar[i]]).flat();
  const chosen = new Set([...inTurn.filter((row) => row !== undefined), ...other].slice(0, shown));
  return {
    nearest: groups.flat().filter((row) => chosen.has(row)),
    position: {
      price,
      compared: prices.length,
      below: prices.filter((one) => one < price).length,
      equal: prices.filter((one) => one === price).length,
    },
  };
}

interface Described {
  nature?: 'Bold' | 'Timid';
  ability?: string;
  is_shiny?: boolean;
  ivs: Partial<Record<Stat, number>>;
  min_perfect_ivs?: number;
  without: SimilarityTrait[];
}

it('orders by the documented distance for any input', async () => {
  const iv = fc.constantFrom(0, 15, 30, 31);
  const nature = fc.constantFrom('Bold', 'Timid');
  const ability = fc.constantFrom('Rough Skin', 'Sand Veil');
  const spread = fc.record(Object.fromEntries(STATS.map((stat) => [stat, iv])) as Record<Stat, typeof iv>);
  const row = fc.record({
    nature,
    ability,
    spread,
    shiny: fc.boolean(),
    price: fc.integer({ min: 1, max: 9 }),
    age: fc.integer({ min: 0, max: 2_400 }),
  });
  for (const one of fc.sample(row, { numRuns: 60, seed: 6 })) {
    const ivs = STATS.map((stat) => one.spread[stat]);
    await server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at, species_id, form, nature, ability,
         hidden_power, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv)
       values ('pokemon', 'Garchomp', ?, ?, 'approved', now(), 445, 'Normal', ?, ?, 'Fire', ?, ?, ?, ?, ?, ?, ?)`,
      [one.price, daysAgo(one.age), one.nature, one.ability, one.shiny, ...ivs],
    );
  }
  const { data } = await callerFor(server).pokemon.list({ pokemon_name: 'Garchomp', limit: 100 });
  const all = data.map((sale): AnySale => ({ kind: 'pokemon', ...sale }));
  const asked = fc.record(
    {
      nature,
      ability,
      is_shiny: fc.boolean(),
      ivs: fc.record(Object.fromEntries(STATS.map((stat) => [stat, iv])) as Record<Stat, typeof iv>, {
        requiredKeys: [],
      }),
      min_perfect_ivs: fc.integer({ min: 1, max: 6 }),
      without: fc.subarray([...SIMILARITY_TRAITS]),
    },
    { requiredKeys: ['ivs', 'without'] },
  );
  await fc.assert(
    fc.asyncProperty(asked, fc.integer({ min: 1, max: 9 }), async (traits, price) => {
      const found = await market().similar({
        kind: 'pokemon',
        name: 'Garchomp',
        price,
        ...(traits as Described),
      });
      const { nearest, position } = expected(all, traits as Described, price, daysAgo(0));
      expect(found.position).toEqual(position);
      expect(found.data.map(({ match }) => match)).toEqual(nearest.map(({ match }) => match));
      expect(found.data.map(({ differences }) => differences)).toEqual(
        nearest.map(({ differences }) => differences),
      );
      expect(ids(found)).toEqual(nearest.map(({ sale }) => sale.sale_id));
      found.data.forEach(({ distance }, i) => {
        expect(distance).toBeCloseTo(nearest[i]?.distance ?? -1, 6);
      });
    }),
    { numRuns: 80, seed: 6 },
  );
});
