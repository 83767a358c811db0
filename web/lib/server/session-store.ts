import type { User } from '../../../src/contract/accounts/account.ts';
import { ROLES } from '../../../src/contract/accounts/roles.ts';
import { createStore } from '../store.ts';

/** What the screens need of the signed-in account. Only name and role are known until the session is confirmed. */
export type SessionUser = Pick<User, 'user_id' | 'username' | 'role'> & Partial<Pick<User, 'email'>>;

/** The signed-in account and its token. The browser stores the token, the name and the role. */
export interface StoredSession {
  token: string;
  user: SessionUser;
}

/** The id of a stored account until the server confirms its session. No account has it, so it owns nothing. */
export const UNKNOWN_ID = 0;

const TOKEN_KEY = 'marketdex.token';
const USER_KEY = 'marketdex.user';

function storedUser(value: unknown): SessionUser | null {
  if (typeof value !== 'object' || value === null || !('username' in value) || !('role' in value))
    return null;
  const role = ROLES.find((one) => one === value.role);
  return role && typeof value.username === 'string'
    ? { user_id: UNKNOWN_ID, username: value.username, role }
    : null;
}

/** @param unstored the session while it cannot be stored */
function load(unstored: StoredSession | null): StoredSession | null {
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    const user = storedUser(JSON.parse(localStorage.getItem(USER_KEY) ?? 'null'));
    return token && user ? { token, user } : null;
  } catch {
    return unstored;
  }
}

const store = createStore(load(null));

function save(next: StoredSession | null) {
  try {
    if (next) {
      const { username, role } = next.user;
      localStorage.setItem(USER_KEY, JSON.stringify({ username, role }));
      localStorage.setItem(TOKEN_KEY, next.token);
    } else {
      localStorage.removeItem(TOKEN_KEY);
      localStorage.removeItem(USER_KEY);
    }
  } catch {
    // Without storage the session lasts as long as the page.
  }
}

/** Takes over what another tab has stored: it signed in or out, or got a new token. */
function takeOver() {
  const current = store.get();
  const stored = load(current);
  if (stored?.token === current?.token && stored?.user.role === current?.user.role) return;
  if (stored && stored.user.username === current?.user.username)
    stored.user = { ...current.user, role: stored.user.role };
  store.set(stored);
}
addEventListener('storage', takeOver);
// A page of the back/forward cache has heard of nothing meanwhile.
addEventListener('pageshow', takeOver);

/** The session outside React, for calls to the server. */
export const sessionStore = {
  ...store,
  set(next: StoredSession | null): void {
    save(next);
    store.set(next);
  },
  /** Ends the session of a refused token. False when that is not the browser's present one. */
  end(refused: unknown): boolean {
    takeOver();
    const isPresent = refused === (store.get()?.token ?? null);
    if (isPresent) sessionStore.set(null);
    return isPresent;
  },
};
