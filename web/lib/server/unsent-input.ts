import type { z } from 'zod';
import { draftPlace } from './session-store.ts';

export interface UnsentInput<T> {
  /** Null when there is none. */
  get(): T | null;
  /** Null removes it. */
  set(input: T | null): void;
}

/** Whether an account has left input in a slot of this tab. */
export function hasUnsentInput(userId: number | undefined, slot: string): boolean {
  try {
    return userId !== undefined && sessionStorage.getItem(draftPlace(userId, slot)) !== null;
  } catch {
    return false;
  }
}

/** Discards what an account has left in a slot of this tab. */
export function discardUnsentInput(userId: number | undefined, slot: string): void {
  try {
    if (userId !== undefined) sessionStorage.removeItem(draftPlace(userId, slot));
  } catch {
    // Without storage nothing was kept.
  }
}

/**
 * What an account has typed in this tab and not sent. It outlives a reload and an expired session, but not a sign-out.
 * Without storage nothing is kept.
 *
 * @param userId who types it; undefined keeps nothing
 * @param slot what it is for, so that it replaces no other input
 */
export function unsentInput<T>(
  userId: number | undefined,
  slot: string,
  zInput: z.ZodType<T>,
): UnsentInput<T> {
  if (userId === undefined) return { get: () => null, set: () => undefined };
  const place = draftPlace(userId, slot);
  return {
    get() {
      try {
        return zInput.safeParse(JSON.parse(sessionStorage.getItem(place) ?? 'null')).data ?? null;
      } catch {
        return null;
      }
    },
    set(input) {
      try {
        if (input === null) sessionStorage.removeItem(place);
        else sessionStorage.setItem(place, JSON.stringify(input));
      } catch {
        // It lasts as long as the page.
      }
    },
  };
}
