import type { User } from '../../../src/contract/accounts/account.ts';
import { ROLES } from '../../../src/contract/accounts/roles.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { createStore } from '../store.ts';
import { storedText } from '../stored-text.ts';

/** What the screens need of the signed-in account. Only name and role are known until the session is confirmed. */
export type SessionUser = Pick<User, 'user_id' | 'username' | 'role'> & Partial<Pick<User, 'email'>>;

/** The signed-in account and its token. The browser stores the token, the name and the role. */
export interface StoredSession {
  token: string;
  user: SessionUser;
}

/** The id of a stored account until the server confirms its session. No account has it, so it owns nothing. */
export const UNKNOWN_ID = 0;

const storedToken = storedText('marketdex.token');
const storedUser = storedText('marketdex.user');

function userOf(value: unknown): SessionUser | null {
  if (typeof value !== 'object' || value === null || !('username' in value) || !('role' in value))
    return null;
  const role = ROLES.find((one) => one === value.role);
  return role && typeof value.username === 'string'
    ? { user_id: UNKNOWN_ID, username: value.username, role }
    : null;
}

function load(): StoredSession | null {
  try {
    const token = storedToken.get();
    const user = userOf(JSON.parse(storedUser.get() ?? 'null'));
    return token && user ? { token, user } : null;
  } catch {
    return null;
  }
}

/**
 * Why a tab has no session any more: states of the browser's history with which the sign-in screen says so. For other tabs,
 * a removed session does not say why, so all but the last are stored in place of the account for a moment.
 */
export const SESSION_ENDED = 'session-ended';
export const ROLE_CHANGED = 'role-changed';
/** The session ended after its user sent the deletion of the account, whose response was lost. */
export const ACCOUNT_DELETED = 'account-deleted';
/** Its user logged out in another tab. */
export const LOGGED_OUT = 'out';
export const SESSION_UNCHECKED = 'session-unchecked';

export type SessionEnd =
  | typeof SESSION_ENDED
  | typeof ROLE_CHANGED
  | typeof ACCOUNT_DELETED
  | typeof LOGGED_OUT
  | typeof SESSION_UNCHECKED;

/** What is said about each of these. */
export const END_TEXTS: ReadonlyMap<unknown, string> = new Map([
  [SESSION_ENDED, MESSAGES.sessionEnded],
  [ROLE_CHANGED, MESSAGES.roleChanged],
  [ACCOUNT_DELETED, MESSAGES.accountDeleted],
  [LOGGED_OUT, MESSAGES.loggedOutElsewhere],
  [SESSION_UNCHECKED, MESSAGES.sessionUnchecked],
]);

const store = createStore(load());
/** Null while there is a session, after a logout in this tab, and before the first login. */
let end: SessionEnd | null = null;

function save(next: StoredSession | null) {
  storedUser.set(next && JSON.stringify({ username: next.user.username, role: next.user.role }));
  storedToken.set(next?.token ?? null);
}

/** Takes over what another tab has stored: it signed in or out, or got a new token. */
function takeOver(reason: SessionEnd | null = null) {
  const current = store.get();
  const stored = load();
  if (stored?.token === current?.token && stored?.user.role === current?.user.role) return;
  if (stored && stored.user.username === current?.user.username)
    stored.user = { ...current.user, role: stored.user.role };
  end = reason;
  store.set(stored);
}
// A page of the back/forward cache has heard of nothing meanwhile.
addEventListener('pageshow', () => takeOver());

/** Where a tab keeps an unsent form of an account: a name in its session storage. */
export const draftPlace = (userId: number | undefined, slot: string): string =>
  `marketdex.draft ${userId} ${slot}`;

/** Empties the session storage of this tab, except for the unsent forms of one account. */
function forgetDrafts(except?: number): void {
  try {
    for (const place of Object.keys(sessionStorage))
      if (!place.startsWith(draftPlace(except, ''))) sessionStorage.removeItem(place);
  } catch {
    // Without storage there are none.
  }
}

const STORED_ENDS = [SESSION_ENDED, ROLE_CHANGED, ACCOUNT_DELETED, LOGGED_OUT] as const;
addEventListener('storage', ({ newValue }) => {
  takeOver(STORED_ENDS.find((reason) => reason === newValue));
  if (newValue === LOGGED_OUT) forgetDrafts();
});

function change(next: StoredSession | null, reason: SessionEnd | null = null): void {
  save(next);
  end = reason;
  store.set(next);
}

/** The session outside React, for calls to the server. */
export const sessionStore = {
  ...store,
  set(next: StoredSession | null): void {
    change(next);
    // An expired session keeps its unsent forms through the sign-in, but not for another account.
    if (next) forgetDrafts(next.user.user_id);
  },
  /** Ends the session as its user asked for, and removes everything that the tabs keep of it. */
  leave(): void {
    storedUser.set(LOGGED_OUT);
    sessionStore.set(null);
    forgetDrafts();
  },
  /** Ends a session that could not be checked, in this tab, until `recheck` or a reload; other tabs keep it. */
  drop(): void {
    end = SESSION_UNCHECKED;
    store.set(null);
  },
  /** Restores a dropped session, for another check. */
  recheck(): void {
    if (end !== SESSION_UNCHECKED) return;
    end = null;
    takeOver();
  },
  /** Why this tab has no session any more. */
  endedBy: (): SessionEnd | null => end,
  /** Ends the session of a refused token. False when that is not the browser's present one. */
  end(refused: unknown, reason: SessionEnd): boolean {
    takeOver();
    const isPresent = refused === (store.get()?.token ?? null);
    if (isPresent) {
      storedUser.set(reason);
      change(null, reason);
    }
    return isPresent;
  },
};
