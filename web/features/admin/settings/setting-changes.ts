import { SETTINGS, type SettingKey } from '../../../../src/contract/admin/settings.ts';
import type { SettingField } from './setting-fields.tsx';
import type { SettingValues } from './use-settings.ts';

/** Text by setting: what was typed, or an error message. */
export type SettingDrafts = Partial<Record<SettingKey, string>>;

/** A field's text before anything is typed. A saved secret is not shown. */
export const heldValue = ({ key, input }: SettingField, values: SettingValues): string =>
  input === 'secret' ? '' : values[key];

export const changedValues = (
  fields: readonly SettingField[],
  values: SettingValues,
  typed: SettingDrafts,
): SettingDrafts =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = typed[field.key];
      return text === undefined || text === heldValue(field, values) ? [] : [[field.key, text]];
    }),
  );

/** The error messages of changed values, as the server would give them. */
export const settingErrors = (fields: readonly SettingField[], changes: SettingDrafts): SettingDrafts =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const text = changes[field.key];
      const error = text === undefined ? null : settingError(field, text);
      return error === null ? [] : [[field.key, error]];
    }),
  );

function settingError({ key, label }: SettingField, value: string): string | null {
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
