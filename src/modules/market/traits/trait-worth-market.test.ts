import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { makeSale, type StoredSale } from '../../../testing/accounts/factories.ts';
import { testAccount } from '../../../testing/accounts/test-account.ts';
import { callerFor } from '../../../testing/clients/callers.ts';
import { call } from '../../../testing/clients/rest-client.ts';
import { testServer } from '../../../testing/run/server.ts';

const server = testServer();
const by = testAccount(server);

const market = () => callerFor(server).market;
const SLOW = { iv_speed: 4 };

const sell = (name: string, price: number, days: number, more: StoredSale = {}) =>
  makeSale(server, {
    by,
    kind: 'pokemon',
    name,
    price,
    date_sold: server.daysAgo(days),
    status: 'approved',
    ...more,
  });

/** Sales with a perfect Speed and without, one pair a season. */
async function sellPairs(name: string, differences: readonly (readonly [fast: number, slow: number])[]) {
  const ids: number[] = [];
  for (const [at, [fast, slow]] of differences.entries()) {
    ids.push(await sell(name, fast, 100 * at), await sell(name, slow, 100 * at, { traits: SLOW }));
  }
  return ids;
}

const DEARER = [120, 130, 140, 150, 160, 170].map((price) => [price, 100] as const);

describe('the traits of a name', () => {
  beforeAll(async () => {
    await sellPairs('Garchomp', DEARER);
    // None of these is a pair: they are too far apart, differ in two traits, are another name's, or are not public.
    await sell('Garchomp', 1, 600 + LIMITS.traitWorth.pairDays, { traits: SLOW });
    await sell('Garchomp', 1, 0, { traits: { ...SLOW, nature: 'Jolly' } });
    await sell('Gible', 1, 0, { traits: { ...SLOW, ability: 'Sand Veil' } });
    await sell('Garchomp', 1, 700, { status: 'pending' });
    await sell('Garchomp', 1, 700, { status: 'rejected', traits: SLOW });
    const id = await sell('Garchomp', 1, 700, { traits: SLOW });
    await sell('Garchomp', 1, 700, { status: 'pending', traits: SLOW });
    await server.services().saleAdmin.remove('pokemon', { id });
  });

  const SPEED = {
    trait: 'speed_iv',
    value: '31',
    other: 'less',
    pairs: 6,
    dearer: 6,
    cheaper: 0,
    half_from: 0.3,
    half_to: 0.6,
    differences: [0.2, 0.3, 0.4, 0.5, 0.6, 0.7],
    p_value: expect.closeTo(0.03125, 6),
    claim: 'dearer',
  };

  it('are compared by pairs of public sales that differ in one', async () => {
    expect(await market().traitWorth({ name: 'garchomp' })).toEqual({
      data: [SPEED],
      compared: 14,
      newest_only: false,
    });
    const { data, pairs } = await market().traitPairs({ name: 'Garchomp', trait: 'speed_iv', value: '31' });
    expect(pairs).toBe(6);
    expect(data.map((pair) => [pair.with.price, pair.without.price, pair.difference])).toEqual(
      DEARER.map(([fast, slow]) => [fast, slow, (fast - slow) / slow]),
    );
    for (const pair of data) {
      expect(pair.with).toMatchObject({ kind: 'pokemon', speed_iv: 31, date_sold: pair.without.date_sold });
      expect(pair.without).toMatchObject({ speed_iv: 4, review_notes: null, approved_by: null });
    }
  });

  it('are announced by the page of a name that has enough pairs', async () => {
    expect(await market().name({ kind: 'pokemon', slug: 'garchomp' })).toMatchObject({
      has_trait_worth: true,
    });
    // As many sales, but no two that differ in one trait alone.
    for (let days = 0; days < 14; days += 1)
      await sell('Gliscor', 100, days, {
        traits: { ability: 'Hyper Cutter', ...(days % 2 && { ...SLOW, nature: 'Jolly' }) },
      });
    expect(await market().name({ kind: 'pokemon', slug: 'gliscor' })).toMatchObject({
      sales: 14,
      has_trait_worth: false,
    });
  });

  it('are none without sales, and no pairs for a value that nothing has', async () => {
    expect(await market().traitWorth({ name: 'Missing No' })).toEqual({
      data: [],
      compared: 0,
      newest_only: false,
    });
    expect(await market().traitPairs({ name: 'Garchomp', trait: 'nature', value: 'Bold' })).toEqual({
      data: [],
      pairs: 0,
    });
  });

  it.each([
    ['/pokemon/trait-pairs/Garchomp'],
    ['/pokemon/trait-pairs/Garchomp?trait=price&value=31'],
    ['/pokemon/trait-pairs/Garchomp?trait=nature'],
    ['/pokemon/trait-pairs/Garchomp?trait=nature&value=Foo'],
    ['/pokemon/trait-pairs/Garchomp?trait=speed_iv&value=30'],
    ['/pokemon/trait-pairs/Garchomp?trait=is_shiny&value=false'],
    [`/pokemon/trait-worth/${'x'.repeat(300)}`],
    ['/pokemon/trait-worth/Garchomp?days=60'],
  ])('refuses %s', async (path) => {
    expect((await call(server, 'GET', path)).status).toBe(400);
  });
});

it('true may be written in any case', async () => {
  await sell('Sharpedo', 200, 1, { traits: { form: 'Shiny' } });
  await sell('Sharpedo', 100, 1);
  const { body } = await call(server, 'GET', '/pokemon/trait-pairs/Sharpedo?trait=is_shiny&value=TRUE');
  expect(body).toMatchObject({ pairs: 1 });
});

it.each([
  ['nature', 'Calm', 'Jolly'],
  ['ability', 'Rough Skin', 'Sand Veil'],
])('a value of %s may be written in any case', async (trait, value, other) => {
  await sell('Gible', 200, 1, { traits: { [trait]: value } });
  await sell('Gible', 100, 1, { traits: { [trait]: other } });
  const query = new URLSearchParams({ trait, value: value.toLowerCase() });
  expect((await call(server, 'GET', `/pokemon/trait-pairs/Gible?${query}`)).body).toMatchObject({ pairs: 1 });
});

it('is current with every approval, over REST too', async () => {
  const path = '/pokemon/trait-worth/Gabite';
  await sellPairs('Gabite', DEARER);
  const before = await call(server, 'GET', path);
  expect(before.body).toMatchObject({ data: [{ pairs: 6, dearer: 6 }], compared: 12, newest_only: false });
  await sell('Gabite', 100, 600);
  await sell('Gabite', 100, 600, { traits: SLOW });
  const after = await call(server, 'GET', path);
  expect(after.body.data[0]).toMatchObject({ pairs: 7, dearer: 6, cheaper: 0, half_from: 0.2 });
  const listed = await call(server, 'GET', '/pokemon/trait-pairs/gabite?trait=Speed_IV&value=31');
  expect(listed.body).toMatchObject({ pairs: 7, data: { length: 7 } });
});

it('of very many sales, the newest are compared, and the newest pairs listed', async () => {
  const ids = await sellPairs('Druddigon', [[200, 100]]);
  const columns = `kind, name, price, status, submitted_by, decided_at, decided_by, species_id, form, nature, ability,
    hidden_power, is_shiny, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv`;
  await server.sql(
    `insert into sale (date_sold, ${columns}) select date_sold - n, ${columns}
     from sale, generate_series(1, ${LIMITS.traitWorth.sales / 2}) as n where sale_id = any(?)`,
    [`{${ids.join(', ')}}`],
  );
  const { data, compared, newest_only } = await market().traitWorth({ name: 'Druddigon' });
  expect({ compared, newest_only }).toEqual({ compared: LIMITS.traitWorth.sales, newest_only: true });
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ pairs: LIMITS.traitWorth.sales / 2, claim: 'dearer' });
  const listed = await market().traitPairs({ name: 'Druddigon', trait: 'speed_iv', value: '31' });
  expect(listed.pairs).toBe(LIMITS.traitWorth.sales / 2);
  expect(listed.data).toHaveLength(LIMITS.traitWorth.listed);
  const oldest = listed.data.map((pair) => pair.with.date_sold).toSorted()[0];
  expect(oldest).toBe(server.daysAgo(LIMITS.traitWorth.listed - 1));
  // The page of the name finds them behind newer sales that have no pairs.
  await server.sql(
    `insert into sale (date_sold, ${columns}) select date_sold, ${columns}
     from sale, generate_series(1, ${LIMITS.traitWorth.sales / 2}) where sale_id = ?`,
    [ids[0] ?? 0],
  );
  expect(await market().name({ kind: 'pokemon', slug: 'druddigon' })).toMatchObject({
    has_trait_worth: true,
  });
});
