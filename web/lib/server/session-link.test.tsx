import { createTRPCClient } from '@trpc/client';
import { expect, it } from 'vitest';
import type { AppRouter } from '../../../src/trpc/router.ts';
import { type Answers, fakeLink, refusal } from '../../testing/fake-server.ts';
import { ASH, address } from '../../testing/render.tsx';
import { ROLE_CHANGED, SESSION_ENDED, sessionLink } from './session-link.ts';
import { type StoredSession, sessionStore } from './session-store.ts';

const session = (token: string): StoredSession => ({ token, user: ASH });

/** A page whose session is `old`, and one that has heard nothing of what another tab stored since. */
function openPage() {
  history.replaceState(null, '', '/account');
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

it('switches to the newer session of the browser when its own is refused', async () => {
  openPage();
  storedElsewhere('new');
  await callOf('new');
  expect(sessionStore.get()).toEqual(session('new'));
  expect(localStorage.getItem('marketdex.token')).toBe('new');
  expect(address()).toBe('/account');
});

it('ends a session that is refused', async () => {
  openPage();
  await callOf('new');
  expect(sessionStore.get()).toBeNull();
  expect(localStorage.getItem('marketdex.token')).toBeNull();
  expect(address()).toBe('/login?next=%2Faccount');
  expect(history.state).toBe(SESSION_ENDED);
});

it('ends a session whose role was changed, and says so', async () => {
  openPage();
  await callOf('new', 403);
  expect(sessionStore.get()).toBeNull();
  expect(address()).toBe('/login?next=%2Faccount');
  expect(history.state).toBe(ROLE_CHANGED);
});
