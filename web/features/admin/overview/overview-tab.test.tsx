import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SETTING_KEYS } from '../../../../src/contract/admin/settings.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { noResponse } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import OverviewTab from './overview-tab.tsx';

const settings = { data: SETTING_KEYS.map((key) => ({ key, value: '' })) };
const never = () => new Promise<never>(() => undefined);

it('shows a chosen setting at once, and the stored one with the reason when it cannot be saved', async () => {
  const held = Promise.withResolvers<typeof settings>();
  renderAt(<OverviewTab />, {
    admin: {
      settings: () => settings,
      saveSettings: () => held.promise,
      activity: never,
      health: never,
      stats: never,
    },
  });
  const toggle = await screen.findByRole<HTMLInputElement>('switch');
  await waitFor(() => expect(toggle.disabled).toBe(false));
  fireEvent.click(toggle);
  expect(toggle.checked).toBe(true);
  held.reject(noResponse());
  await screen.findByText(MESSAGES.skipReviewFailed);
  expect(toggle.checked).toBe(false);
});
