import { Generations } from '@pkmn/data';
import { Dex } from '@pkmn/dex';
import { describe, expect, it } from 'vitest';
import { findNature, NATURES } from './natures.ts';

const STAT_IDS = { atk: 'atk', def: 'def', spatk: 'spa', spdef: 'spd', speed: 'spe' } as const;

describe('natures', () => {
  it('equal the 25 natures of the games, with the stats that each raises and lowers', () => {
    const ours = NATURES.map(({ name, plus, minus }) => ({
      name,
      plus: plus && STAT_IDS[plus],
      minus: minus && STAT_IDS[minus],
    }));
    const theirs = [...new Generations(Dex).get(5).natures].map(({ name, plus, minus }) => ({
      name: String(name),
      plus: plus ?? null,
      minus: minus ?? null,
    }));
    expect(ours).toHaveLength(25);
    expect(new Set(ours)).toEqual(new Set(theirs));
  });

  it('are found case-insensitively', () => {
    expect(findNature(' gENTLE ')).toEqual({ name: 'Gentle', plus: 'spdef', minus: 'def' });
    expect(findNature('Gentl')).toBeUndefined();
  });
});
