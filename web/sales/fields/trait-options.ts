import { STAT_LABELS, STATS } from '../../../src/contract/sale/ivs.ts';
import { NATURES } from '../../../src/contract/sale/natures.ts';
import type { Option } from '../../ui/fields/select.tsx';

/** The 25 natures and their effects, sorted by name. */
export const NATURE_OPTIONS: readonly Option[] = NATURES.map(({ name, plus, minus }) => ({
  value: name,
  label: plus && minus ? `${name} +${STAT_LABELS[plus]} −${STAT_LABELS[minus]}` : `${name} (Neutral)`,
})).sort((a, b) => (a.value < b.value ? -1 : 1));

/** How many IVs are 31 at least, from 1 to 6. */
export const PERFECT_OPTIONS: readonly Option[] = STATS.map((_, i) => ({
  value: String(i + 1),
  label: i + 1 === STATS.length ? 'All six are 31' : `${i + 1} or more are 31`,
}));
