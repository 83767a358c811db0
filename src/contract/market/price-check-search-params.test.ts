import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byStat, STATS } from '../sale/ivs.ts';
import { NATURE_NAMES } from '../sale/nature-names.ts';
import { LIMITS } from '../shared/limits.ts';
import { zSimilarTo } from './market.ts';
import {
  ANY,
  checkFilters,
  checkOf,
  describedBy,
  type NamedCheck,
  type PriceCheck,
  printCheck,
  printChecks,
  readCheck,
  readChecks,
} from './price-check-search-params.ts';
import { SIMILARITY_TRAITS } from './similarity.ts';

const full: PriceCheck = {
  nature: 'Adamant',
  ability: 'Rough Skin',
  form: 'Pa’u',
  shiny: false,
  spread: { hp: 31, atk: 31, def: 0, spatk: null, spdef: 4, speed: 31 },
  minPerfectIvs: 3,
  price: 500_000,
  without: ['nature', 'time'],
};

it('round-trips', () => {
  expect(printCheck(full)).toBe(
    'nature.Adamant_ability.Rough Skin_form.Pa’u_shiny.false_ivs.31-31-0-x-4-31_perfect.3_price.500000_without.nature,time',
  );
  expect(readCheck(printCheck(full))).toEqual(full);
  expect(printCheck(ANY)).toBe('any');
  expect(readCheck('any')).toEqual(ANY);
});

it('round-trips every check', () => {
  const checks = fc.record({
    nature: fc.constantFrom('', ...NATURE_NAMES),
    ability: fc.constantFrom('', 'Rough Skin', 'Levitate', '_'),
    form: fc.constantFrom('', 'Alola', '10%', 'Two.Dots', 'Winter_Form', '_A__'),
    shiny: fc.constantFrom(null, true, false),
    spread: fc.record(
      Object.fromEntries(STATS.map((stat) => [stat, fc.option(fc.integer({ min: 0, max: 31 }))])),
    ) as fc.Arbitrary<PriceCheck['spread']>,
    minPerfectIvs: fc.option(fc.integer({ min: 1, max: 6 })),
    price: fc.option(fc.integer({ min: 1, max: 999_999_999_999 })),
    without: fc.subarray([...SIMILARITY_TRAITS]),
  });
  fc.assert(
    fc.property(checks, (check) => {
      expect(readCheck(printCheck(check))).toEqual(check);
    }),
  );
});

it('turns any text into valid input for the server', () => {
  const parts = fc.constantFrom(
    'nature.adamant',
    'nature.Angry',
    'perfect.0',
    'perfect.7',
    'ivs.31-99--1-x-31-31-31',
    'ivs.',
    'price.0',
    'price.1e9',
    'price.7',
    'shiny.maybe',
    'ability.%00',
    'form.\u202e',
    'without.ivs,ivs,all',
    '__proto__.x',
    '.',
    '',
  );
  const texts = fc.oneof(
    fc.string({
      unit: fc.constantFrom('.', '_', '-', ',', '3', '1', 'x', ' ', '\u{1F988}', '\u202e', '\ud800'),
    }),
    fc.array(parts).map((some) => some.join('_')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const kind of ['item', 'pokemon'] as const)
        expect(zSimilarTo.safeParse(describedBy(kind, 'Rotom', readCheck(text))).error).toBeUndefined();
    }),
  );
});

it("starts with the list's filters", () => {
  expect(
    checkOf({ nature: 'Bold', form: 'Wash', is_shiny: true, min_hp_iv: 31, min_atk_iv: 3, max_atk_iv: 3 }),
  ).toEqual({
    ...ANY,
    nature: 'Bold',
    form: 'Wash',
    shiny: true,
    spread: { ...ANY.spread, hp: 31, atk: 3 },
  });
  expect(checkOf({ min_price: 5, max_price: 5 }).price).toBe(5);
  for (const filters of [{ min_price: 5 }, { max_price: 5 }, { min_price: 5, max_price: 6 }])
    expect(checkOf(filters)).toEqual(ANY);
  expect(checkOf({ min_hp_iv: 30, max_speed_iv: 31, min_perfect_ivs: 5 })).toEqual({
    ...ANY,
    minPerfectIvs: 5,
  });
});

it('describes sales that a list can show', () => {
  expect(checkFilters('pokemon', 'Garchomp', full)).toEqual({
    name: 'Garchomp',
    exact: true,
    ability: 'Rough Skin',
    form: 'Pa’u',
    is_shiny: false,
    min_hp_iv: 31,
    max_hp_iv: 31,
    min_atk_iv: 31,
    max_atk_iv: 31,
    min_def_iv: 0,
    max_def_iv: 0,
    min_spdef_iv: 4,
    max_spdef_iv: 4,
    min_speed_iv: 31,
    max_speed_iv: 31,
    min_perfect_ivs: 3,
  });
  expect(checkFilters('pokemon', 'Garchomp', { ...full, without: SIMILARITY_TRAITS.slice() })).toEqual({
    name: 'Garchomp',
    exact: true,
  });
  expect(checkFilters('item', 'Master Ball', full)).toEqual({ name: 'Master Ball', exact: true });
  expect(checkOf(checkFilters('pokemon', 'Garchomp', full))).toMatchObject({
    nature: '',
    ability: 'Rough Skin',
    spread: full.spread,
    minPerfectIvs: 3,
  });
});

const CHECKS: NamedCheck[] = [
  { name: 'Garchomp', check: { ...ANY, nature: 'Adamant', spread: { ...byStat(() => 31), spatk: null } } },
  { name: 'Nidoran♀', check: ANY },
  { name: 'Oricorio', check: { ...ANY, form: "Pa'u", ability: 'Dancer', shiny: true, price: 5 } },
];

it('round-trips several checks, within the length of a URL', () => {
  expect(printChecks(CHECKS.slice(0, 2))).toBe(
    '?set=Garchomp%7Enature.Adamant_ivs.31-31-31-x-31-31&set=Nidoran%E2%99%80%7Eany',
  );
  expect(readChecks(printChecks(CHECKS))).toEqual(CHECKS);
  const longest = {
    name: 'Squawkabilly',
    check: {
      ...ANY,
      nature: 'Adamant',
      ability: 'Vital Spirit',
      form: 'Paldea-Combat',
      spread: byStat(() => 31),
    },
  };
  const all = Array.from({ length: LIMITS.paste.sets }, () => longest);
  expect(readChecks(printChecks(all))).toHaveLength(LIMITS.paste.sets);
  expect(printChecks(all).length).toBeLessThan(4_000);
});

it('ignores checks beyond the limit, and those without a name', () => {
  expect(readChecks('?set=a~any'.repeat(1) + '&set=b~any'.repeat(40))).toHaveLength(LIMITS.paste.sets);
  expect(readChecks('?set=~nature.Bold&set=&set=%00~any')).toEqual([]);
});

it('turns any text of several checks into valid input for the server', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 })), (texts) => {
      const search = `?${new URLSearchParams(texts.map((text) => ['set', text]))}`;
      for (const { name, check } of readChecks(search))
        expect(zSimilarTo.safeParse(describedBy('pokemon', name, check)).error).toBeUndefined();
    }),
  );
});
