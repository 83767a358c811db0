import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionStore } from '../../lib/server/session-store.ts';
import { ASH, renderAt } from '../../testing/render.tsx';
import ConfirmAddressScreen from './confirm-address-screen.tsx';

it('says that the address is kept, and signs its account out', async () => {
  const link = { purpose: 'undo' as const, username: ASH.username, email: ASH.email };
  let isUsed = false;
  const { user, inputsOf } = renderAt(
    <ConfirmAddressScreen />,
    {
      email: {
        validateAddressLink: () =>
          isUsed ? { valid: false, error: 'This link was used.' } : { valid: true, ...link },
        useAddressLink: () => {
          isUsed = true;
          return { message: 'Your address is kept.', purpose: 'undo' };
        },
      },
    },
    { at: '/confirm-address?token=secret', as: ASH },
  );
  await user.click(await screen.findByRole('button', { name: 'Keep this address' }));
  await screen.findByText('Your address is kept.');
  expect(inputsOf('email.useAddressLink')).toEqual([{ token: 'secret' }]);
  expect(sessionStore.get()).toBeNull();
  expect(screen.queryByText('This link was used.')).toBeNull();
});
