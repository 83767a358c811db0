import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Routes } from '../../app/routes.tsx';
import { noResponse } from '../../testing/fake-server.ts';
import { ASH, address, renderAt } from '../../testing/render.tsx';
import { useSession } from './session.tsx';
import { sessionStore, UNKNOWN_ID } from './session-store.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers().unstubAllGlobals());

const STORED = { ...ASH, user_id: UNKNOWN_ID };
const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000));

function Status() {
  const { status, isUnchecked } = useSession();
  return <p>{isUnchecked ? 'unchecked' : status}</p>;
}

it('repeats the check of a session once the network is back', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const profile = vi.fn(() => {
    if (!navigator.onLine) throw noResponse();
    return { user: ASH };
  });
  renderAt(<Status />, { auth: { profile: () => profile() } } as never, { as: STORED });
  await seconds(60);
  expect(profile).toHaveBeenCalledTimes(1);
  screen.getByText('restoring');
  network.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await seconds(1);
  screen.getByText('in');
});

const LOST = { auth: { profile: () => Promise.reject(noResponse()) } };

it('ends a session that cannot be checked in this tab, until another tab signs in or out', async () => {
  renderAt(<Status />, LOST, { as: STORED });
  await seconds(10);
  screen.getByText('unchecked');
  expect(localStorage.getItem('marketdex.token')).toBe('token');
  act(() => dispatchEvent(new Event('storage')));
  screen.getByText('restoring');
  act(() => sessionStore.set(null));
  screen.getByText('out');
});

it('says at the sign-in that the session could not be checked', async () => {
  vi.stubGlobal('isSecureContext', false);
  // The header may count the inbox before the session ends.
  const inbox = { count: () => ({ unread: 0, rejected: 0 }) };
  renderAt(<Routes />, { ...LOST, inbox }, { at: '/inbox', as: STORED });
  await seconds(10);
  expect(address()).toBe('/login?next=%2Finbox');
  vi.useRealTimers();
  await screen.findByText(/^You were logged out because your session could not be checked\./);
});
