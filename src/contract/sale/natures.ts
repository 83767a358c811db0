import type { Stat } from './ivs.ts';
import { NATURE_NAMES } from './nature-names.ts';

/** A nature raises one stat by 10 % and lowers another by 10 %; the five neutral ones have no effect. */
interface Nature {
  name: string;
  plus: Exclude<Stat, 'hp'> | null;
  minus: Exclude<Stat, 'hp'> | null;
}

const STATS = ['atk', 'def', 'speed', 'spatk', 'spdef'] as const;

/** A nature that would raise and lower the same stat is neutral. */
export const NATURES: readonly Nature[] = STATS.flatMap((plus, row) =>
  STATS.map((minus, column) => ({
    name: NATURE_NAMES[STATS.length * row + column] ?? '',
    plus: plus === minus ? null : plus,
    minus: plus === minus ? null : minus,
  })),
);

/** Finds a nature by name, case-insensitive. */
export function findNature(name: string): Nature | undefined {
  const key = name.trim().toLowerCase();
  return NATURES.find((n) => n.name.toLowerCase() === key);
}

const isNeutral = (name: string): boolean => findNature(name)?.plus === null;

/** A nature as text: `Adamant`, and `Neutral (Docile)` for one without effect. */
export const natureLabel = (name: string): string => (isNeutral(name) ? `Neutral (${name})` : name);

/** A nature in a title: `Adamant`, and `Neutral` for one without effect. */
export const natureTitle = (name: string): string => (isNeutral(name) ? 'Neutral' : name);
