import { act, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LiveRegion } from '../ui/live-region.tsx';
import { OfflineBar } from './offline-bar.tsx';

afterEach(() => vi.restoreAllMocks());

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

it('announces that the network is gone, and that it is back', async () => {
  render(
    <>
      <OfflineBar />
      <LiveRegion />
    </>,
  );
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  setOnline(false);
  await within(region).findByText(/^No network\./);
  setOnline(true);
  await within(region).findByText('The network is back.');
  expect(screen.queryByRole('complementary', { name: 'Network' })).toBeNull();
});
