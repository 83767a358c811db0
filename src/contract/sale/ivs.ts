import { LIMITS } from '../shared/limits.ts';
import { recordFor } from '../shared/record.ts';

/** The six stats in the standard order of a spread: HP, Atk, Def, SpA, SpD, Spe. */
export const STATS = ['hp', 'atk', 'def', 'spatk', 'spdef', 'speed'] as const;
export type Stat = (typeof STATS)[number];

/** Field of a stat's IV in responses and filters. */
export type IvColumn = `${Stat}_iv`;
export const ivColumn = (stat: Stat): IvColumn => `${stat}_iv`;

/** Field of a stat's IV in submissions and edits. */
export const IV_PAYLOAD = {
  hp: 'iv_hp',
  atk: 'iv_attack',
  def: 'iv_defense',
  spatk: 'iv_sp_attack',
  spdef: 'iv_sp_defense',
  speed: 'iv_speed',
} as const satisfies Record<Stat, string>;

export const STAT_LABELS: Record<Stat, string> = {
  hp: 'HP',
  atk: 'Atk',
  def: 'Def',
  spatk: 'SpA',
  spdef: 'SpD',
  speed: 'Spe',
};

export const byStat = <Value>(value: (stat: Stat) => Value): Record<Stat, Value> => recordFor(STATS, value);

/** Six IVs, 0–31 each. */
export type Spread = Record<Stat, number>;

/** Parses the text of an IV field: null unless it starts with a digit; otherwise its leading digits, at most 31. */
export function clampIv(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.startsWith('-')) return null;
  const digits = trimmed.replace(/\D.*$/, '');
  if (digits === '') return null;
  return Math.min(Number(digits), LIMITS.iv.max);
}
