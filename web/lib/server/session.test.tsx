import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PAGE_DATA, type PageData } from '../../../src/contract/market/page-queries.ts';
import { Routes } from '../../app/routes.tsx';
import { noResponse } from '../../testing/fake-server.ts';
import { ASH, address, renderAt } from '../../testing/render.tsx';
import { useSession } from './session.tsx';
import { ACCOUNT_DELETED, ROLE_CHANGED, SESSION_ENDED, sessionStore, UNKNOWN_ID } from './session-store.ts';
import { trpc } from './trpc.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers().unstubAllGlobals());

const MISTY = { user_id: 2, username: 'misty_w', role: 'user' } as const;
const STORED = { ...ASH, user_id: UNKNOWN_ID };
const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000));

function Status() {
  const { status, end } = useSession();
  return <p>{end ?? status}</p>;
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

const lost = () => Promise.reject(noResponse());
const LOST = { auth: { profile: lost } };

it('ends a session that cannot be checked in this tab, until another tab signs in or out', async () => {
  renderAt(<Status />, LOST, { as: STORED });
  await seconds(10);
  screen.getByText('session-unchecked');
  expect(localStorage.getItem('marketdex.token')).toBe('token');
  act(() => dispatchEvent(new Event('storage')));
  screen.getByText('restoring');
  act(() => sessionStore.set(null));
  screen.getByText('out');
});

it('does not end a session with the check of an earlier one', async () => {
  const first = Promise.withResolvers<never>();
  const profile = (_: unknown, { context }: { context: { token?: unknown } }) =>
    context.token === 'token' ? first.promise : { user: MISTY };
  renderAt(<Status />, { auth: { profile } } as never, { as: STORED });
  await seconds(0);
  act(() => sessionStore.set({ token: 'new', user: MISTY }));
  first.reject(noResponse());
  await seconds(10);
  screen.getByText('in');
});

const Today = () => <p>{trpc.market.overview.useQuery({}).data?.today ?? 'nothing known'}</p>;

it('keeps the data that came with the document when a session cannot be checked', async () => {
  const data: PageData = {
    queries: [{ path: 'market.overview', input: {} }],
    results: [{ result: { data: { today: '2026-03-12' } } }],
    least: null,
    sequence: null,
  };
  const script = Object.assign(document.createElement('script'), { type: 'application/json', id: PAGE_DATA });
  script.textContent = JSON.stringify(data);
  document.body.append(script);
  renderAt(
    <>
      <Status />
      <Today />
    </>,
    { ...LOST, market: { overview: lost } },
    { as: STORED },
  );
  await seconds(10);
  screen.getByText('session-unchecked');
  screen.getByText('2026-03-12');
  script.remove();
});

function Inbox() {
  const { data } = trpc.inbox.count.useQuery({});
  return <p>{data ? `${data.unread} unread` : 'nothing known'}</p>;
}

function Page() {
  const [isShown, show] = useState(true);
  return (
    <>
      <button type="button" onClick={() => show(!isShown)}>
        Inbox
      </button>
      {isShown && <Inbox />}
    </>
  );
}

it.each([true, false])(
  'shows nothing of one account to another, on screen meanwhile: %s',
  async (isShown) => {
    const count = (_: unknown, { context }: { context: { token?: unknown } }) =>
      context.token === 'token' ? { unread: 5, rejected: 0 } : new Promise<never>(() => undefined);
    renderAt(<Page />, { inbox: { count } } as never, { as: ASH });
    await seconds(0);
    screen.getByText('5 unread');
    const toggle = () => fireEvent.click(screen.getByRole('button', { name: 'Inbox' }));
    if (!isShown) toggle();
    act(() => sessionStore.set({ token: 'another', user: MISTY }));
    if (!isShown) toggle();
    await seconds(0);
    screen.getByText('nothing known');
  },
);

it.each([
  ['its session ended', SESSION_ENDED, /^Your session has ended/],
  ['its role changed', ROLE_CHANGED, /^Your role has changed/],
  ['its account is deleted', ACCOUNT_DELETED, /^Your account is deleted/],
  ['its user logged out', 'out', /^You were logged out in another tab/],
])('says at the sign-in, when another tab has noticed it, that %s', async (_, stored, text) => {
  vi.useRealTimers();
  // The screen may ask before the session ends.
  const never = () => new Promise<never>(() => undefined);
  const answers = {
    inbox: { count: never },
    follows: { list: never, feed: never },
    notices: { settings: never },
  };
  renderAt(<Routes />, answers, { at: '/following', as: ASH });
  // What the other tab stores, and the events of that.
  localStorage.clear();
  for (const newValue of [stored, null])
    act(() => void dispatchEvent(new StorageEvent('storage', { newValue })));
  await screen.findByText(text);
  expect(address()).toBe('/login?next=%2Ffollowing');
});

it('says at the sign-in that the session could not be checked', async () => {
  // The header may count the inbox before the session ends.
  const inbox = { count: () => ({ unread: 0, rejected: 0 }) };
  renderAt(<Routes />, { ...LOST, inbox }, { at: '/inbox', as: STORED });
  await seconds(10);
  expect(address()).toBe('/login?next=%2Finbox');
  vi.useRealTimers();
  await screen.findByText(/^You were logged out because your session could not be checked\./);
});
