import { STAT_LABELS } from '../../../src/contract/sale/ivs.ts';
import { NATURES } from '../../../src/contract/sale/natures.ts';
import type { Option } from '../../ui/fields/select.tsx';

/** The 25 natures and their effects, sorted by name. */
export const NATURE_OPTIONS: readonly Option[] = NATURES.map(({ name, plus, minus }) => ({
  value: name,
  label: plus && minus ? `${name} +${STAT_LABELS[plus]} −${STAT_LABELS[minus]}` : `${name} (Neutral)`,
})).sort((a, b) => (a.value < b.value ? -1 : 1));
