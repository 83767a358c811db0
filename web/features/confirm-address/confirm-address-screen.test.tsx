import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LinkPurpose } from '../../../src/contract/accounts/address.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { PATHS, PROFILE_PATH } from '../../lib/paths.ts';
import { sessionStore } from '../../lib/server/session-store.ts';
import { noResponse, refusal } from '../../testing/fake-server.ts';
import { ASH, renderAt } from '../../testing/render.tsx';
import ConfirmAddressScreen from './confirm-address-screen.tsx';

it.each([
  ['its account', ASH.username],
  ['no other account', 'misty_w'],
])('says that the address is kept, and signs out %s', async (_, username) => {
  const link = { purpose: 'undo' as const, username, email: ASH.email };
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
  await user.click(await screen.findByRole('button', { name: 'Keep this email address' }));
  await screen.findByText('Your address is kept.');
  expect(inputsOf('email.useAddressLink')).toEqual([{ token: 'secret' }]);
  expect(sessionStore.get() === null).toBe(username === ASH.username);
  expect(screen.queryByText('This link was used.')).toBeNull();
});

interface Opened {
  purpose: LinkPurpose;
  as?: typeof ASH;
}

/** Uses a link that the server then calls invalid, after tries without a response. */
async function tryInvalidLink({ purpose, as }: Opened, lost: number) {
  let calls = 0;
  const { user } = renderAt(
    <ConfirmAddressScreen />,
    {
      email: {
        validateAddressLink: () => ({ valid: true, purpose, username: ASH.username, email: ASH.email }),
        useAddressLink: () => {
          calls += 1;
          if (calls <= lost) throw noResponse();
          throw refusal(400, MESSAGES.addressLinkInvalid, { reason: 'ADDRESS_LINK_INVALID' });
        },
      },
    },
    { at: '/confirm-address?token=secret', ...(as && { as }) },
  );
  const press = async () => user.click(await screen.findByRole('button', { name: /^(?:Confirm|Keep)/ }));
  for (let index = 0; index < lost; index += 1) {
    await press();
    await screen.findByText(MESSAGES.networkCheck);
  }
  await press();
}

it.each([
  { purpose: 'confirm', as: undefined, link: 'log in', href: PATHS.login },
  { purpose: 'confirm', as: ASH, link: 'see your account', href: PROFILE_PATH },
  { purpose: 'undo', as: undefined, link: 'reset your password', href: PATHS.forgotPassword },
] as const)(
  'says that the first attempt may have succeeded: $purpose, $link',
  async ({ link, href, ...opened }) => {
    await tryInvalidLink(opened, 1);
    await screen.findByText(/^Your first attempt may have succeeded/);
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(href);
    expect(screen.queryByText(MESSAGES.addressLinkInvalid)).toBeNull();
  },
);

it('says no such thing of a link that was not tried before', async () => {
  await tryInvalidLink({ purpose: 'confirm' }, 0);
  await screen.findByRole('heading', { name: 'Invalid link' });
  screen.getByText(MESSAGES.addressLinkInvalid);
});
