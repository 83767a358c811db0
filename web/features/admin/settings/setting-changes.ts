import { SETTINGS } from '../../../../src/contract/admin/settings.ts';
import type { SettingField } from './setting-fields.ts';

/** The error message for a value; null when it is valid. */
export function settingError({ key, label }: SettingField, value: string): string | null {
  const issue = SETTINGS[key].value.safeParse(value).error?.issues[0];
  return issue ? `${label} ${issue.message}` : null;
}

const shown = ({ options = [] }: SettingField, value: string): string => {
  const [first = '', ...more] = value.split('\n');
  const label = options.find((option) => option.value === value)?.label ?? first;
  return more.length > 0 ? `${label} …` : label;
};

/** What saving changed: `Phone is changed from 1 to 2.` A secret is not quoted. */
export function changeLabel(field: SettingField, before: string, after: string): string {
  const { label, input } = field;
  if (input === 'secret') {
    if (after === 'unset') return `${label} is removed.`;
    return before === 'set' ? `${label} is replaced.` : `${label} is set.`;
  }
  if (after === '') return `${label} is removed; it was ${shown(field, before)}.`;
  if (before === '') return `${label} is set to ${shown(field, after)}.`;
  return `${label} is changed from ${shown(field, before)} to ${shown(field, after)}.`;
}
