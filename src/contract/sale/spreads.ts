import { LIMITS } from '../shared/limits.ts';
import { byStat, clampIv, type IvColumn, ivColumn, type Spread, STATS, type Stat } from './ivs.ts';

/** Six IVs; null where one is not known. */
export type KnownIvs = Record<Stat, number | null>;

/** The same; an unknown IV can also be absent. */
export type PartialSpread = Partial<KnownIvs>;

export const spreadOf = <Iv>(sale: Readonly<Record<IvColumn, Iv>>): Record<Stat, Iv> =>
  byStat((stat) => sale[ivColumn(stat)]);

/** `31/31/31/x/31/31`; in a URL, with hyphens. */
export const spreadText = (spread: PartialSpread, separator: '/' | '-' = '/'): string =>
  STATS.map((stat) => spread[stat] ?? 'x').join(separator);

/** Whether no IV is known. */
export const isEmptySpread = (spread: KnownIvs): boolean => Object.values(spread).every((iv) => iv === null);

/** The number of IVs that are 31; unknown IVs do not count. */
export const perfectIvs = (spread: Partial<Spread>): number =>
  STATS.filter((stat) => spread[stat] === LIMITS.iv.max).length;

/** Six numbers or letters with hyphens between them. */
const HYPHENATED = /^[\dx]{1,2}(?:-[\dx]{1,2}){5}$/i;
const IV_OR_UNKNOWN = /^(?:\d{1,2}|[a-z?*-]|xx)$/i;

/**
 * Parses six IVs such as `31/31/31/x/31/31`, `31 31 31 0 31 31` or `31-31-31-0-31-31`; a letter or sign means an
 * unknown value (null). Null unless the text has six parts, or when a number is above 31.
 *
 * @param clamps reads numbers above 31 as 31, as the fields for single IVs do
 */
export function parseSpread(text: string, clamps = false): KnownIvs | null {
  const trimmed = text.trim();
  const parts = trimmed.split(HYPHENATED.test(trimmed) ? '-' : /\s*[/,;|]\s*|\s+/);
  if (parts.length !== STATS.length || !parts.every((part) => IV_OR_UNKNOWN.test(part))) return null;
  if (!clamps && parts.some((part) => Number(part) > LIMITS.iv.max)) return null;
  return byStat((stat) => clampIv(parts[STATS.indexOf(stat)] ?? ''));
}
