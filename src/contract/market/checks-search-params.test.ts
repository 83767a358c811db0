import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byStat } from '../sale/ivs.ts';
import { LIMITS } from '../shared/limits.ts';
import { zSimilarTo } from './market.ts';
import { ANY, describedBy, type NamedCheck, printChecks, readChecks } from './price-check-search-params.ts';

const CHECKS: NamedCheck[] = [
  { name: 'Garchomp', check: { ...ANY, nature: 'Adamant', spread: { ...byStat(() => 31), spatk: null } } },
  { name: 'Nidoran♀', check: ANY },
  { name: 'Oricorio', check: { ...ANY, form: "Pa'u", ability: 'Dancer', shiny: true, price: 5 } },
];

it('round-trips, within the length of a URL', () => {
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

it('turns any text into valid input for the server', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 })), (texts) => {
      const search = `?${new URLSearchParams(texts.map((text) => ['set', text]))}`;
      for (const { name, check } of readChecks(search))
        expect(zSimilarTo.safeParse(describedBy('pokemon', name, check)).error).toBeUndefined();
    }),
  );
});
