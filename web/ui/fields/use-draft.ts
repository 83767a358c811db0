import { useCallback, useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../src/contract/shared/limits.ts';

interface Draft<T> {
  /** The field's text. */
  draft: T;
  /** Takes effect after 300 ms without a change. */
  type: (draft: T) => void;
  /** Sets the field; the caller puts the value into effect. */
  settle: (draft: T) => void;
}

/**
 * A field whose text takes effect when typing pauses, and that follows changes from elsewhere (back, a removed chip).
 *
 * @param value what is in effect
 * @param commit puts a value into effect
 * @param clean normalises a draft: `Gar ` and `Gar` are the same value; as it is by default
 */
export function useDraft<T>(
  value: T,
  commit: (value: T) => void,
  clean: (draft: T) => T = (text) => text,
): Draft<T> {
  const [draft, setDraft] = useState(value);
  const known = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ commit, clean });

  useEffect(() => {
    latest.current = { commit, clean };
  });
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    clearTimeout(timer.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = useCallback((next: T) => {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      known.current = latest.current.clean(next);
      latest.current.commit(known.current);
    }, LIMITS.autocomplete.debounceMs);
  }, []);

  const settle = useCallback((next: T) => {
    clearTimeout(timer.current);
    known.current = next;
    setDraft(next);
  }, []);

  return { draft, type, settle };
}
