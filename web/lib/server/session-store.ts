import type { User } from '../../../src/contract/accounts/account.ts';

/**
 * The signed-in account and its token, as stored in the browser (docs/product.md "States", docs/product.md
 * "Limits").
 */
export interface StoredSession {
  token: string;
  user: User;
}

const TOKEN_KEY = 'marketdex.token';
const USER_KEY = 'marketdex.user';

const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'username' in value && 'role' in value && 'user_id' in value;

function load(): StoredSession | null {
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    const user: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null');
    return token && isUser(user) ? { token, user } : null;
  } catch {
    return null;
  }
}

let current = load();
const listeners = new Set<() => void>();

function announce(next: StoredSession | null) {
  current = next;
  for (const listener of listeners) listener();
}

function save(next: StoredSession | null) {
  try {
    if (next) {
      localStorage.setItem(USER_KEY, JSON.stringify(next.user));
      localStorage.setItem(TOKEN_KEY, next.token);
    } else {
      localStorage.removeItem(TOKEN_KEY);
      localStorage.removeItem(USER_KEY);
    }
  } catch {
    // Without storage the session lasts as long as the page.
  }
}

/** Another tab signed in or out; `key` is null when it cleared the storage. */
function follow(event: StorageEvent) {
  if (event.key !== TOKEN_KEY && event.key !== USER_KEY && event.key !== null) return;
  const stored = load();
  if (stored?.token !== current?.token || stored?.user.role !== current?.user.role) announce(stored);
}
addEventListener('storage', follow);

/** The session outside React, for calls to the server. */
export const sessionStore = {
  get: (): StoredSession | null => current,
  set(next: StoredSession | null): void {
    save(next);
    announce(next);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
