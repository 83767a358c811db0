import { createTRPCClient } from '@trpc/client';
import { expect, it, vi } from 'vitest';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { type Answers, fakeLink, refusal } from '../../testing/fake-server.ts';
import { ASH, address } from '../../testing/render.tsx';
import { PATHS } from '../paths.ts';
import { sessionLink } from './session-link.ts';
import { ROLE_CHANGED, SESSION_ENDED, type StoredSession, sessionStore } from './session-store.ts';

const session = (token: string): StoredSession => ({ token, user: ASH });

const PAGE = '/account?tab=security';
const LOGIN = '/login?next=%2Faccount%3Ftab%3Dsecurity';

/** A page whose session is `old`, and one that has heard nothing of what another tab stored since. */
function openPage() {
  history.replaceState(null, '', PAGE);
  sessionStore.set(session('old'));
}
const storedElsewhere = (token: string) => localStorage.setItem('marketdex.token', token);

/** Makes a call to a server that knows one session, and refuses others. */
async function callOf(known: string, status = 401): Promise<void> {
  const answers: Answers = {
    auth: {
      logout: (_, { context }) => {
        if (context.token !== known) throw refusal(status, 'Sign in again');
        return { message: '' };
      },
    },
  };
  const client = createTRPCClient<AppRouter>({ links: [sessionLink, fakeLink(answers, [], new Set())] });
  await client.auth.logout.mutate({}).catch(() => undefined);
}

it('restores the current session from the back/forward cache', () => {
  openPage();
  storedElsewhere('new');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(sessionStore.get()).toEqual(session('new'));
});

it('takes over a role that another tab has learnt of', () => {
  openPage();
  localStorage.setItem('marketdex.user', JSON.stringify({ username: ASH.username, role: 'checker' }));
  dispatchEvent(new Event('storage'));
  expect(sessionStore.get()).toEqual({ token: 'old', user: { ...ASH, role: 'checker' } });
});

it.each(['not JSON', '{"username":"ash_k","role":"owner"}', '{"role":"admin"}'])(
  'has no session with a stored account that it cannot read: %s',
  (user) => {
    openPage();
    localStorage.setItem('marketdex.user', user);
    storedElsewhere('new');
    dispatchEvent(new Event('storage'));
    expect(sessionStore.get()).toBeNull();
  },
);

it('switches to the newer session of the browser when its own is refused', async () => {
  openPage();
  storedElsewhere('new');
  await callOf('new');
  expect(sessionStore.get()).toEqual(session('new'));
  expect(localStorage.getItem('marketdex.token')).toBe('new');
  expect(address()).toBe(PAGE);
});

it.each([
  [401, SESSION_ENDED],
  [403, ROLE_CHANGED],
])('leaves the reason for other tabs when a session ends with %i', async (status, reason) => {
  openPage();
  const storage = localStorage;
  const setItem = vi.fn();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    setItem,
    removeItem: (key: string) => storage.removeItem(key),
  });
  await callOf('new', status);
  vi.unstubAllGlobals();
  expect(setItem.mock.calls).toEqual([['marketdex.user', reason]]);
});

it('ends a session that is refused', async () => {
  openPage();
  await callOf('new');
  expect(sessionStore.get()).toBeNull();
  expect(localStorage.getItem('marketdex.token')).toBeNull();
  expect(address()).toBe(LOGIN);
  expect(history.state).toBe(SESSION_ENDED);
});

it('ends a session whose role was changed, and says so', async () => {
  openPage();
  await callOf('new', 403);
  expect(sessionStore.get()).toBeNull();
  expect(address()).toBe(LOGIN);
  expect(history.state).toBe(ROLE_CHANGED);
});

it.each([PATHS.resetPassword, PATHS.confirmAddress])('stays at %s, which shows an outcome', async (path) => {
  openPage();
  history.replaceState(null, '', path);
  await callOf('new');
  expect(sessionStore.get()).toBeNull();
  expect(address()).toBe(path);
});

it('keeps a session that is being restored when a sign-in is refused meanwhile', async () => {
  openPage();
  const refuse = () => Promise.reject(refusal(401, 'The username or the password is wrong.'));
  const answers: Answers = {
    auth: { login: refuse, register: refuse, verify2fa: refuse },
    passkeys: { signIn: refuse },
  };
  const { auth, passkeys } = createTRPCClient<AppRouter>({
    links: [sessionLink, fakeLink(answers, [], new Set())],
  });
  const account = { username: 'ash_k', password: 'a guess' };
  const credential = { id: '', type: 'public-key', response: {} } as never;
  const refused = await Promise.allSettled([
    auth.login.mutate(account),
    auth.register.mutate({ ...account, email: 'ash@example.org' }),
    auth.verify2fa.mutate({}),
    passkeys.signIn.mutate({ credential }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(sessionStore.get()).toEqual(session('old'));
});
