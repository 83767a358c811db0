import { LIMITS } from '../shared/limits.ts';
import type { Spread, Stat } from './ivs.ts';

/** The 16 hidden power types in the order of the formula's index (docs/product.md "Validation"). */
export const HIDDEN_POWER_TYPES = [
  'Fighting',
  'Flying',
  'Poison',
  'Ground',
  'Rock',
  'Bug',
  'Ghost',
  'Steel',
  'Fire',
  'Water',
  'Grass',
  'Electric',
  'Psychic',
  'Ice',
  'Dragon',
  'Dark',
] as const;
export type HiddenPowerType = (typeof HIDDEN_POWER_TYPES)[number];

/** The formula places Speed before the special stats. */
const BIT_ORDER: readonly Stat[] = ['hp', 'atk', 'def', 'speed', 'spatk', 'spdef'];

const weigh = (spread: Spread, bit: 0 | 1): number =>
  BIT_ORDER.reduce((sum, stat, i) => sum + (((spread[stat] >> bit) & 1) << i), 0);

/**
 * Hidden power of a spread by the formula of generations 3–5. The type depends on the lowest bit of each IV, the
 * power (30–70) on the second lowest.
 *
 * @returns null unless all six IVs are integers from 0 to 31
 */
export function hiddenPower(
  spread: Partial<Record<Stat, number | null>>,
): { type: HiddenPowerType; power: number } | null {
  const complete = BIT_ORDER.every((stat) => {
    const iv = spread[stat];
    return Number.isInteger(iv) && Number(iv) >= LIMITS.iv.min && Number(iv) <= LIMITS.iv.max;
  });
  if (!complete) return null;
  const known = spread as Spread;
  const type = HIDDEN_POWER_TYPES[Math.floor((weigh(known, 0) * 15) / 63)] ?? 'Fighting';
  return { type, power: Math.floor((weigh(known, 1) * 40) / 63) + 30 };
}
