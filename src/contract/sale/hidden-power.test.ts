import { Generations } from '@pkmn/data';
import { Dex } from '@pkmn/dex';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenPower } from './hidden-power.ts';
import { HIDDEN_POWER_TYPES } from './hidden-power-types.ts';
import type { Spread } from './ivs.ts';

const { types } = new Generations(Dex).get(5);

/** Hidden power of a spread by `@pkmn/data` for generation 5. */
const oracle = ({ hp, atk, def, spatk, spdef, speed }: Spread) =>
  types.getHiddenPower({ hp, atk, def, spa: spatk, spd: spdef, spe: speed });

const iv = fc.integer({ min: 0, max: 31 });
const spreads = fc.record({ hp: iv, atk: iv, def: iv, spatk: iv, spdef: iv, speed: iv });
const all = (value: number): Spread => ({
  hp: value,
  atk: value,
  def: value,
  spatk: value,
  spdef: value,
  speed: value,
});

describe('hidden power', () => {
  it('equals the result of the data set for every spread', () => {
    fc.assert(
      fc.property(spreads, (spread) => {
        expect(hiddenPower(spread)).toEqual(oracle(spread));
      }),
      { numRuns: 5000 },
    );
  });

  it('reaches each of the 16 types and both ends of the power', () => {
    const lowBits = Array.from({ length: 64 }, (_, bits) => ({
      hp: bits & 1,
      atk: (bits >> 1) & 1,
      def: (bits >> 2) & 1,
      speed: (bits >> 3) & 1,
      spatk: (bits >> 4) & 1,
      spdef: (bits >> 5) & 1,
    }));
    const types = new Set(lowBits.map((spread) => hiddenPower(spread)?.type));
    expect([...types].sort()).toEqual([...HIDDEN_POWER_TYPES].sort());
    expect(hiddenPower(all(31))).toEqual({ type: 'Dark', power: 70 });
    expect(hiddenPower(all(0))).toEqual({ type: 'Fighting', power: 30 });
  });

  it.each([
    ['missing', { ...all(31), hp: undefined }],
    ['empty', { ...all(31), atk: null }],
    ['above 31', { ...all(31), def: 32 }],
    ['negative', { ...all(31), spatk: -1 }],
    ['broken', { ...all(31), speed: 1.5 }],
    ['not a number', { ...all(31), spdef: Number.NaN }],
  ])('is unknown when a value is %s', (_, spread) => {
    expect(hiddenPower(spread)).toBeNull();
  });
});
