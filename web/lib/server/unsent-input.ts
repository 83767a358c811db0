import type { z } from 'zod';
import { keptText } from '../kept-text.ts';
import { draftPlace } from './session-store.ts';

export interface UnsentInput<T> {
  /** Null when there is none. */
  get(): T | null;
  /** Null removes it. */
  set(input: T | null): void;
}

const keptInput = (userId: number, slot: string) => keptText('sessionStorage', draftPlace(userId, slot));

/** Whether an account has left input in a slot of this tab. */
export function hasUnsentInput(userId: number | undefined, slot: string): boolean {
  return userId !== undefined && keptInput(userId, slot).get() !== null;
}

/** Discards what an account has left in a slot of this tab. */
export function discardUnsentInput(userId: number | undefined, slot: string): void {
  if (userId !== undefined) keptInput(userId, slot).set(null);
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
  const kept = keptInput(userId, slot);
  return {
    get() {
      try {
        return zInput.safeParse(JSON.parse(kept.get() ?? 'null')).data ?? null;
      } catch {
        return null;
      }
    },
    set(input) {
      kept.set(input === null ? null : JSON.stringify(input));
    },
  };
}
