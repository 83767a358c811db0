import { describe, expect, it } from 'vitest';
import { SETTING_KEYS } from '../../../../src/contract/admin/settings.ts';
import { recordFor } from '../../../../src/contract/shared/record.ts';
import { changedValues, changeLabel, settingErrors } from './setting-changes.ts';
import type { SettingField } from './setting-fields.tsx';

const PHONE: SettingField = { key: 'legal_phone', label: 'Phone', input: 'line' };
const ADDRESS: SettingField = { key: 'legal_address', label: 'Address', input: 'lines' };
const HOOK: SettingField = { key: 'discord_webhook_url', label: 'Webhook', input: 'secret' };
const CHOICE: SettingField = {
  key: 'catalogue_generation',
  label: 'Generation',
  input: 'choice',
  options: [
    { value: '5', label: 'the fifth' },
    { value: '6', label: 'the sixth' },
  ],
};

describe('what saving a setting changed', () => {
  it.each([
    [PHONE, '', '12', 'Phone is set to 12.'],
    [PHONE, '12', '34', 'Phone is changed from 12 to 34.'],
    [PHONE, '34', '', 'Phone is removed; it was 34.'],
    [ADDRESS, '', 'Route 1\nPallet Town', 'Address is set to Route 1 ….'],
    [CHOICE, '5', '6', 'Generation is changed from the fifth to the sixth.'],
    [HOOK, 'unset', 'set', 'Webhook is set.'],
    [HOOK, 'set', 'set', 'Webhook is replaced.'],
    [HOOK, 'set', 'unset', 'Webhook is removed.'],
  ])('%#: %o', (field, before, after, label) => {
    expect(changeLabel(field, before, after)).toBe(label);
  });
});

it('refuses a value as the server does', () => {
  const days: SettingField = { key: 'log_retention_days', label: 'Days', input: 'number' };
  expect(settingErrors([days, PHONE], { log_retention_days: '3651', legal_phone: '1' })).toEqual({
    log_retention_days: 'Days must be a whole number from 1 to 3,650',
  });
  expect(settingErrors([days], { log_retention_days: ' 90 ' })).toEqual({});
});

it('sends only what differs from the saved values, and never a saved secret', () => {
  const values = recordFor(SETTING_KEYS, () => '');
  const saved = { ...values, legal_phone: '12', discord_webhook_url: 'set' };
  const fields = [PHONE, ADDRESS, HOOK];
  expect(changedValues(fields, saved, {})).toEqual({});
  expect(changedValues(fields, saved, { legal_phone: '12', discord_webhook_url: '' })).toEqual({});
  expect(changedValues(fields, saved, { legal_phone: '', legal_name: 'of another card' })).toEqual({
    legal_phone: '',
  });
});
