import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '../testing/render.tsx';
import { SetUp } from './set-up.tsx';

const SETUP = {
  qrCode: 'otpauth://totp/MarketDex:ash?secret=ABCD',
  manualEntryKey: 'ABCDEFGH',
  accountName: 'ash',
  issuer: 'MarketDex',
};

const done = () => undefined;
const show = () =>
  renderAt(<SetUp setup={SETUP} onEnabled={done} onMaybeEnabled={done} onCancel={done} />, {});

vi.mock('qrcode', () => ({ toDataURL: async () => 'data:image/png;base64,' }));

it('opens an app first on a device that cannot scan its own screen, and keeps the code for another one', async () => {
  const media = matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    media(query === '(pointer: coarse)' ? 'all' : 'not all'),
  );
  const { user } = show();
  expect(screen.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')).toBe(
    SETUP.qrCode,
  );
  const code = await screen.findByAltText(/^QR code/);
  expect(code.closest('details')?.open).toBe(false);
  await user.click(screen.getByText('Scan with another device'));
  expect(code.closest('details')?.open).toBe(true);
});

it('shows the code to scan at once on a screen that a phone can be held to', async () => {
  show();
  const code = await screen.findByAltText(/^QR code/);
  expect(code.closest('details')).toBeNull();
  expect(screen.queryByText('Open in an app on this device')).toBeNull();
});
