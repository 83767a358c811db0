import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SETTING_KEYS } from '../../../../src/contract/admin/settings.ts';
import { losing } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import SettingsTab from './settings-tab.tsx';

const DAYS = 'Days to keep log entries';

it.each([
  ['at once', 1],
  ['at the second attempt', 2],
])('takes settings whose response was lost as saved, %s', async (_, times) => {
  const settings = (days: string) => ({
    data: SETTING_KEYS.map((key) => ({ key, value: key === 'log_retention_days' ? days : '' })),
  });
  const admin = { settings: () => settings('30'), saveSettings: losing(times, () => settings('60')) };
  const { user, inputsOf } = renderAt(<SettingsTab />, { admin }, { at: '/admin?tab=settings' });
  const field = await screen.findByLabelText(DAYS);
  await user.clear(field);
  await user.type(field, '60');
  const save = () => user.click(screen.getByRole('button', { name: 'Save Log' }));
  await save();
  if (times > 1) {
    await screen.findByText(/^Failed to save/);
    await save();
  }
  await screen.findByText('Saved. Days to keep log entries is changed from 30 to 60.');
  const [first, ...repeats] = inputsOf('admin.saveSettings');
  expect(repeats).toEqual(Array(times).fill(first));
});
