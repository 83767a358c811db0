import { STATS } from '../../../src/contract/sale/ivs.ts';
import type { Option } from '../../ui/fields/select.tsx';

/** How many IVs are 31 at least, from 1 to 6. */
export const PERFECT_OPTIONS: Option<string>[] = STATS.map((_, i) => ({
  value: String(i + 1),
  label: i + 1 === STATS.length ? 'All six are 31' : `${i + 1} or more are 31`,
}));
