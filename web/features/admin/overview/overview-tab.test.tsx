import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SETTING_KEYS } from '../../../../src/contract/admin/settings.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { publishReviewUpdate } from '../../../lib/live/review-updates.ts';
import { noResponse, TestNetwork } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import OverviewTab from './overview-tab.tsx';

const settings = { data: SETTING_KEYS.map((key) => ({ key, value: '' })) };
const skipping = (value: string) => ({
  data: settings.data.map((row) => (row.key === 'skip_review_enabled' ? { ...row, value } : row)),
});
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

const figures = (pending: number) => ({
  total_users: 1,
  total_item_sales: 900,
  total_pokemon_sales: 800,
  pending_item_reviews: pending,
  pending_pokemon_reviews: 0,
  approved_items: 500,
  approved_pokemon: 500,
  rejected_items: 70,
  rejected_pokemon: 60,
});

it('keeps its figures, the recent activity and the setting current', async () => {
  let pending = 324;
  const stats = () => figures(pending);
  const activity = () => ({
    data: [
      {
        at: '2026-03-12T18:00:00.000Z',
        by: 'misty',
        action: 'sale.approved',
        target: `Ball ${pending}`,
        change: null,
        sale_id: 7,
      },
    ],
  });
  renderAt(<OverviewTab />, {
    admin: { settings: () => skipping(String(pending === 319)), health: never, stats, activity },
  });
  await screen.findByRole('link', { name: 'Pending reviews 324' });
  const toggle = screen.getByRole<HTMLInputElement>('switch');
  await waitFor(() => expect([toggle.disabled, toggle.checked]).toEqual([false, false]));
  pending = 319;
  act(() => publishReviewUpdate({ type: 'many' }));
  await screen.findByRole('link', { name: 'Pending reviews 319' });
  await screen.findByRole('link', { name: 'Ball 319 #7' });
  await waitFor(() => expect(toggle.checked).toBe(true));
});

it('takes a double click as one click, also when the first one is saved before the second', async () => {
  let value = 'false';
  const { user, inputsOf } = renderAt(<OverviewTab />, {
    admin: {
      settings: () => skipping(value),
      saveSettings: ({ skip_review_enabled }) => {
        value = String(skip_review_enabled);
        return skipping(value);
      },
      activity: never,
      health: never,
      stats: never,
    },
  });
  const toggle = await screen.findByRole<HTMLInputElement>('switch');
  await waitFor(() => expect(toggle.disabled).toBe(false));
  await user.dblClick(toggle);
  await waitFor(() => expect(inputsOf('admin.saveSettings')).toHaveLength(1));
  expect(toggle.checked).toBe(true);
  await act(async () => fireEvent.click(toggle, { detail: 2 }));
  expect(toggle.checked).toBe(true);
  await user.click(toggle);
  await waitFor(() => expect(toggle.checked).toBe(false));
  expect(inputsOf('admin.saveSettings')).toHaveLength(2);
});

it('reports figures that failed to load, and loads them again', async () => {
  const network = new TestNetwork({ isDown: true });
  const stats = network.over(() => figures(324));
  const { user } = renderAt(<OverviewTab />, {
    admin: { settings: () => settings, activity: never, health: never, stats },
  });
  const region = within(await screen.findByRole('region', { name: 'Figures' }));
  await region.findByText('Failed to load the figures');
  expect(region.queryByRole('link')).toBeNull();
  network.isDown = false;
  await user.click(region.getByRole('button', { name: 'Retry' }));
  await region.findByRole('link', { name: 'Pending reviews 324' });
});
