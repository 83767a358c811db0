import { SETTINGS } from '../../../../src/contract/settings.ts';
import type { SettingField } from './setting-fields.ts';

/** What keeps a value from being saved, as a sentence; null when nothing does. */
export function settingFault({ key, label }: SettingField, value: string): string | null {
  const fault = SETTINGS[key].value.safeParse(value).error?.issues[0]?.message;
  return fault === undefined ? null : `${label} ${fault}`;
}

const shown = ({ options = [] }: SettingField, value: string): string => {
  const [first = '', ...more] = value.split('\n');
  const words = options.find((option) => option.value === value)?.label ?? first;
  return more.length > 0 ? `${words} …` : words;
};

/** What saving changed, as a sentence: `Phone is changed from 1 to 2.` A secret is not quoted. */
export function changeWords(field: SettingField, before: string, after: string): string {
  const { label, input } = field;
  if (input === 'secret') {
    if (after === 'unset') return `${label} is removed.`;
    return before === 'set' ? `${label} is replaced.` : `${label} is set.`;
  }
  if (after === '') return `${label} is removed; it was ${shown(field, before)}.`;
  if (before === '') return `${label} is set to ${shown(field, after)}.`;
  return `${label} is changed from ${shown(field, before)} to ${shown(field, after)}.`;
}
