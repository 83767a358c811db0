import type { Stat } from './ivs.ts';

/** A nature raises one stat by 10 % and lowers another by 10 %; the five neutral ones have no effect. */
export interface Nature {
  name: string;
  plus: Exclude<Stat, 'hp'> | null;
  minus: Exclude<Stat, 'hp'> | null;
}

const nature = (name: string, plus: Nature['plus'] = null, minus: Nature['minus'] = null): Nature => ({
  name,
  plus,
  minus,
});

/** All 25 natures in the games' order. */
export const NATURES: readonly Nature[] = [
  nature('Hardy'),
  nature('Lonely', 'atk', 'def'),
  nature('Brave', 'atk', 'speed'),
  nature('Adamant', 'atk', 'spatk'),
  nature('Naughty', 'atk', 'spdef'),
  nature('Bold', 'def', 'atk'),
  nature('Docile'),
  nature('Relaxed', 'def', 'speed'),
  nature('Impish', 'def', 'spatk'),
  nature('Lax', 'def', 'spdef'),
  nature('Timid', 'speed', 'atk'),
  nature('Hasty', 'speed', 'def'),
  nature('Serious'),
  nature('Jolly', 'speed', 'spatk'),
  nature('Naive', 'speed', 'spdef'),
  nature('Modest', 'spatk', 'atk'),
  nature('Mild', 'spatk', 'def'),
  nature('Quiet', 'spatk', 'speed'),
  nature('Bashful'),
  nature('Rash', 'spatk', 'spdef'),
  nature('Calm', 'spdef', 'atk'),
  nature('Gentle', 'spdef', 'def'),
  nature('Sassy', 'spdef', 'speed'),
  nature('Careful', 'spdef', 'spatk'),
  nature('Quirky'),
];

export const NATURE_NAMES: readonly string[] = NATURES.map((n) => n.name);

/** Finds a nature by name, case-insensitive. */
export function findNature(name: string): Nature | undefined {
  const key = name.trim().toLowerCase();
  return NATURES.find((n) => n.name.toLowerCase() === key);
}
