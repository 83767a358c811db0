import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { TYPING_PAUSE_MS } from '../../lib/timings.ts';

type Timer = RefObject<ReturnType<typeof setTimeout> | undefined>;

/** What waits for a pause, by the timer of its field. */
const waiting = new Map<Timer, () => void>();

function stop(timer: Timer): void {
  clearTimeout(timer.current);
  waiting.delete(timer);
}

/** Puts what was typed into effect at once: before its fields go. */
export function settleDrafts(): void {
  // A field settles its text when it is left, such as `1.500`.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  for (const take of waiting.values()) take();
}

/**
 * A field whose text takes effect when typing pauses, and that follows changes from elsewhere (back, a removed chip).
 *
 * @param value what is in effect
 * @param commit puts a value into effect
 * @param clean normalises a draft: `Gar ` and `Gar` are the same value; as it is by default
 */
export function useDraft<T>(value: T, commit: (value: T) => void, clean: (draft: T) => T = (text) => text) {
  const [draft, setDraft] = useState(value);
  const known = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ commit, clean });

  useEffect(() => {
    latest.current = { commit, clean };
  });
  const settle = useCallback((next: T) => {
    stop(timer);
    known.current = next;
    setDraft(next);
  }, []);
  useEffect(() => {
    if (value !== known.current) settle(value);
  }, [value, settle]);
  useEffect(() => () => stop(timer), []);

  const type = useCallback((next: T) => {
    setDraft(next);
    clearTimeout(timer.current);
    const take = () => {
      stop(timer);
      known.current = latest.current.clean(next);
      latest.current.commit(known.current);
    };
    waiting.set(timer, take);
    timer.current = setTimeout(take, TYPING_PAUSE_MS);
  }, []);

  return {
    /** The field's text. */
    draft,
    /** Takes effect after 300 ms without a change. */
    type,
    /** Sets the field; the caller puts the value into effect. */
    settle,
  };
}
