import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { NamedSets } from '../../../src/contract/paste/named-sets.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { errorText } from '../../lib/server/errors.ts';
import { trpc } from '../../lib/server/trpc.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';

/** Reads pasted sets. The parser is loaded when the first ones are pasted. */
export function usePastedSets(onRead: (pasted: NamedSets) => void) {
  const utils = trpc.useUtils();
  const turn = useRef(0);
  const isShown = useIsShown();
  const [reading, setReading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const done = useEffectEvent(onRead);

  /** An answer to an earlier text, or of a screen that was left, is dropped. False when the text could not be read. */
  const read = useCallback(
    async (text: string): Promise<boolean> => {
      turn.current += 1;
      const asked = turn.current;
      const isCurrent = () => turn.current === asked && isShown();
      setReading(true);
      setError(null);
      try {
        const { readPaste } = await import('./paste-reader.ts');
        const pasted = await readPaste(utils, text);
        if (isCurrent()) done(pasted);
        return true;
      } catch (failure) {
        if (isCurrent()) setError(errorText(failure, MESSAGES.fetchFailed));
        return false;
      } finally {
        if (isCurrent()) setReading(false);
      }
    },
    [utils, isShown],
  );
  return {
    read,
    reading,
    /** Why the last text could not be read. */
    error,
  };
}

/**
 * Receives what is pasted anywhere on the page, except into a field that takes it: a text area, or one that has read it
 * already.
 *
 * @param take answers whether it uses the text
 */
export function usePasteAnywhere(take: (text: string, target: EventTarget | null) => boolean): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || event.target instanceof HTMLTextAreaElement) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (take(text, event.target)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onPaste(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
}
