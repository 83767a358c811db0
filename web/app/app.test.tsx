import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { confirmation } from '../lib/server/confirmation.ts';
import { ROLE_CHANGED, SESSION_ENDED, sessionStore } from '../lib/server/session-store.ts';
import { ASH, address, renderAt } from '../testing/render.tsx';
import { EndNotice, NoConfirmation } from './app.tsx';

it('refuses requests, also one from before it appeared', async () => {
  const early = confirmation.ask('');
  render(<NoConfirmation />);
  await expect(early).resolves.toBe(false);
  await expect(act(() => confirmation.ask(''))).resolves.toBe(false);
});

it.each([
  [SESSION_ENDED, /^Your session has ended/],
  [ROLE_CHANGED, /^Your role has changed/],
  ['out', /^You were logged out in another tab/],
])(
  'says on a page for everyone, when another tab has noticed it, why its session ended: %s',
  (stored, text) => {
    renderAt(<EndNotice />, {}, { at: '/faq', as: ASH });
    localStorage.clear();
    for (const newValue of [stored, null])
      act(() => void dispatchEvent(new StorageEvent('storage', { newValue })));
    screen.getByText(text);
    expect(address()).toBe('/faq');
  },
);

it('says nothing to a user who logs out', () => {
  renderAt(<EndNotice />, {}, { as: ASH });
  act(() => sessionStore.leave());
  expect(screen.queryByText(/logged out|ended/)).toBeNull();
});

it('says nothing twice: the sign-in screen says why', () => {
  renderAt(<EndNotice />, {}, { as: ASH });
  history.replaceState(SESSION_ENDED, '', '/login');
  act(() => void sessionStore.end('token', SESSION_ENDED));
  expect(screen.queryByText(/ended/)).toBeNull();
});
