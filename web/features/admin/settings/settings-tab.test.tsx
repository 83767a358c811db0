import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SETTING_KEYS } from '../../../../src/contract/admin/settings.ts';
import { noResponse, refusal, TestNetwork } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import SettingsTab from './settings-tab.tsx';

const DAYS = 'Days to keep log entries';

it.each([
  ['at once', '60', /^Saved\. Days to keep log entries is changed from 30 to 60\.$/],
  ['at the second attempt', '60', /^Saved\. Days to keep log entries is changed from 30 to 60\.$/],
  ['unless they have other values', '90', /^This has changed since you opened it, so nothing was saved\./],
])('takes settings whose response was lost as saved, %s', async (when, stored, text) => {
  let days = '30';
  const network = new TestNetwork();
  const settings = () => ({
    data: SETTING_KEYS.map((key) => ({ key, value: key === 'log_retention_days' ? days : '' })),
  });
  const admin = {
    settings: network.over(settings),
    saveSettings: () => {
      if (days !== '30') throw refusal(409, 'It has changed.', { reason: 'CHANGED_MEANWHILE' });
      days = stored;
      network.isDown = when !== 'at once';
      throw noResponse();
    },
  };
  const { user } = renderAt(<SettingsTab />, { admin }, { at: '/admin?tab=settings' });
  const field = await screen.findByLabelText(DAYS);
  await user.clear(field);
  await user.type(field, '60');
  const save = () => user.click(screen.getByRole('button', { name: 'Save Log' }));
  await save();
  if (when !== 'at once') {
    await screen.findByText(/^Failed to save/);
    network.isDown = false;
    await save();
  }
  expect((await screen.findByText(text)).textContent).toMatch(text);
});
