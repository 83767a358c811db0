import { LIMITS } from '../shared/limits.ts';
import { HIDDEN_POWER_TYPES, type HiddenPowerType } from './hidden-power-types.ts';
import type { Spread, Stat } from './ivs.ts';
import type { PartialSpread } from './spreads.ts';

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
export function hiddenPower(spread: PartialSpread): { type: HiddenPowerType; power: number } | null {
  const complete = BIT_ORDER.every((stat) => {
    const iv = spread[stat];
    return Number.isInteger(iv) && Number(iv) >= LIMITS.iv.min && Number(iv) <= LIMITS.iv.max;
  });
  if (!complete) return null;
  const known = spread as Spread;
  const type = HIDDEN_POWER_TYPES[Math.floor((weigh(known, 0) * 15) / 63)] ?? 'Fighting';
  return { type, power: Math.floor((weigh(known, 1) * 40) / 63) + 30 };
}
